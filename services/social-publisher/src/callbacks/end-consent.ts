import { Injectable } from '@nestjs/common';
import { platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { BreakAccount, GrantsClaims } from '../accounts/index.ts';

/** A person took their consent back at the platform: every account that rests on it is broken at once, in all businesses. */
@Injectable()
export class EndConsent {
  constructor(
    private readonly grants: GrantsClaims,
    private readonly breakAccount: BreakAccount,
  ) {}

  /** `at`: when it was taken back; what was connected after that is not meant. Answers how many accounts were broken. */
  async execute(tx: Tx, platform: Platform, personOrAccountId: string, at: Date): Promise<number> {
    // Platforms tell whole seconds, cut off.
    const connectedBefore = new Date(at.getTime() + 1_000);
    let broken = 0;
    for (const account of await this.grants.restingOn(tx, platform, { personOrAccountId, connectedBefore })) {
      if (await this.breakAccount.execute(tx, account, endedSentence(platform))) {
        broken += 1;
      }
    }
    return broken;
  }
}

function endedSentence(platform: Platform): string {
  const { name } = platformRules[platform];
  return `Postloom was removed from the account on ${name}. Reconnect the account, waiting posts follow by themselves.`;
}
