import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { TOKEN_BYTES, tokenHash } from '../credentials/index.ts';
import { ChallengesRepository } from './challenges.repository.ts';
import type { ChallengePurpose, ChallengeRow } from './challenges.repository.ts';

/** Answers to one challenge; then the sign-in begins anew, with the password. */
const MOST_TRIES = 5;

const ENDED = 'This took too long, or was already used. Please start again.';

export interface OpenedChallenge {
  readonly challengeToken: string;
  readonly expiresAt: string;
}

/**
 * Something under way that a further request of the same browser completes: for one purpose, for minutes, once. The token is in that
 * browser's cookie and stored as a hash; it opens no session by itself.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly random: Random,
    private readonly challenges: ChallengesRepository,
  ) {}

  /** A sign-in after its password. */
  openSecondStep(tx: Tx, userId: string): Promise<OpenedChallenge> {
    return this.open(tx, { purpose: 'second_step', userId, passkeyChallenge: null });
  }

  /** A sign-in by whichever passkey signs `passkeyChallenge`. */
  openPasskeySignIn(tx: Tx, passkeyChallenge: string): Promise<OpenedChallenge> {
    return this.open(tx, { purpose: 'passkey_sign_in', userId: null, passkeyChallenge });
  }

  /** A passkey that is being made in a session: found again by what the authenticator signs. */
  async openPasskeyAdd(tx: Tx, userId: string, sessionId: string, passkeyChallenge: string): Promise<void> {
    const seconds = config.challengeSeconds;
    const hash = tokenHash(passkeyChallenge);
    await this.challenges.insert(tx, { hash, purpose: 'passkey_add', userId, sessionId, passkeyChallenge, seconds });
  }

  /** @throws AppError `invalid_state` */
  async look(tx: Tx, purpose: ChallengePurpose, token: string): Promise<ChallengeRow> {
    return known(await this.challenges.find(tx, tokenHash(token), purpose));
  }

  /** Before an answer is checked, so that parallel guesses cannot all be tried. @throws AppError `invalid_state` */
  async tryOnce(tx: Tx, purpose: ChallengePurpose, token: string): Promise<ChallengeRow> {
    return known(await this.challenges.tryOnce(tx, tokenHash(token), purpose, MOST_TRIES));
  }

  /** What the passkey has to sign from now on. */
  async askPasskey(tx: Tx, token: string, passkeyChallenge: string): Promise<void> {
    await this.challenges.setPasskeyChallenge(tx, tokenHash(token), passkeyChallenge);
  }

  /** @throws AppError `invalid_state` when somebody was quicker, or its time is over */
  async use(tx: Tx, token: string): Promise<void> {
    if (!(await this.challenges.consume(tx, tokenHash(token)))) {
      throw new AppError('invalid_state', ENDED);
    }
  }

  /** @throws AppError `invalid_state` */
  async usePasskeyAdd(tx: Tx, userId: string, sessionId: string, passkeyChallenge: string): Promise<void> {
    if (!(await this.challenges.consumeForSession(tx, tokenHash(passkeyChallenge), userId, sessionId))) {
      throw new AppError('invalid_state', ENDED);
    }
  }

  /** Nothing of the person's that is under way can be completed any more. */
  async endAllOf(tx: Tx, userId: string): Promise<void> {
    await this.challenges.consumeAllOf(tx, userId);
  }

  private async open(
    tx: Tx,
    facts: { purpose: ChallengePurpose; userId: string | null; passkeyChallenge: string | null },
  ): Promise<OpenedChallenge> {
    const challengeToken = this.random.token(TOKEN_BYTES);
    const expiresAt = await this.challenges.insert(tx, {
      ...facts,
      hash: tokenHash(challengeToken),
      sessionId: null,
      seconds: config.challengeSeconds,
    });
    return { challengeToken, expiresAt: expiresAt.toISOString() };
  }
}

function known(row: ChallengeRow | null): ChallengeRow {
  if (!row) {
    throw new AppError('invalid_state', ENDED);
  }
  return row;
}
