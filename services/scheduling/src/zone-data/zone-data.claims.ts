import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export interface WaitingPost {
  readonly businessId: string;
  readonly id: string;
  readonly dueAt: Date;
  /** The wall clock the person chose, ISO without offset. */
  readonly localTime: string;
  readonly timeZone: string;
}

/** How far the posts have been brought to newer rules; null when not begun. */
export type Position = Pick<WaitingPost, 'businessId' | 'id' | 'dueAt'>;

export interface ActiveSchedule {
  readonly businessId: string;
  readonly id: string;
  readonly timeZone: string;
}

export interface Progress {
  readonly position: Position | null;
  /** The last schedule done; null while posts are left. */
  readonly scheduleId: string | null;
}

/** The one row that records which zone data the scheduled posts were derived from. */
@Injectable()
export class ZoneDataClaims {
  /**
   * Null: this version is applied, a newer one is, or another pod is applying it. Otherwise the row is locked until the transaction ends.
   */
  async claim(tx: Tx, version: string): Promise<Progress | null> {
    const [row] = await tx.query<{
      at_business: string | null;
      at_post: string | null;
      at_due: Date | null;
      at_schedule: string | null;
    }>(
      `SELECT at_business, at_post, at_due, at_schedule FROM zone_data WHERE version < $1 COLLATE "C" FOR UPDATE SKIP LOCKED`,
      [version],
    );
    if (row === undefined) {
      return null;
    }
    const { at_business: businessId, at_post: id, at_due: dueAt } = row;
    const position = businessId === null || id === null || dueAt === null ? null : { businessId, id, dueAt };
    return { position, scheduleId: row.at_schedule };
  }

  /** Plan: Index Scan using posts_waiting, from the position on. */
  async waiting(tx: Tx, { position }: Pick<Progress, 'position'>, limit: number): Promise<WaitingPost[]> {
    const rows = await tx.query<{
      business_id: string;
      id: string;
      due_at: Date;
      local_time: string;
      time_zone: string;
    }>(
      `SELECT business_id, id, due_at, to_char(local_time, 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS local_time, time_zone
      FROM posts WHERE status = 'scheduled' AND due_at > now()
        AND (business_id, due_at, id) > ($1::uuid, $2::timestamptz, $3::uuid)
      ORDER BY business_id, due_at, id LIMIT $4`,
      [position?.businessId ?? NOBODY, position?.dueAt ?? '-infinity', position?.id ?? NOBODY, limit],
    );
    return rows.map((row) => ({
      businessId: row.business_id,
      id: row.id,
      dueAt: row.due_at,
      localTime: row.local_time,
      timeZone: row.time_zone,
    }));
  }

  async advance(tx: Tx, { businessId, id, dueAt }: Position): Promise<void> {
    await tx.execute('UPDATE zone_data SET at_business = $1, at_post = $2, at_due = $3', [businessId, id, dueAt]);
  }

  /**
   * Active schedules after this one; without an id the first. One whose slot is due is opened by the new rules anyway.
   * Plan: Index Scan using recurring_schedules_pkey, from the position on.
   */
  async schedules(tx: Tx, { scheduleId }: Pick<Progress, 'scheduleId'>, limit: number): Promise<ActiveSchedule[]> {
    const rows = await tx.query<{ business_id: string; id: string; time_zone: string }>(
      `SELECT business_id, id, time_zone FROM recurring_schedules
      WHERE is_active AND next_due_at > now() AND id > $1::uuid ORDER BY id LIMIT $2`,
      [scheduleId ?? NOBODY, limit],
    );
    return rows.map((row) => ({ businessId: row.business_id, id: row.id, timeZone: row.time_zone }));
  }

  /** All posts are done: the schedules follow, from this one on. */
  async advanceSchedules(tx: Tx, scheduleId: string = NOBODY): Promise<void> {
    await tx.execute('UPDATE zone_data SET at_schedule = $1', [scheduleId]);
  }

  async finish(tx: Tx, version: string): Promise<void> {
    await tx.execute(
      'UPDATE zone_data SET version = $1, applied_at = now(), at_business = NULL, at_post = NULL, at_due = NULL, at_schedule = NULL',
      [version],
    );
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
