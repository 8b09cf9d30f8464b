import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, ReadyAt, Tx } from '@postloom/persistence';

export const PUSH_MESSAGES = 'push_messages';

export interface PushRow extends LeasedRow {
  readonly business_id: string;
  readonly device_id: string;
}

/** What a push needs to know. */
export interface PushFacts {
  readonly userId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly serverKey: string;
  readonly notificationId: string;
  readonly kind: string;
  readonly title: string;
  readonly message: string;
  readonly link: string | null;
  readonly businessId: string;
  readonly businessName: string;
  readonly timeZone: string;
  readonly now: Date;
  readonly ageSeconds: number;
}

/** Notifications on their way to devices: one row for each of both. */
@Injectable()
export class PushQueueRepository {
  constructor(private readonly leases: Leases) {}

  /** To every device of the members that is still signed in; in the transaction of the notification, so once. */
  async add(tx: Tx, businessId: string, notificationId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO push_messages (id, business_id, device_id, notification_id)
       SELECT gen_random_uuid(), $1, d.id, $2
         FROM memberships m JOIN push_devices d ON d.user_id = m.user_id JOIN sessions s ON s.id = d.session_id
        WHERE m.business_id = $1 AND s.ended_at IS NULL`,
      [businessId, notificationId],
    );
  }

  /** Null when there is nothing to say any more: it was read, or the browser has signed out. */
  async facts(tx: Tx, id: string): Promise<PushFacts | null> {
    const [row] = await tx.query<PushFacts>(
      `SELECT d.user_id AS "userId", d.endpoint, d.p256dh, d.auth, d.server_key AS "serverKey", n.id AS "notificationId",
              n.kind, n.title, n.message, n.link, b.id AS "businessId", b.name AS "businessName", b.time_zone AS "timeZone", now() AS now,
              extract(epoch FROM now() - p.created_at)::float8 AS "ageSeconds"
         FROM push_messages p
         JOIN push_devices d ON d.id = p.device_id
         JOIN sessions s ON s.id = d.session_id AND s.ended_at IS NULL
         JOIN memberships m ON m.user_id = d.user_id AND m.business_id = p.business_id
         JOIN notifications n ON n.id = p.notification_id AND n.read_at IS NULL
         JOIN businesses b ON b.id = p.business_id
        WHERE p.id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** It is done with, unless another worker owns it now. `outcome` counts for the device. */
  async end(tx: Tx, row: PushRow, outcome: 'sent' | 'failed' | 'none'): Promise<void> {
    const ended = await tx.execute('DELETE FROM push_messages WHERE id = $1 AND lease_epoch = $2', [
      ...[row.id, row.lease_epoch],
    ]);
    if (ended === 0 || outcome === 'none') {
      return;
    }
    await tx.execute(
      outcome === 'sent'
        ? 'UPDATE push_devices SET last_ok_at = now(), failures = 0 WHERE id = $1'
        : 'UPDATE push_devices SET failures = failures + 1 WHERE id = $1',
      [row.device_id],
    );
  }

  async waitFor(tx: Tx, { id, lease_epoch: epoch }: PushRow, readyAt: ReadyAt): Promise<void> {
    await this.leases.release(tx, PUSH_MESSAGES, id, epoch, readyAt);
  }

  async retry(tx: Tx, row: PushRow, inSeconds: number): Promise<void> {
    if (await this.leases.postpone(tx, PUSH_MESSAGES, row.id, row.lease_epoch, inSeconds)) {
      await tx.execute('UPDATE push_devices SET failures = failures + 1 WHERE id = $1', [row.device_id]);
    }
  }

  /** The browser takes no pushes any more. */
  async forget(tx: Tx, { device_id: deviceId }: PushRow): Promise<void> {
    await tx.execute('DELETE FROM push_devices WHERE id = $1', [deviceId]);
  }
}
