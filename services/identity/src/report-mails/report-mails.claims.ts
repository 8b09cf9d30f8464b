import { Injectable } from '@nestjs/common';
import type { ReportFormat } from '@postloom/contracts';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';

export const REPORT_MAILS = 'report_mails';

export interface ReportMailRow extends LeasedRow {
  readonly business_id: string;
  readonly schedule_id: string;
}

/** What a report by mail needs to know. */
export interface ReportMailFacts {
  readonly userId: string;
  readonly email: string;
  readonly format: ReportFormat;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

@Injectable()
export class ReportMailsClaims {
  constructor(private readonly leases: Leases) {}

  /** Null when there is nobody to send it to: the schedule is paused or gone, or the address is not confirmed. */
  async facts(tx: Tx, id: string): Promise<ReportMailFacts | null> {
    const [row] = await tx.query<ReportMailFacts>(
      `SELECT u.id AS "userId", u.email, s.format, m.from_day::text AS "from", m.to_day::text AS "to"
         FROM report_mails m JOIN report_schedules s ON s.id = m.schedule_id JOIN users u ON u.id = s.user_id
        WHERE m.id = $1 AND s.is_active AND u.email_verified_at IS NOT NULL AND u.erased_at IS NULL`,
      [id],
    );
    return row ?? null;
  }

  async markSent(tx: Tx, { id, lease_epoch: epoch }: LeasedRow): Promise<void> {
    if (await this.leases.release(tx, REPORT_MAILS, id, epoch, 'infinity')) {
      await tx.query('UPDATE report_mails SET sent_at = now(), last_error = NULL WHERE id = $1', [id]);
    }
  }

  /** `reason` names the kind of failure, not its text, which may contain addresses. @returns when, by the database's clock */
  async giveUp(tx: Tx, { id, lease_epoch: epoch }: LeasedRow, reason: string): Promise<Date | null> {
    if (!(await this.leases.release(tx, REPORT_MAILS, id, epoch, 'infinity'))) {
      return null;
    }
    const [row] = await tx.query<{ at: Date }>(
      'UPDATE report_mails SET given_up_at = now(), last_error = $2 WHERE id = $1 RETURNING given_up_at AS at',
      [id, reason],
    );
    return row?.at ?? null;
  }

  async putBack(tx: Tx, { id, lease_epoch: epoch }: LeasedRow, reason: string, inSeconds: number): Promise<void> {
    if (await this.leases.postpone(tx, REPORT_MAILS, id, epoch, inSeconds)) {
      await tx.query('UPDATE report_mails SET last_error = $2 WHERE id = $1', [id, reason]);
    }
  }
}
