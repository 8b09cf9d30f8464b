import { Injectable } from '@nestjs/common';
import type { Platform, PostStatus } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { isStale, staleIds } from './post-document.ts';

/** JSON texts of posts, joined by commas, and the posts among them whose JSON is to be rendered first. */
export interface PostTexts {
  readonly texts: string;
  readonly stale: readonly string[];
}

export interface PostFilters {
  readonly status?: PostStatus | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly search?: string | undefined;
}

/** Where a page ended: creation time as Postgres writes it (microseconds), and id. */
export interface PagePosition {
  readonly createdAt: string;
  readonly id: string;
}

/**
 * An answer travels as one NATS message of at most 1 MB: a plain array stops before this many bytes of posts (1,000 posts with
 * captions of some 500 characters fit); whoever wants all of a larger list pages through it.
 */
export const MAX_TEXT_BYTES = 900_000;

/**
 * Reads that answer posts. The JSON of each post is kept in its row (`posts.doc`), so a month is one index range and one string:
 * nothing is assembled per post, neither here nor in Postgres.
 */
@Injectable()
export class PostReadsRepository {
  /** Newest first, as many as fit into one answer; `hasMore` when there are others behind them. */
  async list(
    tx: Tx,
    businessId: string,
    filters: PostFilters,
    page: { limit: number; after: PagePosition | null },
  ): Promise<PostTexts & { hasMore: boolean; last: PagePosition | null }> {
    const { where, parameters } = condition(businessId, filters);
    const next = parameters.length + 1;
    const after = page.after === null ? '' : `AND (created_at, id) < ($${next + 1}::timestamptz, $${next + 2}::uuid)`;
    const [row] = await tx.query<
      PostTexts & { shown: number; found: number; last_at: string | null; last_id: string | null }
    >(
      `SELECT coalesce(string_agg(doc, ',') FILTER (WHERE fits), '') AS texts,
        ${staleIds} AS stale, count(*)::int AS found, count(*) FILTER (WHERE fits)::int AS shown,
        (min(created_at) FILTER (WHERE fits))::text AS last_at,
        (array_agg(id) FILTER (WHERE fits))[count(*) FILTER (WHERE fits)] AS last_id
      FROM (SELECT id, created_at, doc, doc_version,
          sum(octet_length(doc)) OVER newest < ${MAX_TEXT_BYTES} AND row_number() OVER newest < $${next} AS fits
        FROM (SELECT id, created_at, doc, doc_version FROM posts WHERE ${where} ${after}
          ORDER BY created_at DESC, id DESC LIMIT $${next}) AS page
        WINDOW newest AS (ORDER BY created_at DESC, id DESC) ORDER BY created_at DESC, id DESC) AS found`,
      [...parameters, page.limit + 1, ...(page.after === null ? [] : [page.after.createdAt, page.after.id])],
    );
    if (row === undefined) {
      throw new Error('an aggregate gave no row');
    }
    const { texts, stale, last_at: createdAt, last_id: id } = row;
    return {
      texts,
      stale,
      hasMore: row.found > row.shown,
      last: createdAt === null || id === null ? null : { createdAt, id },
    };
  }

  async count(tx: Tx, businessId: string, filters: PostFilters): Promise<number> {
    const { where, parameters } = condition(businessId, filters);
    const [row] = await tx.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM posts WHERE ${where}`,
      parameters,
    );
    return row?.total ?? 0;
  }

  /** Scheduled posts, soonest first, at most 1,000. */
  async scheduled(tx: Tx, businessId: string): Promise<PostTexts> {
    const [row] = await tx.query<PostTexts>(
      `SELECT coalesce(string_agg(doc, ',') FILTER (WHERE fits), '') AS texts, ${staleIds} AS stale
      FROM (SELECT id, doc, doc_version, sum(octet_length(doc)) OVER (ORDER BY due_at, id) < ${MAX_TEXT_BYTES} AS fits
        FROM (SELECT id, due_at, doc, doc_version FROM posts WHERE business_id = $1 AND status = 'scheduled'
          ORDER BY due_at, id LIMIT 1000) AS page
        ORDER BY due_at, id) AS found`,
      [businessId],
    );
    return row ?? { texts: '', stale: [] };
  }

  /** One post and its timeline, both as JSON; null when this business has no such post, `text` null while it is not rendered. */
  async one(tx: Tx, businessId: string, postId: string): Promise<{ text: string | null; history: string } | null> {
    const [row] = await tx.query<{ text: string | null; history: string }>(
      `SELECT CASE WHEN NOT ${isStale} THEN p.doc END AS text, coalesce((
        SELECT json_agg(json_build_object('at', to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'actor', h.actor, 'what', h.what, 'platform', h.platform) ORDER BY h.at, h.id)
        FROM post_history h WHERE h.post_id = p.id AND h.business_id = p.business_id), '[]')::text AS history
      FROM posts p WHERE p.id = $1 AND p.business_id = $2`,
      [postId, businessId],
    );
    return row ?? null;
  }

  /** `thisMonth`: posts created since the first of this month on the business's wall clock. */
  async stats(tx: Tx, businessId: string): Promise<{ scheduled: number; thisMonth: number }> {
    const [row] = await tx.query<{ scheduled: number; this_month: number }>(
      `SELECT (SELECT count(*)::int FROM posts WHERE business_id = $1 AND status = 'scheduled') AS scheduled,
        (SELECT count(*)::int FROM posts WHERE business_id = $1
          AND created_at >= date_trunc('month', now() AT TIME ZONE zone.name) AT TIME ZONE zone.name) AS this_month
      FROM (SELECT coalesce((SELECT time_zone FROM business_refs WHERE business_id = $1), 'UTC') AS name) AS zone`,
      [businessId],
    );
    return { scheduled: row?.scheduled ?? 0, thisMonth: row?.this_month ?? 0 };
  }
}

/** The filters as SQL; a post's day is its date, or for one without date the day it was made. */
function condition(businessId: string, filters: PostFilters): { where: string; parameters: unknown[] } {
  const parameters: unknown[] = [businessId];
  const parts = ['business_id = $1'];
  const add = (part: (place: string) => string, value: unknown): void => {
    if (value === undefined) {
      return;
    }
    parameters.push(value);
    parts.push(part(`$${parameters.length}`));
  };
  add((place) => `status = ${place}`, filters.status);
  add((place) => `coalesce(due_at, created_at) >= ${place}::timestamptz`, filters.from);
  add((place) => `coalesce(due_at, created_at) < ${place}::timestamptz`, filters.to);
  add(
    (place) => `EXISTS (SELECT 1 FROM post_targets t WHERE t.post_id = posts.id AND t.platform = ${place})`,
    filters.platform,
  );
  add(
    (place) => `caption ILIKE ${place}`,
    filters.search === undefined ? undefined : `%${escapeLike(filters.search)}%`,
  );
  return { where: parts.join(' AND '), parameters };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
