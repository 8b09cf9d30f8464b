import { Injectable } from '@nestjs/common';
import { AccountsRepository, GrantsClaims, RemoveAccount } from '../accounts/index.ts';
import { MetaMessages } from './meta-messages.ts';
import { PlatformDeletionsClaims } from './platform-deletions.claims.ts';

/**
 * A person asks Meta that the app forgets them. Their accounts are disconnected in all businesses, the consent is taken back with the
 * tokens, and what named the person on their accounts is removed, on those disconnected before as well. Posts are the business's own and
 * stay; those that wait for the account wait with the reason, as after any disconnect.
 */
@Injectable()
export class DeletePlatformData {
  constructor(
    private readonly messages: MetaMessages,
    private readonly grants: GrantsClaims,
    private readonly accounts: AccountsRepository,
    private readonly remove: RemoveAccount,
    private readonly deletions: PlatformDeletionsClaims,
  ) {}

  /** @throws {AppError} unauthorized (see `MetaMessages`) */
  execute(signedRequest: string): Promise<{ accounts: number; confirmationCode: string }> {
    return this.messages.take(signedRequest, async (tx, { platforms, personOrAccountId }) => {
      const ids: string[] = [];
      for (const platform of platforms) {
        for (const { id, businessId } of await this.grants.everOf(tx, platform, personOrAccountId)) {
          const account = await this.accounts.byId(tx, businessId, id);
          if (account !== null) {
            await this.remove.execute(tx, account);
            await this.accounts.forgetPerson(tx, businessId, id);
            ids.push(id);
          }
        }
      }
      return { accounts: ids.length, confirmationCode: await this.deletions.add(tx, 'platform_person', ids) };
    });
  }
}
