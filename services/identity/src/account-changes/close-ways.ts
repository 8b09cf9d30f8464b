import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { Challenges } from '../challenges/index.ts';
import { CredentialsRepository } from '../credentials/index.ts';
import { Passkeys } from '../passkeys/index.ts';
import { SecondSteps } from '../second-step/index.ts';
import { WithdrawLinks } from './withdraw-links.ts';

/**
 * Closes the ways into an own account that may be somebody else's: the password, every link and sign-in under way, and what was set up
 * since then: the app, recovery codes, passkeys. Sessions end by `RevokeAllSessions`.
 */
@Injectable()
export class CloseWays {
  constructor(
    private readonly withdrawLinks: WithdrawLinks,
    private readonly credentials: CredentialsRepository,
    private readonly secondSteps: SecondSteps,
    private readonly passkeys: Passkeys,
    private readonly challenges: Challenges,
  ) {}

  async execute(tx: Tx, userId: string, since: Date): Promise<void> {
    await this.withdrawLinks.execute(tx, userId);
    await this.credentials.forgetPassword(tx, userId);
    await this.secondSteps.removeSince(tx, userId, since);
    await this.passkeys.removeSince(tx, userId, since);
    await this.challenges.endAllOf(tx, userId);
  }
}
