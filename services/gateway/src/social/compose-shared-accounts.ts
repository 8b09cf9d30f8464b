import { Injectable } from '@nestjs/common';
import { identityRpc, platformRules, sharedAccountRpc, sharedSentence } from '@postloom/contracts';
import type { SharedAccount, SocialAccount } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';

/** Nobody waits for it longer: it is said beside something else. */
const DEADLINE_MS = 2_000;

/** Whom the accounts of a business are connected to as well: publisher knows where, identity what of it the person may see. */
@Injectable()
export class ComposeSharedAccounts {
  constructor(private readonly rpc: Rpc) {}

  async execute(caller: Caller): Promise<SharedAccount[]> {
    const shared = await this.rpc.call(sharedAccountRpc.accountShared, {}, caller, { deadlineMs: DEADLINE_MS });
    if (shared.length === 0) {
      return [];
    }
    const ids = [...new Set(shared.flatMap(({ businessIds }) => businessIds))];
    const named = await this.rpc.call(identityRpc.businessNames, { ids }, caller, { deadlineMs: DEADLINE_MS });
    return shared
      .map(({ accountId, businessIds }) => ({
        accountId,
        businesses: named.filter(({ id }) => businessIds.includes(id)),
      }))
      .filter(({ businesses }) => businesses.length > 0);
  }

  /** Whom accounts that were connected just now belong to as well, as a sentence. None when it is not known: the connection stands all the same. */
  async sentenceOf(accounts: readonly SocialAccount[], caller: Caller): Promise<string | undefined> {
    try {
      const shared = await this.execute(caller);
      const sentences = accounts.flatMap(({ id, platform }) => {
        const businesses = shared.find(({ accountId }) => accountId === id)?.businesses.map(({ name }) => name);
        return businesses === undefined ? [] : [sharedSentence(platformRules[platform].name, businesses)];
      });
      return sentences.length === 0 ? undefined : sentences.join(' ');
    } catch {
      return undefined; // the rpc client has logged and counted it
    }
  }
}
