import { Controller } from '@nestjs/common';
import { attentionRpc, publisherRpc, sharedAccountRpc, SocialStatus } from '@postloom/contracts';
import type { BusinessAttention, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { PageQuery } from '@postloom/persistence';
import { businessOf, writableBusinessOf } from '../access.ts';
import { DisconnectAccount } from './disconnect-account.ts';
import { ListAccounts } from './list-accounts.ts';
import { SharedAccountsClaims } from './shared-accounts.claims.ts';
import { TroubledAccountsClaims } from './troubled-accounts.claims.ts';

@Controller()
export class AccountsRpc {
  constructor(
    private readonly listAccounts: ListAccounts,
    private readonly disconnectAccount: DisconnectAccount,
    private readonly sharedAccounts: SharedAccountsClaims,
    private readonly troubledAccounts: TroubledAccountsClaims,
  ) {}

  @Rpc(publisherRpc.accountList)
  list(query: PageQuery, context: RpcContext): Promise<OutputOf<typeof publisherRpc.accountList>> {
    return this.listAccounts.page(businessOf(context), query);
  }

  /** Connected means usable: an account that must be reconnected counts as not connected. */
  @Rpc(publisherRpc.accountStatus)
  async status(_input: object, context: RpcContext): Promise<OutputOf<typeof publisherRpc.accountStatus>> {
    const accounts = await this.listAccounts.execute(businessOf(context));
    const usable = new Set(
      accounts.filter((account) => account.status !== 'reconnect_required').map((account) => account.platform),
    );
    return SocialStatus.parse(Object.fromEntries([...usable].map((platform) => [platform, true])));
  }

  @Rpc(sharedAccountRpc.accountShared)
  shared(_input: object, context: RpcContext): Promise<OutputOf<typeof sharedAccountRpc.accountShared>> {
    return this.sharedAccounts.of(businessOf(context), context.payerId);
  }

  @Rpc(attentionRpc.publisher)
  troubles(
    { businessIds }: ParsedInputOf<typeof attentionRpc.publisher>,
    { payerId }: RpcContext,
  ): Promise<BusinessAttention[]> {
    return this.troubledAccounts.count(businessIds, payerId);
  }

  @Rpc(publisherRpc.accountDisconnect)
  async disconnect(
    input: ParsedInputOf<typeof publisherRpc.accountDisconnect>,
    context: RpcContext,
  ): Promise<OutputOf<typeof publisherRpc.accountDisconnect>> {
    await this.disconnectAccount.execute(writableBusinessOf(context).businessId, input);
    return { success: true };
  }
}
