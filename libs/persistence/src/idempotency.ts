import { createHash } from 'node:crypto';
import { AppError } from '@postloom/contracts';
import type { Tx } from './tx.ts';

export interface IdempotentCall {
  /** Keys belong to a person. */
  userId: string | null;
  /** The caller's `Idempotency-Key`, at most 255 characters; without one the effect simply runs. */
  key: string | null | undefined;
  /** Hash of the request's body: the same key with another body is refused. */
  bodyHash: string;
  /** Which call: 'post.create'. */
  call: string;
}

/** The hash of a request, of everything that makes it another one. */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/** Keys are kept this long (api.md, Conventions). */
export const IDEMPOTENCY_HOURS = 24;

/** One effect per key: key, body hash and answer are stored in the transaction of the effect, so a crash can't split them. */
export class Idempotency {
  /**
   * Runs `effect` once per key and gives its answer; a repeated call gets the stored answer (as JSON holds it).
   * @throws {AppError} `idempotency_mismatch`: the key was used with another body. `conflict`: the first call with
   * this key is still running.
   */
  async run<T>(tx: Tx, request: IdempotentCall, effect: () => Promise<T>): Promise<T> {
    const key = keyOf(request);
    if (key === null) {
      return effect();
    }
    const { call } = request;
    const userId = request.userId ?? '';
    // Two statements on purpose, sent together: the second must not look before the lock is there.
    const [locks, stored] = await Promise.all([
      tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7)) AS mine', [
        JSON.stringify([userId, call, key]),
      ]),
      this.earlier<T>(tx, request),
    ]);
    if (stored) {
      return stored.answer;
    }
    if (!locks[0]?.mine) {
      throw new AppError('conflict', 'The first request with this Idempotency-Key is still running.', {
        retryAfterSeconds: 1,
      });
    }
    const answer = await effect();
    await tx.execute(
      `INSERT INTO idempotency (user_id, call, key, body_hash, answer) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (user_id, call, key) DO UPDATE SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = now()`,
      [userId, call, key, request.bodyHash, JSON.stringify(answer ?? null)],
    );
    return answer;
  }

  /**
   * The answer that this key was given before, for work that begins outside of a transaction; null when there is none yet.
   * @throws {AppError} `idempotency_mismatch`
   */
  async earlier<T>(tx: Tx, request: IdempotentCall): Promise<{ answer: T } | null> {
    const key = keyOf(request);
    if (key === null) {
      return null;
    }
    const [first] = await tx.query<{ body_hash: string; answer: T }>(
      `SELECT body_hash, answer FROM idempotency
      WHERE user_id = $1 AND call = $2 AND key = $3 AND created_at > now() - make_interval(hours => $4)`,
      [request.userId ?? '', request.call, key, IDEMPOTENCY_HOURS],
    );
    if (!first) {
      return null;
    }
    if (first.body_hash !== request.bodyHash) {
      throw new AppError('idempotency_mismatch');
    }
    return { answer: first.answer };
  }

  /** Deletes expired keys, a batch at a time; true = there may be more. Called by the upkeep loop. */
  async cleanUp(tx: Tx): Promise<boolean> {
    const deleted = await tx.execute(
      `DELETE FROM idempotency WHERE ctid IN (
        SELECT ctid FROM idempotency WHERE created_at < now() - make_interval(hours => $1) LIMIT 1000)`,
      [IDEMPOTENCY_HOURS],
    );
    return deleted === 1000;
  }
}

function keyOf({ key }: IdempotentCall): string | null {
  if (key === null || key === undefined || key === '') {
    return null;
  }
  if (key.length > 255) {
    throw new AppError('validation_failed', 'The Idempotency-Key is longer than 255 characters.');
  }
  return key;
}
