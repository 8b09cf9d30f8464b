import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import type { HistoryLine } from './history.ts';
import { postColumns, postSelection, targetColumns, targetSelection } from './post-columns.ts';
import type { Column } from './post-columns.ts';
import { DOC_VERSION, isStale, postDocument } from './post-document.ts';
import { everyPhotoOf } from './post.ts';
import type { PostRecord, Target } from './post.ts';

const LOCK_ATTEMPTS = 3;

type PostRow = Omit<PostRecord, 'targets'>;
type TargetRow = Target & { readonly post_id: string };

/** A column and the parameter that it is written from. */
interface Placed {
  readonly column: Column<PostRecord>;
  readonly place: string;
}

const inserted = placed(postColumns);
const keys: readonly string[] = ['id', 'business_id'];
const saved = placed(postColumns.filter(({ name, isFixed }) => isFixed !== true || keys.includes(name)));
/** For updates, keys are left out. */
const assigned = saved.filter(({ column }) => !keys.includes(column.name));

const targetNames = targetColumns.map(({ name }) => name);
/** Targets as SQL parameters. */
const targetShape = `t (${targetColumns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
const changeable = targetColumns.filter(({ isFixed }) => isFixed !== true).map(({ name }) => name);

/** Common to insert and update: statements that follow `WITH post AS (...)`. */
function withParts(columns: readonly Placed[], removals: string): string {
  const [id, businessId, at] = ['id', 'business_id', 'updated_at'].map((name) => placeOf(columns, name));
  const [targets, lines] = [`$${columns.length + 1}`, `$${columns.length + 2}`];
  return `${removals}
    targets AS (
      INSERT INTO post_targets AS old (business_id, post_id, ${targetNames.join(', ')})
      SELECT ${businessId}, ${id}, ${targetNames.map((name) => `t.${name}`).join(', ')}
      FROM json_to_recordset(${targets}) AS ${targetShape}
      ON CONFLICT (id) DO UPDATE SET ${changeable.map((name) => `${name} = excluded.${name}`).join(', ')}
      WHERE (${changeable.map((name) => `old.${name}`).join(', ')})
        IS DISTINCT FROM (${changeable.map((name) => `excluded.${name}`).join(', ')})),
    used AS (
      INSERT INTO photo_uses (business_id, photo_id, post_id) SELECT ${businessId}, u.id, ${id} FROM unnest(${usedPhotosOf(columns)}) AS u (id)
      ON CONFLICT DO NOTHING)
    INSERT INTO post_history (id, business_id, post_id, at, actor, user_id, what, platform)
    SELECT h.id, ${businessId}, ${id}, ${at}, h.actor, h.user_id, h.what, h.platform
    FROM json_to_recordset(${lines}) AS h (id uuid, actor text, user_id uuid, what text, platform text)`;
}

const insertPost = `WITH post AS (
    INSERT INTO posts (${inserted.map(({ column }) => column.name).join(', ')})
    VALUES (${inserted.map(({ place }) => place).join(', ')})),
  ${withParts(inserted, '')}`;

const [savedId, savedBusinessId] = keys.map((name) => placeOf(saved, name));
const ofPost = `post_id = ${savedId} AND business_id = ${savedBusinessId}`;
const savePost = `WITH post AS (
    UPDATE posts SET ${assigned.map(({ column, place }) => `${column.name} = ${column.update?.(place) ?? place}`).join(', ')}
    WHERE id = ${savedId} AND business_id = ${savedBusinessId}),
  ${withParts(
    saved,
    `gone AS (
      DELETE FROM post_targets WHERE ${ofPost}
        AND id NOT IN (SELECT t.id FROM json_to_recordset($${saved.length + 1}) AS t (id uuid))),
    unused AS (
      DELETE FROM photo_uses WHERE ${ofPost} AND photo_id <> ALL (${usedPhotosOf(saved)})),`,
  )}`;

/**
 * Posts with their targets. Every change of a post locks its targets first, in the order of their ids, and then the post, so that the
 * dispatcher (which locks targets only) and an edit cannot deadlock.
 */
@Injectable()
export class PostsRepository {
  constructor(private readonly random: Random) {}

  /**
   * The post, locked for a change, and the database's time; null when this business has no such post. @throws AppError conflict: its
   * platforms kept changing while this waited
   */
  async lock(tx: Tx, businessId: string, postId: string): Promise<{ post: PostRecord; now: Date } | null> {
    for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
      const [targets, posts] = await Promise.all([
        tx.query<TargetRow>(
          `SELECT ${targetSelection}, r.post_id FROM post_targets r WHERE r.post_id = $1 AND r.business_id = $2 ORDER BY r.id FOR UPDATE`,
          [postId, businessId],
        ),
        // A statement after the first one, with a snapshot of its own: it sees the change that the lock waited for.
        tx.query<PostRow & { now: Date; target_ids: string[] }>(
          `SELECT ${postSelection}, clock_timestamp() AS now,
            ARRAY(SELECT t.id FROM post_targets t WHERE t.post_id = r.id ORDER BY t.position, t.id) AS target_ids
          FROM posts r WHERE r.id = $1 AND r.business_id = $2 FOR UPDATE OF r`,
          [postId, businessId],
        ),
      ]);
      if (posts[0] === undefined) {
        return null;
      }
      const { now, target_ids: targetIds, ...post } = posts[0];
      const byId = new Map(targets.map((target) => [target.id, target]));
      const ordered = targetIds.flatMap((id) => byId.get(id) ?? []);
      // Otherwise an edit replaced targets while this one waited: read again, now with the post locked.
      if (ordered.length === targetIds.length) {
        return { post: toRecord(post, ordered), now };
      }
    }
    throw new AppError('conflict');
  }

  /** @throws AppError not_found: this business has no such post; conflict, as `lock` does */
  async lockExisting(tx: Tx, businessId: string, postId: string): Promise<{ post: PostRecord; now: Date }> {
    const locked = await this.lock(tx, businessId, postId);
    if (locked === null) {
      throw new AppError('not_found');
    }
    return locked;
  }

  /** Several posts, unlocked: for callers that have locked what they need, and for rendering. */
  async load(tx: Tx, businessId: string | null, postIds: readonly string[]): Promise<PostRecord[]> {
    const [posts, targets] = await Promise.all([
      tx.query<PostRow>(
        `SELECT ${postSelection} FROM posts r WHERE r.id = ANY ($1::uuid[]) AND ($2::uuid IS NULL OR r.business_id = $2)`,
        [postIds, businessId],
      ),
      tx.query<TargetRow>(
        `SELECT ${targetSelection}, r.post_id FROM post_targets r
        WHERE r.post_id = ANY ($1::uuid[]) AND ($2::uuid IS NULL OR r.business_id = $2) ORDER BY r.post_id, r.position, r.id`,
        [postIds, businessId],
      ),
    ]);
    const byPost = Map.groupBy(targets, (target) => target.post_id);
    return posts.map((post) => toRecord(post, byPost.get(post.id) ?? []));
  }

  insert(tx: Tx, post: PostRecord, lines: readonly HistoryLine[]): Promise<void> {
    return this.write(tx, insertPost, inserted, post, lines);
  }

  /** Writes a locked post as a whole; targets that it no longer has are deleted. */
  save(tx: Tx, post: PostRecord, lines: readonly HistoryLine[]): Promise<void> {
    return this.write(tx, savePost, saved, post, lines);
  }

  /** Findings on posts created in this transaction, which nobody else has seen: no new version, no line in their timelines. */
  async setPreflight(tx: Tx, businessId: string, posts: readonly PostRecord[]): Promise<void> {
    await tx.execute(
      `UPDATE posts p SET preflight_errors = u.errors, preflight_warnings = u.warnings, doc = u.doc, doc_version = ${DOC_VERSION}
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

  /** Targets, history and photo uses are deleted with it. */
  async delete(tx: Tx, post: PostRecord): Promise<void> {
    await tx.execute('DELETE FROM posts WHERE id = $1 AND business_id = $2', [post.id, post.businessId]);
  }

  /** Renders the documents of those posts that still have none, or one of an earlier version. */
  async render(tx: Tx, businessId: string, postIds: readonly string[]): Promise<void> {
    const stale = await tx.query<{ id: string }>(
      `SELECT id FROM posts WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND ${isStale} ORDER BY id FOR UPDATE`,
      [businessId, postIds],
    );
    const posts = await this.load(
      tx,
      businessId,
      stale.map(({ id }) => id),
    );
    await tx.execute(
      `UPDATE posts p SET doc = u.doc, doc_version = ${DOC_VERSION}
      FROM unnest($2::uuid[], $3::text[]) AS u (id, doc) WHERE p.id = u.id AND p.business_id = $1`,
      [businessId, posts.map((post) => post.id), posts.map((post) => JSON.stringify(postDocument(post)))],
    );
  }

  private async write(
    tx: Tx,
    statement: string,
    columns: readonly Placed[],
    post: PostRecord,
    lines: readonly HistoryLine[],
  ): Promise<void> {
    await tx.execute(statement, [
      ...columns.map(({ column }) => column.value(post, 0)),
      JSON.stringify(post.targets.map(targetJson)),
      JSON.stringify(lines.map((line) => this.lineJson(line))),
      everyPhotoOf(post),
    ]);
  }

  private lineJson(line: HistoryLine): Record<string, string | null> {
    const { actor, userId, what, platform } = line;
    return { id: this.random.uuidv7(), actor, user_id: userId, what, platform };
  }
}

/** Parameters in the order of the columns, from $1 on. */
function placed(columns: readonly Column<PostRecord>[]): Placed[] {
  return columns.map((column, index) => ({ column, place: `$${index + 1}::${column.type}` }));
}

/** The parameter after targets and timeline: every photo that the post shows on any platform. */
function usedPhotosOf(columns: readonly Placed[]): string {
  return `$${columns.length + 3}::uuid[]`;
}

function placeOf(columns: readonly Placed[], name: string): string {
  const found = columns.find(({ column }) => column.name === name);
  if (found === undefined) {
    throw new Error(`posts has no column ${name}`);
  }
  return found.place;
}

function targetJson(target: Target, position: number): Record<string, unknown> {
  return Object.fromEntries(targetColumns.map(({ name, value }) => [name, value(target, position)]));
}

function toRecord(post: PostRow, targets: readonly TargetRow[]): PostRecord {
  return { ...post, targets: targets.map(({ post_id: _, ...target }) => target) };
}
