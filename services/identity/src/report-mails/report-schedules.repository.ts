import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ReportFormat } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { ReportScheduleRow } from './report-schedule.ts';
import type { ReportRhythm } from './report-turn.ts';

/** Whose schedules, and of which business. */
export interface Member {
  readonly businessId: string;
  readonly userId: string;
}

export type ReportScheduleValues = ReportRhythm & { readonly format: ReportFormat };

const COLUMNS = `id, frequency, weekday, day, hour, format, is_active, ready_at, created_at,
  (SELECT max(m.sent_at) FROM report_mails m WHERE m.schedule_id = s.id) AS last_sent_at`;

/** Each member has schedules of their own. */
@Injectable()
export class ReportSchedulesRepository {
  list(tx: Tx, { businessId, userId }: Member): Promise<ReportScheduleRow[]> {
    return tx.query<ReportScheduleRow>(
      `SELECT ${COLUMNS} FROM report_schedules s WHERE business_id = $1 AND user_id = $2 ORDER BY created_at, id`,
      [businessId, userId],
    );
  }

  async find(tx: Tx, { businessId, userId }: Member, id: string): Promise<ReportScheduleRow | null> {
    const [row] = await tx.query<ReportScheduleRow>(
      `SELECT ${COLUMNS} FROM report_schedules s WHERE business_id = $1 AND user_id = $2 AND id = $3 FOR UPDATE OF s`,
      [businessId, userId, id],
    );
    return row ?? null;
  }

  async addressOf(tx: Tx, userId: string): Promise<{ email: string; isConfirmed: boolean }> {
    const [row] = await tx.query<{ email: string; isConfirmed: boolean }>(
      'SELECT email, email_verified_at IS NOT NULL AS "isConfirmed" FROM users WHERE id = $1 AND erased_at IS NULL',
      [userId],
    );
    if (!row) {
      throw new AppError('unauthorized');
    }
    return row;
  }

  /** How many the member has, held until the transaction ends. @throws AppError no_business */
  async countForOneMore(tx: Tx, { businessId, userId }: Member): Promise<number> {
    const member = await tx.query('SELECT FROM memberships WHERE business_id = $1 AND user_id = $2 FOR NO KEY UPDATE', [
      businessId,
      userId,
    ]);
    if (member.length === 0) {
      throw new AppError('no_business');
    }
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM report_schedules WHERE business_id = $1 AND user_id = $2',
      [businessId, userId],
    );
    return row?.count ?? 0;
  }

  /** The wall clock of the business, and the database's clock. @throws AppError no_business */
  async clockOf(tx: Tx, businessId: string): Promise<{ timeZone: string; now: Date }> {
    const [row] = await tx.query<{ timeZone: string; now: Date }>(
      'SELECT time_zone AS "timeZone", now() AS now FROM businesses WHERE id = $1',
      [businessId],
    );
    if (!row) {
      throw new AppError('no_business');
    }
    return row;
  }

  async insert(
    tx: Tx,
    { businessId, userId }: Member,
    id: string,
    { frequency, weekday, day, hour, format }: ReportScheduleValues,
    readyAt: Date,
  ): Promise<void> {
    await tx.query(
      `INSERT INTO report_schedules (id, business_id, user_id, frequency, weekday, day, hour, format, ready_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, businessId, userId, frequency, weekday, day, hour, format, readyAt],
    );
  }

  /** `turn` is null when nothing changes about when it comes; `readyAt` null pauses it. */
  async update(
    tx: Tx,
    id: string,
    { frequency, weekday, day, hour, format }: ReportScheduleValues,
    turn: { readonly readyAt: Date | null } | null,
  ): Promise<void> {
    await tx.query(
      'UPDATE report_schedules SET frequency = $2, weekday = $3, day = $4, hour = $5, format = $6 WHERE id = $1',
      [id, frequency, weekday, day, hour, format],
    );
    if (turn !== null) {
      await tx.query(
        `UPDATE report_schedules SET is_active = $2::timestamptz IS NOT NULL, active_since = now(),
                ready_at = coalesce($2::timestamptz, 'infinity') WHERE id = $1`,
        [id, turn.readyAt],
      );
    }
  }

  async delete(tx: Tx, { businessId, userId }: Member, id: string): Promise<boolean> {
    const deleted = await tx.execute(
      'DELETE FROM report_schedules WHERE business_id = $1 AND user_id = $2 AND id = $3',
      [...[businessId, userId, id]],
    );
    return deleted > 0;
  }

  /** The wall clock of the business is another one: when its reports are due is worked out anew. */
  async lookAgain(tx: Tx, businessId: string): Promise<void> {
    await tx.execute(
      'UPDATE report_schedules SET ready_at = least(ready_at, now()) WHERE business_id = $1 AND is_active',
      [businessId],
    );
  }
}
