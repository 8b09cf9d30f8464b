import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.ts';
import { CredentialsModule } from '../credentials/index.ts';
import { MailModule } from '../mail/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { ConfirmTotp } from './confirm-totp.ts';
import { EndTotp } from './end-totp.ts';
import { RenewRecoveryCodes } from './renew-recovery-codes.ts';
import { ResealWorker } from './reseal.worker.ts';
import { SecondStepRpc } from './second-step.rpc.ts';
import { SecondStepsRepository } from './second-steps.repository.ts';
import { SecondSteps } from './second-steps.ts';
import { StartTotp } from './start-totp.ts';
import { TotpVault } from './totp-vault.ts';

@Module({
  imports: [AuditModule, CredentialsModule, MailModule, SessionsModule],
  controllers: [SecondStepRpc],
  providers: [
    SecondStepsRepository,
    TotpVault,
    SecondSteps,
    StartTotp,
    ConfirmTotp,
    EndTotp,
    RenewRecoveryCodes,
    ResealWorker,
  ],
  exports: [SecondSteps],
})
export class SecondStepModule {}
