import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export interface ReportLink {
  readonly businessId: string;
  readonly userId: string;
  readonly scheduleId: string;
}

@Injectable()
export class ReportLinksRepository {
  async insert(tx: Tx, hash: Buffer, { businessId, userId, scheduleId }: ReportLink): Promise<void> {
    await tx.query('INSERT INTO report_links (token_hash, business_id, user_id, schedule_id) VALUES ($1, $2, $3, $4)', [
      ...[hash, businessId, userId, scheduleId],
    ]);
  }

  /** `stopped`: the schedule is paused, or was deleted. */
  async find(tx: Tx, hash: Buffer): Promise<{ scheduleId: string; stopped: boolean } | null> {
    const [row] = await tx.query<{ scheduleId: string; stopped: boolean }>(
      `SELECT l.schedule_id AS "scheduleId", s.is_active IS NOT TRUE AS stopped
         FROM report_links l LEFT JOIN report_schedules s ON s.id = l.schedule_id WHERE l.token_hash = $1`,
      [hash],
    );
    return row ?? null;
  }

  /** Pauses the schedule, for its person to resume. */
  async stop(tx: Tx, scheduleId: string): Promise<void> {
    await tx.execute(`UPDATE report_schedules SET is_active = false, ready_at = 'infinity' WHERE id = $1`, [
      scheduleId,
    ]);
  }
}
