import { createHash } from 'node:crypto';
import { AppError } from '@postloom/contracts';
import type { Tx } from './tx.ts';

/** Who calls, as an `RpcContext` knows it. */
export interface KeyedCaller {
  readonly userId: string | null;
  /** The caller's `Idempotency-Key`, at most 255 characters; without one the effect simply runs. */
  readonly idempotencyKey: string | null;
}

interface KeyOfCall {
  /** Person, business, call and key: the table's primary key. */
  readonly columns: readonly [userId: string, businessId: string, call: string, key: string];
  readonly bodyHash: string;
}

/** Stands in for the business in calls that belong to none. */
const NO_BUSINESS = '00000000-0000-0000-0000-000000000000';

/** The hash of a request: the same key with a different hash is refused. */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/** Keys are kept this long. */
export const IDEMPOTENCY_HOURS = 24;

/**
 * One effect per key: key, body hash and answer are stored in the transaction of the effect, so a crash cannot separate
 * them. A key belongs to the person, to the business of the transaction's scope and to the call; membership is checked
 * before, by whoever opens the transaction in that scope.
 */
export class Idempotency {
  /**
   * Runs `effect` once per key and returns its answer; a repeated call gets the stored answer (after a round trip through
   * JSON).
   * @param call which call: 'post.create'
   * @param body the parts that make it a different request
   * @throws {AppError} `idempotency_mismatch`: the key was used with another body. `conflict`: the first call with this
   * key is still running.
   */
  async run<T>(tx: Tx, caller: KeyedCaller, call: string, body: unknown, effect: () => Promise<T>): Promise<T> {
    const key = keyOf(tx, caller, call, body);
    if (key === null) {
      return effect();
    }
    // Two statements on purpose, sent together: the second must not read before the lock is held.
    const [locks, stored] = await Promise.all([
      tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7)) AS mine', [
        JSON.stringify(key.columns),
      ]),
      this.find<T>(tx, key),
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
      `INSERT INTO idempotency_keys (user_id, business_id, call, key, body_hash, answer) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (user_id, business_id, call, key)
      DO UPDATE SET body_hash = excluded.body_hash, answer = excluded.answer, created_at = now()`,
      [...key.columns, key.bodyHash, JSON.stringify(answer ?? null)],
    );
    return answer;
  }

  /**
   * The answer already stored under this key, for work that begins outside a transaction; null when there is none.
   * @throws {AppError} `idempotency_mismatch`
   */
  async earlier<T>(tx: Tx, caller: KeyedCaller, call: string, body: unknown): Promise<{ answer: T } | null> {
    const key = keyOf(tx, caller, call, body);
    return key === null ? null : this.find<T>(tx, key);
  }

  private async find<T>(tx: Tx, key: KeyOfCall): Promise<{ answer: T } | null> {
    // A row of `idempotency` was written by a pod of the previous version, which does not store the business: it is checked by its body
    // alone.
    const [first] = await tx.query<{ body_hash: string; answer: T }>(
      `SELECT body_hash, answer FROM idempotency_keys
      WHERE user_id = $1 AND business_id = $2 AND call = $3 AND key = $4 AND created_at > now() - make_interval(hours => $5)
      UNION ALL
      SELECT body_hash, answer FROM idempotency
      WHERE user_id = $1 AND call = $3 AND key = $4 AND body_hash = $6 AND created_at > now() - make_interval(hours => $5)
      LIMIT 1`,
      [...key.columns, IDEMPOTENCY_HOURS, key.bodyHash],
    );
    if (!first) {
      return null;
    }
    if (first.body_hash !== key.bodyHash) {
      throw new AppError('idempotency_mismatch');
    }
    return { answer: first.answer };
  }

  /** Deletes expired keys, a batch at a time; true when there may be more. A housekeeping job. */
  async cleanUp(tx: Tx): Promise<boolean> {
    const deleted = await Promise.all(
      ['idempotency_keys', 'idempotency'].map((table) =>
        tx.execute(
          `DELETE FROM ${table} WHERE ctid IN (
            SELECT ctid FROM ${table} WHERE created_at < now() - make_interval(hours => $1) LIMIT 1000)`,
          [IDEMPOTENCY_HOURS],
        ),
      ),
    );
    return deleted.includes(1000);
  }
}

function keyOf(tx: Tx, { userId, idempotencyKey }: KeyedCaller, call: string, body: unknown): KeyOfCall | null {
  if (idempotencyKey === null || idempotencyKey === '') {
    return null;
  }
  if (idempotencyKey.length > 255) {
    throw new AppError('validation_failed', 'The Idempotency-Key is longer than 255 characters.');
  }
  return {
    columns: [userId ?? '', tx.scope.businessId ?? NO_BUSINESS, call, idempotencyKey],
    bodyHash: bodyHash(body),
  };
}
