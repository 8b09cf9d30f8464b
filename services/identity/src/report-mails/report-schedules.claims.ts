import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import type { ReportDays, ReportRhythm } from './report-turn.ts';

const TABLE = 'report_schedules';
const LEASE_SECONDS = 60;

interface ClaimedSchedule extends LeasedRow, ReportRhythm {
  readonly business_id: string;
  readonly active_since: Date;
}

export interface DueSchedule extends ClaimedSchedule {
  readonly timeZone: string;
  /** The database's clock. */
  readonly now: Date;
}

@Injectable()
export class ReportSchedulesClaims {
  constructor(
    private readonly leases: Leases,
    private readonly random: Random,
  ) {}

  async claim(tx: Tx, limit: number): Promise<DueSchedule[]> {
    const rows = await this.leases.claim<ClaimedSchedule>(tx, { table: TABLE, limit, leaseSeconds: LEASE_SECONDS });
    const businesses = await tx.query<{ id: string; timeZone: string; now: Date }>(
      'SELECT id, time_zone AS "timeZone", now() AS now FROM businesses WHERE id = ANY ($1::uuid[])',
      [rows.map((row) => row.business_id)],
    );
    const clocks = new Map(businesses.map(({ id, ...clock }) => [id, clock]));
    return rows.flatMap((row) => {
      const clock = clocks.get(row.business_id);
      return clock === undefined ? [] : [{ ...row, ...clock }];
    });
  }

  /** The report of these days, once. */
  async queue(tx: Tx, { id, business_id: businessId }: DueSchedule, { from, to }: ReportDays): Promise<void> {
    await tx.query(
      `INSERT INTO report_mails (id, business_id, schedule_id, from_day, to_day) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (schedule_id, to_day) DO NOTHING`,
      [this.random.uuidv7(), businessId, id, from, to],
    );
  }

  async rest(tx: Tx, { id, lease_epoch: epoch }: LeasedRow, until: Date): Promise<void> {
    await this.leases.release(tx, TABLE, id, epoch, until);
  }
}
