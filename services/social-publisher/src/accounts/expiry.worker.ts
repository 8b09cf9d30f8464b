import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { accountMessages, doctorEvents, platformRules } from '@postloom/contracts';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { BreakAccount } from './break-account.ts';
import { ExpiryClaims } from './expiry.claims.ts';

const BATCH = 100;
const EVERY_SECONDS = 60;
const DAY_MS = 86_400_000;

/**
 * Watches the ends of connections. The owner of a connection that cannot be renewed without them is notified 7 days and 1 day before its
 * end, once each: the mark and the event are one transaction. One that has ended is marked as broken at once, not only when its next post
 * fails.
 */
@Injectable()
export class ExpiryWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly claims: ExpiryClaims,
    private readonly breakAccount: BreakAccount,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'account-expiry', everySeconds: EVERY_SECONDS, run: () => this.execute() });
  }

  /** One batch; true when there may be more. */
  execute(): Promise<boolean> {
    return this.uow.run(Scope.system('connections that come to their end'), async (tx) => {
      const ending = await this.claims.toWarn(tx, BATCH);
      for (const { id, businessId, platform, name, expiresAt, version, now } of ending) {
        await tx.emit(doctorEvents.accountExpiring, {
          businessId,
          entityId: id,
          version,
          data: {
            accountId: id,
            platform,
            accountName: name,
            expiresAt: expiresAt.toISOString(),
            daysLeft: Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS),
          },
        });
      }
      const ended = await this.claims.ended(tx, BATCH);
      for (const account of ended) {
        await this.breakAccount.execute(tx, account, endedSentence(account.platform));
      }
      return ending.length === BATCH || ended.length === BATCH;
    });
  }
}

function endedSentence(platform: keyof typeof platformRules): string {
  return `The connection with ${platformRules[platform].name} ran out. ${accountMessages.reconnect}`;
}
