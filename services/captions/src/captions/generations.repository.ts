import { Injectable } from '@nestjs/common';
import type { AiProvider, Caption, CaptionStyle } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

export interface NewGeneration {
  readonly id: string;
  readonly businessId: string;
  readonly userId: string;
  readonly photoId: string | null;
  readonly provider: AiProvider;
  readonly style: CaptionStyle;
  readonly idempotencyKey: string | null;
  readonly bodyHash: string;
}

export interface KnownGeneration {
  readonly state: 'running' | 'done';
  readonly bodyHash: string;
  readonly answer: Caption | null;
  /** Running for longer than a provider call can take: its process died. */
  readonly abandoned: boolean;
}

export interface HistoryRow {
  readonly id: string;
  readonly photoId: string | null;
  readonly answer: Caption;
  readonly provider: AiProvider;
  readonly style: CaptionStyle;
  readonly createdAt: Date;
}

/** Twice the longest call: after that no process will return to it. */
const ABANDONED_SECONDS = 60;

@Injectable()
export class GenerationsRepository {
  async byKey(tx: Tx, businessId: string, userId: string, key: string): Promise<KnownGeneration | null> {
    const [row] = await tx.query<KnownGeneration>(
      `SELECT state, body_hash AS "bodyHash", answer, state = 'running' AND created_at < now() - make_interval(secs => $3) AS abandoned
       FROM generations WHERE business_id = $4 AND user_id = $1 AND idempotency_key = $2 AND state <> 'failed'`,
      [userId, key, ABANDONED_SECONDS, businessId],
    );
    return row ?? null;
  }

  /** False when another request with the same key was faster. */
  async insert(tx: Tx, row: NewGeneration): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO generations (id, business_id, user_id, photo_id, provider, style, idempotency_key, body_hash)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id`,
      [row.id, row.businessId, row.userId, row.photoId, row.provider, row.style, row.idempotencyKey, row.bodyHash],
    );
    return inserted.length === 1;
  }

  async finish(tx: Tx, id: string, answer: Caption): Promise<void> {
    await tx.query(
      `UPDATE generations SET state = 'done', answer = $2, finished_at = now() WHERE id = $1 AND state = 'running'`,
      [id, answer],
    );
  }

  async fail(tx: Tx, id: string): Promise<void> {
    await tx.query(`UPDATE generations SET state = 'failed', finished_at = now() WHERE id = $1 AND state = 'running'`, [
      id,
    ]);
  }

  /** A key is kept for a day; then it may be used again. */
  async forgetOldKey(tx: Tx, businessId: string, userId: string, key: string): Promise<void> {
    await tx.query(
      `UPDATE generations SET idempotency_key = NULL
       WHERE business_id = $1 AND user_id = $2 AND idempotency_key = $3 AND created_at <= now() - interval '24 hours'`,
      [businessId, userId, key],
    );
  }

  /** Frees the key of a generation whose process died. */
  async failAbandoned(tx: Tx, businessId: string, userId: string, key: string): Promise<void> {
    await tx.query(
      `UPDATE generations SET state = 'failed', finished_at = now()
       WHERE business_id = $4 AND user_id = $1 AND idempotency_key = $2 AND state = 'running'
         AND created_at < now() - make_interval(secs => $3)`,
      [userId, key, ABANDONED_SECONDS, businessId],
    );
  }

  /** The result of a finished generation of this business. */
  async answer(tx: Tx, businessId: string, id: string): Promise<Caption | null> {
    const [row] = await tx.query<{ answer: Caption }>(
      `SELECT answer FROM generations WHERE id = $1 AND business_id = $2 AND state = 'done'`,
      [id, businessId],
    );
    return row?.answer ?? null;
  }

  history(tx: Tx, businessId: string): Promise<HistoryRow[]> {
    return tx.query<HistoryRow>(
      `SELECT id, photo_id AS "photoId", answer, provider, style, created_at AS "createdAt"
       FROM generations WHERE business_id = $1 AND state = 'done' ORDER BY created_at DESC LIMIT 100`,
      [businessId],
    );
  }
}
