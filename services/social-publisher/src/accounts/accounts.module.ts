import { Module } from '@nestjs/common';
import { InsightsModule } from '../insights/index.ts';
import { LanesModule } from '../lanes/index.ts';
import { PlatformsModule } from '../platforms/index.ts';
import { RevocationsModule } from '../revocations/index.ts';
import { VaultModule } from '../vault/index.ts';
import { AccountsRepository } from './accounts.repository.ts';
import { AccountsRpc } from './accounts.rpc.ts';
import { BreakAccount } from './break-account.ts';
import { ConnectAccount } from './connect-account.ts';
import { DisconnectAccount } from './disconnect-account.ts';
import { ExpiryClaims } from './expiry.claims.ts';
import { ExpiryWorker } from './expiry.worker.ts';
import { GrantsClaims } from './grants.claims.ts';
import { ListAccounts } from './list-accounts.ts';
import { RemoveAccount } from './remove-account.ts';
import { SharedAccountsClaims } from './shared-accounts.claims.ts';
import { TroubledAccountsClaims } from './troubled-accounts.claims.ts';

@Module({
  imports: [InsightsModule, LanesModule, PlatformsModule, RevocationsModule, VaultModule],
  controllers: [AccountsRpc],
  providers: [
    AccountsRepository,
    BreakAccount,
    ConnectAccount,
    DisconnectAccount,
    ExpiryClaims,
    ExpiryWorker,
    GrantsClaims,
    ListAccounts,
    RemoveAccount,
    SharedAccountsClaims,
    TroubledAccountsClaims,
  ],
  exports: [AccountsRepository, BreakAccount, ConnectAccount, GrantsClaims, RemoveAccount],
})
export class AccountsModule {}
