import { Injectable } from '@nestjs/common';
import type { AiProvider, Caption, CaptionStyle, WrittenCaption } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import type { Usage } from '../providers/index.ts';
import { textHash } from './edit-of.ts';

/** A caption for a picture, a text of the person that was changed, or the description of a picture. */
export type GenerationKind = 'caption' | 'change' | 'alt_text' | 'preview';

export interface NewGeneration {
  readonly id: string;
  readonly kind: GenerationKind;
  readonly businessId: string;
  readonly userId: string;
  readonly photoId: string | null;
  readonly provider: AiProvider;
  /** Of a change that of the text before it; null for what has none. */
  readonly style: CaptionStyle | null;
  readonly idempotencyKey: string | null;
  readonly bodyHash: string;
  readonly promptVersion: number;
}

export interface KnownGeneration<A> {
  readonly state: 'running' | 'done';
  readonly bodyHash: string;
  readonly answer: A | null;
  /** Running for longer than a provider call can take: its process died. */
  readonly abandoned: boolean;
}

/** What was written; a caption or a changed text has its words in `caption`. */
interface Finished {
  readonly provider: AiProvider;
  readonly caption?: string;
  readonly variants?: readonly { readonly caption: string }[] | undefined;
}

interface HistoryRow {
  readonly id: string;
  readonly photoId: string | null;
  readonly answer: Caption;
  readonly provider: AiProvider;
  readonly style: CaptionStyle;
  readonly createdAt: Date;
  readonly posted: string | null;
}

const HISTORY = 'id, photo_id AS "photoId", answer, provider, style, created_at AS "createdAt", edited_to AS posted';

/** The captions that are shown as history and not written again: not the changes of a text that a person has in front of them. */
const HISTORIC = `state = 'done' AND kind = 'caption'`;

const newestFirst = {
  name: 'captions',
  sort: 'created_at',
  type: 'timestamptz',
  id: 'id',
  direction: 'DESC',
} as const;

/** Twice the longest call: after that no process will return to it. */
const ABANDONED_SECONDS = 60;

@Injectable()
export class GenerationsRepository {
  async byKey<A>(tx: Tx, businessId: string, userId: string, key: string): Promise<KnownGeneration<A> | null> {
    const [row] = await tx.query<KnownGeneration<A>>(
      `SELECT state, body_hash AS "bodyHash", answer, state = 'running' AND created_at < now() - make_interval(secs => $3) AS abandoned
       FROM generations WHERE business_id = $4 AND user_id = $1 AND idempotency_key = $2 AND state <> 'failed'`,
      [userId, key, ABANDONED_SECONDS, businessId],
    );
    return row ?? null;
  }

  /** False when another request with the same key was faster. */
  async insert(tx: Tx, row: NewGeneration): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO generations (id, business_id, user_id, photo_id, provider, style, idempotency_key, body_hash, prompt_version, kind)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id`,
      [
        ...[row.id, row.businessId, row.userId, row.photoId, row.provider, row.style, row.idempotencyKey, row.bodyHash],
        ...[row.promptVersion, row.kind],
      ],
    );
    return inserted.length === 1;
  }

  /** False when it was no longer running. */
  async finish(tx: Tx, id: string, answer: Finished, usage: Usage): Promise<boolean> {
    const finished = await tx.execute(
      `UPDATE generations SET state = 'done', answer = $2, finished_at = now(), tokens_read = $3, tokens_written = $4, cost_dollars = $5,
         provider = $6, text_hashes = $7
       WHERE id = $1 AND state = 'running'`,
      [...[id, answer, usage.tokensRead, usage.tokensWritten, usage.dollars], ...[answer.provider, hashesOf(answer)]],
    );
    return finished === 1;
  }

  async isDone(tx: Tx, id: string): Promise<boolean> {
    const rows = await tx.query(`SELECT 1 AS done FROM generations WHERE id = $1 AND state = 'done'`, [id]);
    return rows.length > 0;
  }

  /** False when it was no longer running. */
  async fail(tx: Tx, id: string, usage: Usage): Promise<boolean> {
    const failed = await tx.execute(
      `UPDATE generations SET state = 'failed', finished_at = now(), tokens_read = $2, tokens_written = $3, cost_dollars = $4
       WHERE id = $1 AND state = 'running'`,
      [id, usage.tokensRead, usage.tokensWritten, usage.dollars],
    );
    return failed === 1;
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

  /** The whole history, newest first. @throws AppError validation_failed for a cursor that was not issued here */
  async page(tx: Tx, businessId: string, query: PageQuery): Promise<List<WrittenCaption>> {
    const page = listPage(newestFirst, query, [businessId]);
    const rows = await tx.query<HistoryRow & { position: string }>(
      `SELECT ${HISTORY}, ${page.position} AS position
       FROM generations WHERE business_id = $1 AND ${HISTORIC} ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, toWrittenCaption, () => this.count(tx, businessId));
  }

  /** Stores captions that were written elsewhere; returns the ids of those that were not here. */
  async bringBack(tx: Tx, businessId: string, userId: string, captions: readonly WrittenCaption[]): Promise<string[]> {
    const rows = captions.map(({ caption, hashtags, provider, ...row }) => ({
      ...{ ...row, provider },
      answer: { caption, hashtags, rawAnalysis: '', provider, model: '' },
      hashes: hashesOf({ provider, caption }),
    }));
    const made = await tx.query<{ id: string }>(
      `INSERT INTO generations (id, business_id, user_id, photo_id, provider, style, body_hash, state, answer, created_at, finished_at,
         edited_from, edited_to, text_hashes)
       SELECT r.id, $1, $2, r."photoId", r.provider, r.style, '', 'done', r.answer, least(r."createdAt", now()), now(),
           CASE WHEN r.posted IS NOT NULL THEN left(r.answer->>'caption', 1000) END, left(r.posted, 1000), r.hashes
         FROM jsonb_to_recordset($3::jsonb) AS r (id uuid, "photoId" uuid, provider text, style text, answer jsonb, "createdAt" timestamptz,
           posted text, hashes text[])
       ON CONFLICT DO NOTHING RETURNING id`,
      [businessId, userId, JSON.stringify(rows)],
    );
    return made.map(({ id }) => id);
  }

  /** The texts of the business's last captions, newest first. */
  async latest(tx: Tx, businessId: string, count: number): Promise<string[]> {
    const rows = await tx.query<{ caption: string }>(
      `SELECT answer->>'caption' AS caption FROM generations WHERE business_id = $1 AND ${HISTORIC}
       ORDER BY created_at DESC LIMIT $2`,
      [businessId, count],
    );
    return rows.map(({ caption }) => caption);
  }

  private async count(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM generations WHERE business_id = $1 AND ${HISTORIC}`,
      [businessId],
    );
    return row?.total ?? 0;
  }

  async history(tx: Tx, businessId: string): Promise<WrittenCaption[]> {
    const rows = await tx.query<HistoryRow>(
      `SELECT ${HISTORY} FROM generations WHERE business_id = $1 AND ${HISTORIC} ORDER BY created_at DESC LIMIT 100`,
      [businessId],
    );
    return rows.map(toWrittenCaption);
  }
}

function hashesOf({ caption, variants = [] }: Finished): string[] | null {
  return caption === undefined ? null : [caption, ...variants.map((one) => one.caption)].map(textHash);
}

function toWrittenCaption({ id, photoId, answer, provider, style, createdAt, posted }: HistoryRow): WrittenCaption {
  return {
    ...{ id, photoId, provider, style },
    ...{ caption: answer.caption, hashtags: answer.hashtags, createdAt: createdAt.toISOString() },
    ...(posted === null ? {} : { posted }),
  };
}
