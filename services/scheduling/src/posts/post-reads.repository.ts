import { Injectable } from '@nestjs/common';
import type { Platform, PostStatus } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { ListOrder, PageQuery, Tx } from '@postloom/persistence';
import { hasWords } from '../words/index.ts';
import type { PostSearch } from '../words/index.ts';
import { isStale, staleIds } from './post-document.ts';

/** JSON texts of posts, joined by commas, and the posts among them whose JSON must be rendered first. */
export interface PostTexts {
  readonly texts: string;
  readonly stale: readonly string[];
}

export interface PostList extends PostTexts {
  /** More posts follow. */
  readonly hasMore: boolean;
  /** Null when a plain array was requested. */
  readonly page: { readonly nextCursor: string | null; readonly total: number } | null;
}

export interface PostFilters {
  readonly ids?: readonly string[] | undefined;
  readonly status?: PostStatus | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly settledFrom?: string | undefined;
  readonly platform?: Platform | undefined;
  readonly photoId?: string | undefined;
  readonly search?: string | undefined;
  /** What `search` means. */
  readonly meant?: PostSearch | undefined;
}

/**
 * An answer travels as one NATS message of at most 1 MB: a plain array stops before this many bytes of posts (1,000 posts with
 * captions of some 500 characters fit); whoever wants all of a larger list pages through it.
 */
export const MAX_TEXT_BYTES = 900_000;

const newestFirst = { name: 'posts', sort: 'created_at', type: 'timestamptz', id: 'id', direction: 'DESC' } as const;
const soonestFirst = {
  name: 'scheduled posts',
  sort: 'due_at',
  type: 'timestamptz',
  id: 'id',
  direction: 'ASC',
} as const;

/** SQL of a WHERE, and its parameters. */
interface Condition {
  readonly where: string;
  readonly parameters: readonly unknown[];
}

/**
 * Reads that answer posts. The JSON of each post is stored in its row (`posts.doc`), so a month is one index range and one string: nothing
 * is assembled per post, neither here nor in Postgres.
 */
@Injectable()
export class PostReadsRepository {
  /** Newest first. @throws AppError validation_failed for a cursor that was not issued here */
  list(tx: Tx, businessId: string, { limit, cursor, ...filters }: PostFilters & PageQuery): Promise<PostList> {
    return this.read(tx, newestFirst, { limit, cursor }, condition(businessId, filters));
  }

  /** Soonest first. Plan: Index Scan using posts_waiting. @throws AppError validation_failed for a cursor that was not issued here */
  scheduled(tx: Tx, businessId: string, query: PageQuery): Promise<PostList> {
    const waiting = { where: `business_id = $1 AND status = 'scheduled'`, parameters: [businessId] };
    return this.read(tx, soonestFirst, query, waiting);
  }

  /** As many of the requested posts as fit into one answer. */
  private async read(tx: Tx, order: ListOrder, query: PageQuery, condition: Condition): Promise<PostList> {
    const page = listPage(order, query, condition.parameters);
    const limit = `$${page.parameters.length + 1}`;
    const [[row], total] = await Promise.all([
      tx.query<PostTexts & { shown: number; found: number; id: string | null; position: string | null }>(
        `SELECT coalesce(string_agg(doc, ',') FILTER (WHERE fits), '') AS texts, ${staleIds} AS stale,
          count(*)::int AS found, count(*) FILTER (WHERE fits)::int AS shown,
          (array_agg(position) FILTER (WHERE fits))[count(*) FILTER (WHERE fits)] AS position,
          (array_agg(id) FILTER (WHERE fits))[count(*) FILTER (WHERE fits)] AS id
        FROM (SELECT *, sum(octet_length(doc)) OVER shown < ${MAX_TEXT_BYTES} AND row_number() OVER shown < ${limit} AS fits
          FROM (SELECT id, created_at, due_at, doc, doc_version, ${page.isPage ? page.position : 'NULL::text'} AS position
            FROM posts WHERE ${condition.where} ${page.after} ORDER BY ${page.order} LIMIT ${limit}) AS page
          WINDOW shown AS (ORDER BY ${page.order}) ORDER BY ${page.order}) AS found`,
        [...page.parameters, page.limit],
      ),
      page.isPage ? this.count(tx, condition) : null,
    ]);
    if (row === undefined) {
      throw new Error('an aggregate gave no row');
    }
    const { texts, stale, shown, found, id, position } = row;
    const hasMore = found > shown;
    const nextCursor = hasMore && id !== null && position !== null ? page.cursorAfter({ id, position }) : null;
    return { texts, stale, hasMore, page: total === null ? null : { nextCursor, total } };
  }

  private async count(tx: Tx, { where, parameters }: Condition): Promise<number> {
    const [row] = await tx.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM posts WHERE ${where}`,
      parameters,
    );
    return row?.total ?? 0;
  }

  /** One post and its timeline, both as JSON; null when this business has no such post, `text` null while it is not rendered. */
  async one(
    tx: Tx,
    businessId: string,
    postId: string,
    userId: string | null,
  ): Promise<{ text: string | null; history: string } | null> {
    const [row] = await tx.query<{ text: string | null; history: string }>(
      `SELECT CASE WHEN NOT ${isStale} THEN p.doc END AS text, coalesce((
        SELECT json_agg(json_build_object('at', to_char(h.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'actor', h.actor, 'isYou', coalesce(h.user_id = $3, false), 'what', h.what, 'platform', h.platform) ORDER BY h.at, h.id)
        FROM post_history h WHERE h.post_id = p.id AND h.business_id = p.business_id), '[]')::text AS history
      FROM posts p WHERE p.id = $1 AND p.business_id = $2`,
      [postId, businessId, userId],
    );
    return row ?? null;
  }

  /**
   * `scheduled`: what goes out without a person, so not what needs attention. `thisMonth`: posts created since the first of this month
   * on the business's wall clock.
   */
  async stats(tx: Tx, businessId: string): Promise<{ scheduled: number; thisMonth: number; lastMonth: number }> {
    const [row] = await tx.query<{ scheduled: number; this_month: number; last_month: number }>(
      `SELECT (SELECT count(*)::int FROM posts p WHERE p.business_id = $1 AND p.status = 'scheduled' AND NOT EXISTS (
          SELECT FROM post_targets t WHERE t.post_id = p.id AND t.business_id = $1 AND t.state = 'needs_attention')) AS scheduled,
        (SELECT count(*)::int FROM posts WHERE business_id = $1
          AND created_at >= date_trunc('month', now() AT TIME ZONE zone.name) AT TIME ZONE zone.name) AS this_month,
        (SELECT count(*)::int FROM posts WHERE business_id = $1
          AND created_at >= (date_trunc('month', now() AT TIME ZONE zone.name) - interval '1 month') AT TIME ZONE zone.name
          AND created_at < date_trunc('month', now() AT TIME ZONE zone.name) AT TIME ZONE zone.name) AS last_month
      FROM (SELECT coalesce((SELECT time_zone FROM business_refs WHERE business_id = $1), 'UTC') AS name) AS zone`,
      [businessId],
    );
    return { scheduled: row?.scheduled ?? 0, thisMonth: row?.this_month ?? 0, lastMonth: row?.last_month ?? 0 };
  }
}

/** The filters as SQL; a post's day is its date, or without a date the day on which it was created. */
function condition(businessId: string, filters: PostFilters): Condition {
  const parameters: unknown[] = [businessId];
  const parts = ['business_id = $1'];
  const add = (part: (place: string) => string, value: unknown): void => {
    if (value === undefined) {
      return;
    }
    parameters.push(value);
    parts.push(part(`$${parameters.length}`));
  };
  add((place) => `id = ANY (${place}::uuid[])`, filters.ids);
  add((place) => `status = ${place}`, filters.status);
  add((place) => `coalesce(due_at, created_at) >= ${place}::timestamptz`, filters.from);
  add((place) => `coalesce(due_at, created_at) < ${place}::timestamptz`, filters.to);
  // With `failed`, as the dashboard asks: Index Scan using posts_failed_lately.
  add((place) => `settled_at >= ${place}::timestamptz`, filters.settledFrom);
  add(
    (place) => `EXISTS (SELECT 1 FROM post_targets t WHERE t.post_id = posts.id AND t.platform = ${place})`,
    filters.platform,
  );
  add(
    (place) => `id IN (SELECT u.post_id FROM photo_uses u WHERE u.business_id = $1 AND u.photo_id = ${place})`,
    filters.photoId,
  );
  const words = filters.meant && hasWords(filters.meant, 'posts.id', (value) => `$${parameters.push(value)}`);
  if (words) {
    parts.push(words);
  } else {
    // Signs alone stand in no word: they are searched for letter by letter.
    add(
      (place) => `caption ILIKE ${place}`,
      filters.search === undefined ? undefined : `%${escapeLike(filters.search)}%`,
    );
  }
  return { where: parts.join(' AND '), parameters };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
