import { Injectable } from '@nestjs/common';
import type { DataImport, ExportCounts, ImportFinding } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { GIVE_UP_HOURS, NO_COUNTS } from '../exports/index.ts';
import { IMPORT_BEGINNING } from './import-job.ts';
import type { ImportChapter, ImportJob, ImportPosition, ImportResult } from './import-job.ts';
import { limits } from './limits.ts';

/** An import as its person sees it. */
export interface ImportRecord {
  readonly id: string;
  readonly state: Exclude<DataImport['state'], 'none'>;
  readonly file: string;
  readonly bytes: number;
  readonly received_bytes: number;
  readonly asked_at: Date;
  readonly refusal: string | null;
  readonly chapters: readonly ImportChapter[];
  readonly chosen: readonly number[];
  readonly brought: ExportCounts;
  readonly left_out: number;
  readonly findings: number;
}

export interface ImportSegment {
  readonly key: string;
  readonly start: number;
  readonly length: number;
}

const RECORD = `id, state, file, bytes, received_bytes, asked_at, refusal, chapters, chosen, brought, left_out, findings`;
const OPEN = `state IN ('receiving', 'checking', 'waiting', 'working')`;
const OVER = `ended_at = now(), ready_at = 'infinity', lease_until = '-infinity'`;

@Injectable()
export class ImportsRepository {
  /** One at a time per person: false when another is open. */
  async insert(tx: Tx, id: string, userId: string, { file, bytes }: { file: string; bytes: number }): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO imports (id, user_id, file, bytes, position, brought) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id) WHERE ${OPEN} DO NOTHING RETURNING id`,
      [id, userId, file, bytes, JSON.stringify(IMPORT_BEGINNING), JSON.stringify(NO_COUNTS)],
    );
    return rows.length === 1;
  }

  async latest(tx: Tx, userId: string): Promise<ImportRecord | null> {
    const [row] = await tx.query<ImportRecord>(
      `SELECT ${RECORD} FROM imports WHERE user_id = $1 ORDER BY asked_at DESC, id DESC LIMIT 1`,
      [userId],
    );
    return row ?? null;
  }

  /** The first words of the report. */
  findings(tx: Tx, importId: string, most: number): Promise<ImportFinding[]> {
    return tx.query<ImportFinding>(
      'SELECT file, line, what FROM import_findings WHERE import_id = $1 ORDER BY number LIMIT $2',
      [importId, most],
    );
  }

  segments(tx: Tx, importId: string): Promise<ImportSegment[]> {
    return tx.query<ImportSegment>(
      'SELECT object_key AS key, start, length FROM import_segments WHERE import_id = $1 ORDER BY start',
      [importId],
    );
  }

  /** The next bytes are stored; with the last of them the zip waits to be checked. False: they are not the next (any more). */
  async addSegment(tx: Tx, importId: string, { key, start, length }: ImportSegment): Promise<boolean> {
    const added = await tx.execute(
      `UPDATE imports SET received_bytes = received_bytes + $3,
         state = CASE WHEN received_bytes + $3 = bytes THEN 'checking' ELSE state END,
         ready_at = CASE WHEN received_bytes + $3 = bytes THEN now() ELSE ready_at END, under_way_since = now()
       WHERE id = $1 AND state = 'receiving' AND received_bytes = $2`,
      [importId, start, length],
    );
    if (added === 1) {
      await tx.query('INSERT INTO import_segments (import_id, object_key, start, length) VALUES ($1, $2, $3, $4)', [
        ...[importId, key, start, length],
      ]);
    }
    return added === 1;
  }

  /** What the zip holds is known; its person chooses. False: the lease was lost, or the import was given up. */
  async checked(tx: Tx, job: ImportJob, exportId: string, chapters: readonly ImportChapter[]): Promise<boolean> {
    const moved = await tx.execute(
      `UPDATE imports SET state = 'waiting', export_id = $3, chapters = $4, ready_at = 'infinity', lease_until = '-infinity'
       WHERE id = $1 AND lease_epoch = $2 AND state = 'checking'`,
      [job.id, job.lease_epoch, exportId, JSON.stringify(chapters)],
    );
    return moved === 1;
  }

  /** The person has chosen; the bytes stay for as long as the work may take. False: there is nothing to choose from (any more). */
  async begin(tx: Tx, userId: string, chosen: readonly number[], withSettings: boolean): Promise<boolean> {
    const [begun] = await tx.query<{ id: string }>(
      `UPDATE imports SET state = 'working', chosen = $2, with_settings = $3, ready_at = now(), tries = 0, under_way_since = now()
       WHERE user_id = $1 AND state = 'waiting' RETURNING id`,
      [userId, JSON.stringify(chosen), withSettings],
    );
    if (begun !== undefined) {
      await this.deleteBytes(tx, begun.id, GIVE_UP_HOURS * 2);
    }
    return begun !== undefined;
  }

  /** A photo of the present file of rows took too long; how often it has. Not while another process has the lease. */
  async countSlow(tx: Tx, job: ImportJob, photoId: string): Promise<number> {
    const [row] = await tx.query<{ times: number }>(
      `UPDATE imports SET slow_photos = slow_photos || jsonb_build_object($3::text, coalesce((slow_photos ->> $3)::int, 0) + 1)
       WHERE id = $1 AND lease_epoch = $2 RETURNING (slow_photos ->> $3)::int AS times`,
      [job.id, job.lease_epoch, photoId],
    );
    return row?.times ?? 0;
  }

  /** Writes what a file of rows has brought; failures before it count no more. False: the lease was lost or the person is erased. */
  async advance(tx: Tx, job: ImportJob, next: ImportPosition, result: ImportResult): Promise<boolean> {
    const { leftOut, findings } = result;
    const brought = JSON.stringify({ ...NO_COUNTS, ...result.counts });
    const [row] = await tx.query<{ findings: number }>(
      `UPDATE imports SET position = $3, left_out = left_out + $5, findings = findings + $6, tries = 0,
         slow_photos = '{}',
         brought = (SELECT jsonb_object_agg(k, (brought ->> k)::int + ($4::jsonb ->> k)::int) FROM jsonb_object_keys(brought) AS k)
       WHERE id = $1 AND lease_epoch = $2 AND lease_until > now() AND state = 'working' RETURNING findings`,
      [job.id, job.lease_epoch, JSON.stringify(next), brought, leftOut, findings.length],
    );
    if (row !== undefined) {
      await this.addFindings(tx, job.id, row.findings - findings.length, findings);
    }
    return row !== undefined;
  }

  /** The worker ends it. False: the lease was lost. */
  async end(tx: Tx, job: ImportJob, state: 'done' | 'refused', refusal: string | null): Promise<boolean> {
    const ended = await tx.execute(
      `UPDATE imports SET state = $3, refusal = $4, ${OVER} WHERE id = $1 AND lease_epoch = $2 AND ${OPEN}`,
      [job.id, job.lease_epoch, state, refusal],
    );
    if (ended === 1) {
      await this.deleteBytes(tx, job.id, 0);
    }
    return ended === 1;
  }

  /** Whether it has been under way for too long. */
  async isLate(tx: Tx, { id }: ImportJob): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS late FROM imports WHERE id = $1 AND under_way_since < now() - make_interval(hours => $2)',
      [id, GIVE_UP_HOURS],
    );
    return rows.length === 1;
  }

  /** Ends what its person has not begun. */
  async drop(tx: Tx, userId: string): Promise<void> {
    const [dropped] = await tx.query<{ id: string }>(
      `UPDATE imports SET state = 'dropped', ${OVER} WHERE user_id = $1 AND ${OPEN} AND state <> 'working' RETURNING id`,
      [userId],
    );
    if (dropped !== undefined) {
      await this.deleteBytes(tx, dropped.id, 0);
    }
  }

  /** Every stored segment is on the list of deletions already; this says when. */
  private async deleteBytes(tx: Tx, importId: string, inHours: number): Promise<void> {
    await tx.query(
      `UPDATE object_deletions d SET ready_at = now() + make_interval(hours => $2) FROM import_segments s
       WHERE s.import_id = $1 AND d.object_key = s.object_key`,
      [importId, inHours],
    );
  }

  private async addFindings(tx: Tx, importId: string, from: number, findings: readonly ImportFinding[]): Promise<void> {
    const kept = findings.slice(0, Math.max(0, limits.findings - from));
    await tx.query(
      `INSERT INTO import_findings (import_id, number, file, line, what)
       SELECT $1, $2::int + f.position, f.file, f.line, f.what
       FROM ROWS FROM (jsonb_to_recordset($3::jsonb) AS (file text, line int, what text)) WITH ORDINALITY AS f (file, line, what, position)`,
      [importId, from, JSON.stringify(kept)],
    );
  }
}
