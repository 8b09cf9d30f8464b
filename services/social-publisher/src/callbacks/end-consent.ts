import { Injectable } from '@nestjs/common';
import { accountMessages, platformRules } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { BreakAccount, GrantsClaims } from '../accounts/index.ts';

/** A person withdrew their consent at the platform: every account that depends on it is marked as broken at once, in all businesses. */
@Injectable()
export class EndConsent {
  constructor(
    private readonly grants: GrantsClaims,
    private readonly breakAccount: BreakAccount,
  ) {}

  /** `at`: when it was withdrawn; accounts connected after that are not affected. Returns how many accounts were marked as broken. */
  async execute(tx: Tx, platform: Platform, personOrAccountId: string, at: Date): Promise<number> {
    // Platforms report whole seconds, rounded down.
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
  return `Postloom was removed from the account on ${name}. ${accountMessages.reconnect}`;
}
