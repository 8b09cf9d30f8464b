import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Platform, PostStatus } from '@postloom/contracts';
import { currentTraceparent, Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { ZoneClock } from '../zone-clock.ts';
import type { HistoryLine } from './history.ts';
import { postDocument } from './post-document.ts';
import type { TargetState } from './post-status.ts';
import { nextCheckAt } from './check-times.ts';
import type { PostRecord, PreflightCounts, Target } from './post.ts';

const LOCK_ATTEMPTS = 3;

interface PostRow {
  id: string;
  business_id: string;
  payer_id: string;
  author_id: string | null;
  caption: string;
  caption_by_platform: Partial<Record<Platform, string>> | null;
  photo_ids: string[];
  status: PostStatus;
  source: PostRecord['source'];
  due_at: Date | null;
  time_zone: string | null;
  share_taken_at: Date | null;
  settled_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  preflight_errors: number;
  preflight_warnings: number;
}

interface TargetRow {
  id: string;
  post_id: string;
  platform: Platform;
  account_id: string | null;
  state: TargetState;
  round: number;
  due_at: Date | null;
  attempts: number;
  event_version: number;
  remote_id: string | null;
  permalink: string | null;
  error_code: string | null;
  error_message: string | null;
  delayed_until: Date | null;
  published_at: Date | null;
  by_word: boolean;
}

const postColumns = `p.id, p.business_id, p.payer_id, p.author_id, p.caption, p.caption_by_platform, p.photo_ids, p.status, p.source,
  p.due_at, p.time_zone, p.share_taken_at, p.settled_at, p.version, p.created_at, p.updated_at,
  p.preflight_errors, p.preflight_warnings`;
const targetColumns = `t.id, t.post_id, t.platform, t.account_id, t.state, t.round, t.due_at, t.attempts, t.event_version,
  t.remote_id, t.permalink, t.error_code, t.error_message, t.delayed_until, t.published_at, t.by_word`;

/** Shape in which targets travel into SQL. */
const targetShape = `(id uuid, position smallint, platform text, account_id uuid, state text, round int, due_at timestamptz,
  attempts int, event_version bigint, remote_id text, permalink text, error_code text, error_message text, delayed_until timestamptz,
  published_at timestamptz, by_word boolean)`;

/**
 * Posts with their targets. Whoever changes a post locks its targets first, in the order of their ids, and then the post: the
 * dispatcher (which locks targets only) and an edit can't wait for each other in a circle.
 */
@Injectable()
export class PostsRepository {
  constructor(private readonly random: Random) {}

  /**
   * The post, locked for a change, and the database's time; null when this business has no such post.
   * @throws AppError conflict: it changed its platforms again and again while this waited
   */
  async lock(tx: Tx, businessId: string, postId: string): Promise<{ post: PostRecord; now: Date } | null> {
    for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
      const [targets, posts] = await Promise.all([
        tx.query<TargetRow>(
          `SELECT ${targetColumns} FROM post_targets t WHERE t.post_id = $1 AND t.business_id = $2 ORDER BY t.id FOR UPDATE`,
          [postId, businessId],
        ),
        // Run after the first one, with a snapshot of its own: it sees what the wait for the targets was for.
        tx.query<PostRow & { now: Date; target_ids: string[] }>(
          `SELECT ${postColumns}, clock_timestamp() AS now,
            ARRAY(SELECT t.id FROM post_targets t WHERE t.post_id = p.id ORDER BY t.position, t.id) AS target_ids
          FROM posts p WHERE p.id = $1 AND p.business_id = $2 FOR UPDATE OF p`,
          [postId, businessId],
        ),
      ]);
      const [post] = posts;
      if (post === undefined) {
        return null;
      }
      const byId = new Map(targets.map((target) => [target.id, target]));
      const ordered = post.target_ids.flatMap((id) => byId.get(id) ?? []);
      // Otherwise an edit has exchanged targets while this one waited: read again, now with the post locked.
      if (ordered.length === post.target_ids.length) {
        return { post: toRecord(post, ordered), now: post.now };
      }
    }
    throw new AppError('conflict');
  }

  /** Several posts without a lock of their own: for callers that have locked what they need, and for rendering. */
  async load(tx: Tx, businessId: string | null, postIds: readonly string[]): Promise<PostRecord[]> {
    const [posts, targets] = await Promise.all([
      tx.query<PostRow>(
        `SELECT ${postColumns} FROM posts p WHERE p.id = ANY ($1::uuid[]) AND ($2::uuid IS NULL OR p.business_id = $2)`,
        [postIds, businessId],
      ),
      tx.query<TargetRow>(
        `SELECT ${targetColumns} FROM post_targets t
        WHERE t.post_id = ANY ($1::uuid[]) AND ($2::uuid IS NULL OR t.business_id = $2) ORDER BY t.post_id, t.position, t.id`,
        [postIds, businessId],
      ),
    ]);
    const byPost = Map.groupBy(targets, (target) => target.post_id);
    return posts.map((post) => toRecord(post, byPost.get(post.id) ?? []));
  }

  async insert(tx: Tx, post: PostRecord, lines: readonly HistoryLine[]): Promise<void> {
    await tx.execute(
      `WITH post AS (
        INSERT INTO posts (id, business_id, payer_id, author_id, caption, caption_by_platform, photo_ids, status, source, due_at,
          local_time, time_zone, share_taken_at, settled_at, version, created_at, updated_at, doc, traceparent,
          preflight_errors, preflight_warnings, check_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $24, $11, $12, $13, $14, $15, $16, $17, $20, $21, $22, $23)),
      targets AS (
        INSERT INTO post_targets (id, business_id, post_id, position, platform, account_id, state, round, due_at)
        SELECT t.id, $2, $1, t.position, t.platform, t.account_id, t.state, t.round, t.due_at
        FROM json_to_recordset($18) AS t ${targetShape}),
      uses AS (INSERT INTO photo_uses (business_id, photo_id, post_id) SELECT $2, u.id, $1 FROM unnest($7::uuid[]) AS u (id))
      INSERT INTO post_history (id, business_id, post_id, at, actor, user_id, what, platform)
      SELECT h.id, $2, $1, $15, h.actor, h.user_id, h.what, h.platform
      FROM json_to_recordset($19) AS h (id uuid, actor text, user_id uuid, what text, platform text)`,
      [
        ...[post.id, post.businessId, post.payerId, post.authorId, post.caption, json(post.captionByPlatform)],
        ...[post.photoIds, post.status, post.source, post.dueAt, post.timeZone, post.chargedAt, post.settledAt],
        ...[post.version, post.createdAt, post.updatedAt, JSON.stringify(postDocument(post))],
        JSON.stringify(post.targets.map(targetJson)),
        JSON.stringify(lines.map((line) => this.lineJson(line))),
        currentTraceparent() ?? null,
        ...[post.preflight?.errors ?? 0, post.preflight?.warnings ?? 0, nextCheckAt(post, post.updatedAt)],
        localTime(post),
      ],
    );
  }

  /** Writes the whole of a locked post; targets that are no longer in it go. */
  async save(tx: Tx, post: PostRecord, lines: readonly HistoryLine[]): Promise<void> {
    await tx.execute(
      `WITH post AS (
        UPDATE posts SET caption = $3, caption_by_platform = $4, photo_ids = $5, status = $6, due_at = $7, local_time = $20,
          time_zone = $8, share_taken_at = $9, settled_at = $10, version = $11,
          updated_at = $12, doc = $13, traceparent = coalesce($16, traceparent), preflight_errors = $17, preflight_warnings = $18, check_at = $19
        WHERE id = $1 AND business_id = $2),
      gone AS (
        DELETE FROM post_targets WHERE post_id = $1 AND business_id = $2
          AND id NOT IN (SELECT t.id FROM json_to_recordset($14) AS t (id uuid))),
      targets AS (
        INSERT INTO post_targets AS old (id, business_id, post_id, position, platform, account_id, state, round, due_at, attempts,
          event_version, remote_id, permalink, error_code, error_message, delayed_until, published_at, by_word)
        SELECT t.id, $2, $1, t.position, t.platform, t.account_id, t.state, t.round, t.due_at, t.attempts, t.event_version,
          t.remote_id, t.permalink, t.error_code, t.error_message, t.delayed_until, t.published_at, t.by_word
        FROM json_to_recordset($14) AS t ${targetShape}
        ON CONFLICT (id) DO UPDATE SET position = excluded.position, account_id = excluded.account_id, state = excluded.state,
          round = excluded.round, due_at = excluded.due_at, attempts = excluded.attempts, event_version = excluded.event_version,
          remote_id = excluded.remote_id, permalink = excluded.permalink, error_code = excluded.error_code,
          error_message = excluded.error_message, delayed_until = excluded.delayed_until,
          published_at = excluded.published_at, by_word = excluded.by_word),
      unused AS (
        DELETE FROM photo_uses WHERE post_id = $1 AND business_id = $2 AND photo_id <> ALL ($5::uuid[])),
      used AS (
        INSERT INTO photo_uses (business_id, photo_id, post_id) SELECT $2, u.id, $1 FROM unnest($5::uuid[]) AS u (id)
        ON CONFLICT DO NOTHING)
      INSERT INTO post_history (id, business_id, post_id, at, actor, user_id, what, platform)
      SELECT h.id, $2, $1, $12, h.actor, h.user_id, h.what, h.platform
      FROM json_to_recordset($15) AS h (id uuid, actor text, user_id uuid, what text, platform text)`,
      [
        ...[
          post.id,
          post.businessId,
          post.caption,
          json(post.captionByPlatform),
          post.photoIds,
          post.status,
          post.dueAt,
        ],
        ...[post.timeZone, post.chargedAt, post.settledAt, post.version, post.updatedAt],
        ...[JSON.stringify(postDocument(post)), JSON.stringify(post.targets.map(targetJson))],
        JSON.stringify(lines.map((line) => this.lineJson(line))),
        currentTraceparent() ?? null,
        ...[post.preflight?.errors ?? 0, post.preflight?.warnings ?? 0, nextCheckAt(post, post.updatedAt)],
        localTime(post),
      ],
    );
  }

  /** What a check found on posts of this very transaction, which nobody else has seen: no new version, no line in their timelines. */
  async setPreflight(tx: Tx, businessId: string, posts: readonly PostRecord[]): Promise<void> {
    await tx.execute(
      `UPDATE posts p SET preflight_errors = u.errors, preflight_warnings = u.warnings, doc = u.doc
      FROM unnest($2::uuid[], $3::int[], $4::int[], $5::text[]) AS u (id, errors, warnings, doc)
      WHERE p.id = u.id AND p.business_id = $1`,
      [
        ...[businessId, posts.map(({ id }) => id)],
        ...[
          posts.map(({ preflight }) => preflight?.errors ?? 0),
          posts.map(({ preflight }) => preflight?.warnings ?? 0),
        ],
        posts.map((post) => JSON.stringify(postDocument(post))),
      ],
    );
  }

  /** Targets, history and photo uses go with it. */
  async delete(tx: Tx, post: PostRecord): Promise<void> {
    await tx.execute('DELETE FROM posts WHERE id = $1 AND business_id = $2', [post.id, post.businessId]);
  }

  /** Renders up to 1,000 posts of a business that have no document yet; the answer says how many. */
  async renderMissing(tx: Tx, businessId: string): Promise<number> {
    const missing = await tx.query<{ id: string }>(
      'SELECT id FROM posts WHERE business_id = $1 AND doc IS NULL ORDER BY id LIMIT 1000 FOR UPDATE',
      [businessId],
    );
    if (missing.length === 0) {
      return 0;
    }
    const posts = await this.load(
      tx,
      businessId,
      missing.map((row) => row.id),
    );
    await tx.execute(
      `UPDATE posts p SET doc = u.doc FROM unnest($2::uuid[], $3::text[]) AS u (id, doc) WHERE p.id = u.id AND p.business_id = $1`,
      [businessId, posts.map((post) => post.id), posts.map((post) => JSON.stringify(postDocument(post)))],
    );
    return posts.length;
  }

  private lineJson(line: HistoryLine): Record<string, string | null> {
    const { actor, userId, what, platform } = line;
    return { id: this.random.uuidv7(), actor, user_id: userId, what, platform };
  }
}

/** By the runtime's zone data, which also derives instants from it again: Postgres has a copy of its own. */
function localTime({ dueAt, timeZone }: PostRecord): string | null {
  if (dueAt === null || timeZone === null) {
    return null;
  }
  return new Date(ZoneClock.of(timeZone).wallAt(dueAt.getTime())).toISOString().slice(0, -1);
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

function targetJson(target: Target, position: number): Record<string, unknown> {
  return {
    id: target.id,
    position,
    platform: target.platform,
    account_id: target.accountId,
    state: target.state,
    round: target.round,
    due_at: target.dueAt,
    attempts: target.attempts,
    event_version: target.eventVersion,
    remote_id: target.remoteId,
    permalink: target.permalink,
    error_code: target.error?.code ?? null,
    error_message: target.error?.message ?? null,
    delayed_until: target.delayedUntil,
    published_at: target.publishedAt,
    by_word: target.isByResolution,
  };
}

function toRecord(row: PostRow, targets: readonly TargetRow[]): PostRecord {
  return {
    id: row.id,
    businessId: row.business_id,
    payerId: row.payer_id,
    authorId: row.author_id,
    caption: row.caption,
    captionByPlatform: row.caption_by_platform,
    photoIds: row.photo_ids,
    status: row.status,
    source: row.source,
    dueAt: row.due_at,
    timeZone: row.time_zone,
    chargedAt: row.share_taken_at,
    settledAt: row.settled_at,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    targets: targets.map(toTarget),
    preflight: counts(row.preflight_errors, row.preflight_warnings),
  };
}

function counts(errors: number, warnings: number): PreflightCounts | null {
  return errors + warnings === 0 ? null : { errors, warnings };
}

function toTarget(row: TargetRow): Target {
  return {
    id: row.id,
    platform: row.platform,
    accountId: row.account_id,
    state: row.state,
    round: row.round,
    dueAt: row.due_at,
    attempts: row.attempts,
    eventVersion: row.event_version,
    remoteId: row.remote_id,
    permalink: row.permalink,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
    delayedUntil: row.delayed_until,
    publishedAt: row.published_at,
    isByResolution: row.by_word,
  };
}
