import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export type ChallengePurpose = 'second_step' | 'passkey_sign_in' | 'passkey_add';

export interface ChallengeRow {
  readonly user_id: string | null;
  readonly passkey_challenge: string | null;
  readonly expires_at: Date;
}

const usable = 'used_at IS NULL AND expires_at > now()';

@Injectable()
export class ChallengesRepository {
  /** Returns when it ends. */
  async insert(
    tx: Tx,
    challenge: {
      hash: Buffer;
      purpose: ChallengePurpose;
      userId: string | null;
      sessionId: string | null;
      passkeyChallenge: string | null;
      seconds: number;
    },
  ): Promise<Date> {
    const [row] = await tx.query<{ expires_at: Date }>(
      `INSERT INTO challenges (token_hash, purpose, user_id, session_id, passkey_challenge, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 second') RETURNING expires_at`,
      [
        challenge.hash,
        challenge.purpose,
        challenge.userId,
        challenge.sessionId,
        challenge.passkeyChallenge,
        challenge.seconds,
      ],
    );
    if (!row) {
      throw new Error('The challenge was not inserted.');
    }
    return row.expires_at;
  }

  async find(tx: Tx, hash: Buffer, purpose: ChallengePurpose): Promise<ChallengeRow | null> {
    const [row] = await tx.query<ChallengeRow>(
      `SELECT user_id, passkey_challenge, expires_at FROM challenges
        WHERE token_hash = $1 AND purpose = $2 AND ${usable}`,
      [hash, purpose],
    );
    return row ?? null;
  }

  /** Counts a try; null when there may be no more. */
  async tryOnce(tx: Tx, hash: Buffer, purpose: ChallengePurpose, most: number): Promise<ChallengeRow | null> {
    const [row] = await tx.query<ChallengeRow>(
      `UPDATE challenges SET tries = tries + 1 WHERE token_hash = $1 AND purpose = $2 AND tries < $3 AND ${usable}
       RETURNING user_id, passkey_challenge, expires_at`,
      [hash, purpose, most],
    );
    return row ?? null;
  }

  async setPasskeyChallenge(tx: Tx, hash: Buffer, passkeyChallenge: string): Promise<void> {
    await tx.execute(`UPDATE challenges SET passkey_challenge = $2 WHERE token_hash = $1 AND ${usable}`, [
      hash,
      passkeyChallenge,
    ]);
  }

  /** Of two at the same moment one gets it. */
  async consume(tx: Tx, hash: Buffer): Promise<boolean> {
    return (
      (await tx.execute(`UPDATE challenges SET used_at = now() WHERE token_hash = $1 AND ${usable}`, [hash])) === 1
    );
  }

  async consumeForSession(tx: Tx, hash: Buffer, userId: string, sessionId: string): Promise<boolean> {
    return (
      (await tx.execute(
        `UPDATE challenges SET used_at = now()
          WHERE token_hash = $1 AND purpose = 'passkey_add' AND user_id = $2 AND session_id = $3 AND ${usable}`,
        [hash, userId, sessionId],
      )) === 1
    );
  }

  async consumeAllOf(tx: Tx, userId: string): Promise<void> {
    await tx.execute('UPDATE challenges SET used_at = now() WHERE user_id = $1 AND used_at IS NULL', [userId]);
  }
}
