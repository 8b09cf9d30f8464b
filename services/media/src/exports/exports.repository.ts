import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import type { ExportEntry, ExportJob } from './export-job.ts';
import { BEGINNING } from './position.ts';
import type { Chapter, Position } from './position.ts';

/** An export as its person sees it. */
export interface ExportRecord {
  readonly id: string;
  readonly state: 'working' | 'ready' | 'failed';
  readonly asked_at: Date;
  readonly ended_at: Date | null;
  readonly expires_at: Date | null;
  readonly is_expired: boolean;
  readonly bytes: number;
  readonly photo_bytes: number;
  readonly expected_bytes: number;
  readonly chapters: readonly Chapter[];
}

export interface Segment {
  readonly key: string;
  readonly start: number;
  readonly length: number;
}

/** What a stored segment changes in its export. */
export interface Progress {
  readonly position: Position;
  readonly chapters: readonly Chapter[];
  readonly photoBytes: number;
  readonly segment: Segment | null;
  readonly entries: readonly ExportEntry[];
}

const RECORD = `id, state, asked_at, ended_at, expires_at, coalesce(expires_at <= now(), false) AS is_expired, bytes, photo_bytes,
  expected_bytes, chapters`;

@Injectable()
export class ExportsRepository {
  /** One at a time per person: false when another is under way. */
  async insert(tx: Tx, id: string, userId: string): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO exports (id, user_id, position, expected_bytes)
       VALUES ($1, $2, $3, coalesce((SELECT sum(used) FROM usage WHERE payer_id = $2 AND metric = 'storage' AND NOT closed), 0)::bigint)
       ON CONFLICT (user_id) WHERE state = 'working' DO NOTHING RETURNING id`,
      [id, userId, JSON.stringify(BEGINNING)],
    );
    return rows.length === 1;
  }

  async latest(tx: Tx, userId: string): Promise<ExportRecord | null> {
    const [row] = await tx.query<ExportRecord>(
      `SELECT ${RECORD} FROM exports WHERE user_id = $1 ORDER BY asked_at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return row ?? null;
  }

  /** The newest that can be downloaded, also while another is under way. */
  async downloadable(tx: Tx, userId: string): Promise<ExportRecord | null> {
    const [row] = await tx.query<ExportRecord>(
      `SELECT ${RECORD} FROM exports WHERE user_id = $1 AND state = 'ready' AND expires_at > now()
       ORDER BY asked_at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return row ?? null;
  }

  /** The segments that hold the bytes from `from` to `to`, both inclusive. */
  segments(tx: Tx, exportId: string, from: number, to: number): Promise<Segment[]> {
    return tx.query<Segment>(
      `SELECT object_key AS key, start, length FROM export_segments
       WHERE export_id = $1 AND start <= $3 AND start + length > $2 ORDER BY start`,
      [exportId, from, to],
    );
  }

  /** Writes what a segment brought. False: the lease was lost or the person is erased, and nothing was written. */
  async advance(tx: Tx, job: ExportJob, progress: Progress): Promise<boolean> {
    const { position, chapters, photoBytes, segment, entries } = progress;
    const moved = await tx.execute(
      `UPDATE exports SET position = $3, chapters = $4, photo_bytes = photo_bytes + $5, bytes = bytes + $6,
         segments = segments + $7, entries = entries + $8
       WHERE id = $1 AND lease_epoch = $2 AND lease_until > now() AND state = 'working'`,
      [
        ...[job.id, job.lease_epoch, JSON.stringify(position), JSON.stringify(chapters), photoBytes],
        ...[segment?.length ?? 0, segment === null ? 0 : 1, entries.length],
      ],
    );
    if (moved !== 1) {
      return false;
    }
    if (segment !== null) {
      await tx.query(
        'INSERT INTO export_segments (export_id, number, object_key, start, length) VALUES ($1, $2, $3, $4, $5)',
        [job.id, job.segments, segment.key, segment.start, segment.length],
      );
    }
    await tx.query(
      `INSERT INTO export_entries (export_id, number, name, method, crc, size, stored, start, sha256, role, photo_id, rows)
       SELECT $1, $2::int + e.position - 1, e.name, e.method, e.crc, e.size, e.stored, e.start, e.sha256, e.role, e."photoId", e.rows
       FROM ROWS FROM (jsonb_to_recordset($3::jsonb) AS (name text, method smallint, crc bigint, size bigint, stored bigint,
         start bigint, sha256 text, role text, "photoId" uuid, rows int)) WITH ORDINALITY
         AS e (name, method, crc, size, stored, start, sha256, role, "photoId", rows, position)`,
      [job.id, job.entries, JSON.stringify(entries)],
    );
    return true;
  }

  /** Entries behind a number, in their order. */
  entriesAfter(
    tx: Tx,
    exportId: string,
    after: number,
    limit: number,
  ): Promise<(ExportEntry & { readonly number: number })[]> {
    return tx.query(
      `SELECT number, name, method, crc, size, stored, start, sha256, role, photo_id AS "photoId", rows FROM export_entries
       WHERE export_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
      [exportId, after, limit],
    );
  }

  /** Paths of the pictures of some photos, as far as they are in the zip. */
  async pictures(
    tx: Tx,
    exportId: string,
    photoIds: readonly string[],
  ): Promise<Map<string, { path: string | null; preview: string | null }>> {
    const rows = await tx.query<{ id: string; path: string | null; preview: string | null }>(
      `SELECT photo_id AS id, min(name) FILTER (WHERE role = 'original') AS path, min(name) FILTER (WHERE role = 'preview') AS preview
       FROM export_entries WHERE export_id = $1 AND photo_id = ANY ($2) GROUP BY photo_id`,
      [exportId, photoIds],
    );
    return new Map(rows.map(({ id, ...paths }) => [id, paths]));
  }

  /** It can be downloaded for some days, and its bytes are deleted after them; an earlier export of the person gives way to it. */
  async finish(tx: Tx, job: ExportJob, keepDays: number): Promise<Date> {
    const [row] = await tx.query<{ expires_at: Date }>(
      `UPDATE exports SET state = 'ready', ended_at = now(), expires_at = now() + make_interval(days => $2) WHERE id = $1
       RETURNING expires_at`,
      [job.id, keepDays],
    );
    if (row === undefined) {
      throw new Error('an export that was being finished is gone');
    }
    await tx.query('DELETE FROM export_entries WHERE export_id = $1', [job.id]);
    await this.deleteBytes(tx, [job.id], row.expires_at);
    const earlier = await tx.query<{ id: string }>(
      `UPDATE exports SET expires_at = now() WHERE user_id = $1 AND id <> $2 AND state = 'ready' AND expires_at > now() RETURNING id`,
      [job.user_id, job.id],
    );
    await this.deleteBytes(
      tx,
      earlier.map(({ id }) => id),
      null,
    );
    return row.expires_at;
  }

  /** Gives up what has been under way for too long. False: it is not that old yet, or the lease was lost. */
  async giveUp(tx: Tx, job: ExportJob, afterHours: number): Promise<boolean> {
    const ended = await tx.execute(
      `UPDATE exports SET state = 'failed', ended_at = now()
       WHERE id = $1 AND lease_epoch = $2 AND state = 'working' AND asked_at < now() - make_interval(hours => $3)`,
      [job.id, job.lease_epoch, afterHours],
    );
    if (ended === 1) {
      await tx.query('DELETE FROM export_entries WHERE export_id = $1', [job.id]);
      await this.deleteBytes(tx, [job.id], null);
    }
    return ended === 1;
  }

  /** Every stored segment is on the list of deletions already; this says when. Null: at once. */
  private async deleteBytes(tx: Tx, exportIds: readonly string[], at: Date | null): Promise<void> {
    await tx.query(
      `UPDATE object_deletions d SET ready_at = coalesce($2::timestamptz, now()) FROM export_segments s
       WHERE s.export_id = ANY ($1) AND d.object_key = s.object_key`,
      [exportIds, at],
    );
  }
}
