import { Module } from '@nestjs/common';
import { PersonErasurePlan, PersonErasureWorker } from '@postloom/persistence';
import { AuditModule } from '../audit/index.ts';
import { MailModule } from '../mail/index.ts';
import { OneUseTokensModule } from '../one-use-tokens/index.ts';
import { SessionsModule } from '../sessions/index.ts';
import { ConfirmDeletion } from './confirm-deletion.ts';
import { DeletionReceipts } from './deletion-receipts.events.ts';
import { DeletionRpc } from './deletion.rpc.ts';
import { DeletionWorker } from './deletion.worker.ts';
import { DeletionsRepository } from './deletions.repository.ts';
import { GetDeletionStatus } from './get-deletion-status.ts';
import { OwnErasure } from './own-erasure.ts';
import { RequestDeletion } from './request-deletion.ts';
import { StartDeletion } from './start-deletion.ts';

@Module({
  imports: [AuditModule, MailModule, OneUseTokensModule, SessionsModule],
  controllers: [DeletionRpc, DeletionReceipts],
  providers: [
    DeletionsRepository,
    RequestDeletion,
    ConfirmDeletion,
    GetDeletionStatus,
    StartDeletion,
    DeletionWorker,
    { provide: PersonErasurePlan, useClass: OwnErasure },
    PersonErasureWorker,
  ],
})
export class DeletionModule {}
