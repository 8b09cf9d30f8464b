import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { PlatformsModule } from '../platforms/index.ts';
import { VaultModule } from '../vault/index.ts';
import { FinishOauth } from './finish-oauth.ts';
import { FlowsClaims } from './flows.claims.ts';
import { FlowsRepository } from './flows.repository.ts';
import { FlowsWorker } from './flows.worker.ts';
import { OauthRpc } from './oauth.rpc.ts';
import { PickAccount } from './pick-account.ts';
import { StartOauth } from './start-oauth.ts';

@Module({
  imports: [AccountsModule, PlatformsModule, VaultModule],
  controllers: [OauthRpc],
  providers: [FinishOauth, FlowsClaims, FlowsRepository, FlowsWorker, PickAccount, StartOauth],
})
export class OauthModule {}
