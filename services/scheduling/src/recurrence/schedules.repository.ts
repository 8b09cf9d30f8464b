import { Injectable } from '@nestjs/common';
import type { Frequency, Platform } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import { pauseEndsAt } from './pause.ts';
import type { Candidate, PhotoTurn } from './rotation.ts';
import { beginsAt } from './schedule.ts';
import type { ScheduleRecord } from './schedule.ts';

interface ScheduleRow {
  id: string;
  business_id: string;
  payer_id: string;
  author_id: string;
  name: string;
  frequency: Frequency;
  time_of_day: string;
  platforms: Platform[];
  use_all_photos: boolean;
  album_id: string | null;
  weekdays: number[] | null;
  start_date: string;
  end_date: string | null;
  time_zone: string;
  is_active: boolean;
  paused_until: string | null;
  account_ids: Partial<Record<Platform, string>>;
  next_local_slot: string | null;
  next_due_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** What a worker must know of the business before it does anything for it. */
export interface ScheduleState {
  readonly schedule: ScheduleRecord;
  /** The database's clock. */
  readonly now: Date;
  readonly isBusinessDeleted: boolean;
  /** The zone of the business as it is known now. */
  readonly timeZone: string;
}

const columns = `s.id, s.business_id, s.payer_id, s.author_id, s.name, s.frequency, s.time_of_day, s.platforms, s.use_all_photos,
  s.album_id, s.weekdays, s.start_date, s.end_date, s.time_zone, s.is_active, s.paused_until, s.account_ids, s.next_local_slot,
  s.next_due_at, s.version, s.created_at, s.updated_at`;

const newestFirst = {
  name: 'schedules',
  sort: 's.created_at',
  type: 'timestamptz',
  id: 's.id',
  direction: 'DESC',
} as const;

/** The most schedules in one calendar answer. */
const MOST_IN_LIST = 1_000;

/** Schedules. Lock order: the schedule first, then its occurrence, then the post. */
@Injectable()
export class SchedulesRepository {
  async insert(tx: Tx, schedule: ScheduleRecord): Promise<void> {
    await tx.execute(
      `INSERT INTO recurring_schedules (id, business_id, payer_id, author_id, name, frequency, time_of_day, platforms,
        use_all_photos, album_id, weekdays, start_date, end_date, time_zone, is_active, paused_until, next_local_slot, next_due_at, version,
        created_at, updated_at, ready_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
        coalesce($22::timestamptz, 'infinity'))`,
      [
        ...[schedule.id, schedule.businessId, schedule.payerId, schedule.authorId, ...fields(schedule)],
        ...[schedule.version, schedule.createdAt, schedule.updatedAt, readyAt(schedule)],
      ],
    );
  }

  /** Writes a locked schedule. A worker that had leased it loses its lease and stops. */
  async save(tx: Tx, schedule: ScheduleRecord): Promise<void> {
    await tx.execute(
      `UPDATE recurring_schedules SET name = $3, frequency = $4, time_of_day = $5, platforms = $6, use_all_photos = $7,
        album_id = $8, weekdays = $9, start_date = $10, end_date = $11, time_zone = $12, is_active = $13, paused_until = $14,
        next_local_slot = $15, next_due_at = $16, version = $17, updated_at = $18, ready_at = coalesce($19::timestamptz, 'infinity'),
        account_ids = $20, lease_until = '-infinity', lease_epoch = lease_epoch + 1, tries = 0
      WHERE id = $1 AND business_id = $2`,
      [
        ...[schedule.id, schedule.businessId, ...fields(schedule)],
        ...[schedule.version, schedule.updatedAt, readyAt(schedule), JSON.stringify(schedule.accountIds)],
      ],
    );
  }

  async delete(tx: Tx, businessId: string, id: string): Promise<void> {
    await tx.execute('DELETE FROM recurring_schedules WHERE id = $1 AND business_id = $2', [id, businessId]);
  }

  async list(tx: Tx, businessId: string): Promise<{ schedules: ScheduleRecord[]; now: Date }> {
    const [now, rows] = await Promise.all([
      tx.now(),
      tx.query<ScheduleRow>(
        `SELECT ${columns} FROM recurring_schedules s WHERE s.business_id = $1 ORDER BY s.created_at DESC, s.id DESC LIMIT $2`,
        [businessId, MOST_IN_LIST],
      ),
    ]);
    return { schedules: rows.map(toRecord), now };
  }

  /** Newest first. @throws AppError validation_failed for a cursor that was not issued here */
  async page(tx: Tx, businessId: string, query: PageQuery): Promise<List<ScheduleRecord>> {
    const page = listPage(newestFirst, query, [businessId]);
    const rows = await tx.query<ScheduleRow & { position: string }>(
      `SELECT ${columns}, ${page.position} AS position FROM recurring_schedules s
        WHERE s.business_id = $1 ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, toRecord, async () => {
      const [row] = await tx.query<{ total: number }>(
        'SELECT count(*)::int AS total FROM recurring_schedules WHERE business_id = $1',
        [businessId],
      );
      return row?.total ?? 0;
    });
  }

  async find(tx: Tx, businessId: string, id: string): Promise<{ schedule: ScheduleRecord; now: Date } | null> {
    const [row] = await tx.query<ScheduleRow & { now: Date }>(
      `SELECT ${columns}, clock_timestamp() AS now FROM recurring_schedules s WHERE s.id = $1 AND s.business_id = $2`,
      [id, businessId],
    );
    return row === undefined ? null : { schedule: toRecord(row), now: row.now };
  }

  async lock(tx: Tx, businessId: string, id: string): Promise<{ schedule: ScheduleRecord; now: Date } | null> {
    const [row] = await tx.query<ScheduleRow & { now: Date }>(
      `SELECT ${columns}, clock_timestamp() AS now FROM recurring_schedules s WHERE s.id = $1 AND s.business_id = $2 FOR UPDATE`,
      [id, businessId],
    );
    return row === undefined ? null : { schedule: toRecord(row), now: row.now };
  }

  /** Schedules whose zone is not that of their business as known now, locked in the order of their ids. */
  async lockOutOfZone(
    tx: Tx,
    businessId: string,
  ): Promise<{ schedule: ScheduleRecord; timeZone: string; now: Date }[]> {
    const rows = await tx.query<ScheduleRow & { now: Date; business_zone: string }>(
      `SELECT ${columns}, clock_timestamp() AS now, b.time_zone AS business_zone
      FROM recurring_schedules s JOIN business_refs b ON b.business_id = s.business_id
      WHERE s.business_id = $1 AND s.time_zone <> b.time_zone ORDER BY s.id FOR UPDATE OF s`,
      [businessId],
    );
    return rows.map((row) => ({ schedule: toRecord(row), timeZone: row.business_zone, now: row.now }));
  }

  /** For workers: the schedule with its business. With an epoch, only while the caller has that lease. */
  async lockForWork(tx: Tx, businessId: string, id: string, epoch: number | null): Promise<ScheduleState | null> {
    const [row] = await tx.query<ScheduleRow & { now: Date; is_deleted: boolean; business_zone: string | null }>(
      `SELECT ${columns}, clock_timestamp() AS now, b.deleted_at IS NOT NULL AS is_deleted, b.time_zone AS business_zone
      FROM recurring_schedules s LEFT JOIN business_refs b ON b.business_id = s.business_id
      WHERE s.id = $1 AND s.business_id = $2 AND ($3::bigint IS NULL OR s.lease_epoch = $3) FOR UPDATE OF s`,
      [id, businessId, epoch],
    );
    if (row === undefined) {
      return null;
    }
    const schedule = toRecord(row);
    return {
      ...{ schedule, now: row.now, isBusinessDeleted: row.is_deleted },
      timeZone: row.business_zone ?? schedule.timeZone,
    };
  }

  /** The photos it may choose from: of its album, or all; the oldest first. */
  async candidates(tx: Tx, { businessId, useAllPhotos, albumId }: ScheduleRecord): Promise<Candidate[]> {
    const rows = await tx.query<{ photo_id: string; uploaded_at: Date }>(
      `SELECT photo_id, uploaded_at FROM photo_refs
      WHERE business_id = $1 AND NOT is_deleted AND ($2::uuid IS NULL OR album_id = $2)`,
      [businessId, useAllPhotos ? null : albumId],
    );
    return rows.map((row) => ({ id: row.photo_id, uploadedAt: row.uploaded_at }));
  }

  /** Past turns of photos: those of skipped or withdrawn occurrences do not count. */
  async turns(tx: Tx, scheduleId: string): Promise<PhotoTurn[]> {
    const rows = await tx.query<{ photo_id: string; round: number; used_at: Date }>(
      `SELECT photo_id, max(round) AS round, max(due_at) AS used_at FROM occurrences
      WHERE schedule_id = $1 AND photo_id IS NOT NULL AND status IN ('picked', 'captioning', 'posted', 'drafted')
      GROUP BY photo_id`,
      [scheduleId],
    );
    return rows.map((row) => ({ photoId: row.photo_id, round: row.round, usedAt: row.used_at }));
  }

  /** Photos used in the current round, by schedule. */
  async usedPhotos(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await tx.query<{ schedule_id: string; photo_ids: string[] }>(
      `SELECT schedule_id, array_agg(photo_id ORDER BY due_at) AS photo_ids FROM (
        SELECT schedule_id, photo_id, round, min(due_at) AS due_at, max(max(round)) OVER (PARTITION BY schedule_id) AS present
        FROM occurrences WHERE business_id = $1 AND schedule_id = ANY ($2::uuid[])
          AND photo_id IS NOT NULL AND status IN ('picked', 'captioning', 'posted', 'drafted')
        GROUP BY schedule_id, photo_id, round) AS turns
      WHERE round = present GROUP BY schedule_id`,
      [businessId, ids],
    );
    return new Map(rows.map((row) => [row.schedule_id, row.photo_ids]));
  }
}

function fields(schedule: ScheduleRecord): unknown[] {
  return [
    ...[schedule.name, schedule.frequency, schedule.timeOfDay, schedule.platforms, schedule.useAllPhotos],
    ...[
      schedule.albumId,
      schedule.weekdays,
      schedule.startDate,
      schedule.endDate,
      schedule.timeZone,
      schedule.isActive,
      schedule.pausedUntil,
    ],
    ...[schedule.next?.localSlot ?? null, schedule.next?.dueAt ?? null],
  ];
}

function readyAt(schedule: ScheduleRecord): Date | null {
  const { id, next } = schedule;
  return next === null ? pauseEndsAt(schedule) : beginsAt(id, next.dueAt);
}

function toRecord(row: ScheduleRow): ScheduleRecord {
  const next =
    row.next_local_slot === null || row.next_due_at === null
      ? null
      : { localSlot: row.next_local_slot, dueAt: row.next_due_at };
  return {
    ...{ id: row.id, businessId: row.business_id, payerId: row.payer_id, authorId: row.author_id, name: row.name },
    ...{ frequency: row.frequency, timeOfDay: row.time_of_day, platforms: row.platforms, weekdays: row.weekdays },
    ...{ useAllPhotos: row.use_all_photos, albumId: row.album_id, startDate: row.start_date, endDate: row.end_date },
    ...{ timeZone: row.time_zone, isActive: row.is_active, pausedUntil: row.is_active ? null : row.paused_until },
    ...{ accountIds: row.account_ids, next, version: row.version },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  };
}
