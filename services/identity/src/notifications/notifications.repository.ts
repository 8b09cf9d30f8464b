import { Injectable } from '@nestjs/common';
import type { Notification } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import type { NoticeKind } from '../preferences/index.ts';
import type { Notice } from './notice.ts';

interface NotificationRow {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly type: Notification['type'];
  readonly created_at: Date;
  readonly read_at: Date | null;
  readonly actionable: boolean;
  readonly link: string | null;
}

export interface Changed {
  readonly id: string;
  readonly version: number;
}

const newestFirst = {
  name: 'notifications',
  sort: 'created_at',
  type: 'timestamptz',
  id: 'id',
  direction: 'DESC',
} as const;
const COLUMNS = 'id, title, message, type, created_at, read_at, actionable, link';
const kept = (): string => `created_at > now() - make_interval(days => ${config.keepNotificationsDays})`;

@Injectable()
export class NotificationsRepository {
  /** Newest first, without the hidden kinds. @throws AppError validation_failed for a cursor that was not issued here */
  async list(tx: Tx, businessId: string, query: PageQuery, hidden: readonly NoticeKind[]): Promise<List<Notification>> {
    const page = listPage(newestFirst, query, [businessId, hidden]);
    const rows = await tx.query<NotificationRow & { position: string }>(
      `SELECT ${COLUMNS}, ${page.position} AS position FROM notifications
        WHERE business_id = $1 AND kind <> ALL ($2::text[]) AND ${kept()} ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, toNotification, async () => {
      const [row] = await tx.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM notifications
          WHERE business_id = $1 AND kind <> ALL ($2::text[]) AND ${kept()}`,
        [businessId, hidden],
      );
      return row?.total ?? 0;
    });
  }

  /** The zone and the owner of a business, locked until the end of the transaction; null when it is gone. */
  async holdBusiness(tx: Tx, businessId: string): Promise<{ timeZone: string; ownerId: string } | null> {
    const [row] = await tx.query<{ timeZone: string; ownerId: string }>(
      'SELECT time_zone AS "timeZone", owner_id AS "ownerId" FROM businesses WHERE id = $1 FOR KEY SHARE',
      [businessId],
    );
    return row ?? null;
  }

  /** Stores a notification; the earlier one under its key is replaced and unread again. Null: the stored one is newer. */
  async put(
    tx: Tx,
    businessId: string,
    id: string,
    notice: Notice,
    happening: { readonly at: string; readonly isMailed: boolean },
  ): Promise<Changed | null> {
    const [row] = await tx.query<Changed>(
      `INSERT INTO notifications AS n
         (id, business_id, key, about, kind, title, message, type, actionable, link, happened_at, mail_state, first_words)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       ON CONFLICT (business_id, key) DO UPDATE SET about = excluded.about, kind = excluded.kind,
         title = excluded.title, message = excluded.message, type = excluded.type, actionable = excluded.actionable,
         link = excluded.link, happened_at = excluded.happened_at, mail_state = excluded.mail_state, mail_id = NULL,
         first_words = excluded.first_words, read_at = NULL, created_at = now(), version = n.version + 1
       WHERE n.happened_at < excluded.happened_at
       RETURNING id, version`,
      [
        id,
        businessId,
        notice.key,
        notice.about,
        notice.kind,
        notice.title,
        notice.message,
        notice.type,
        notice.actionable,
        notice.link,
        happening.at,
        happening.isMailed ? 'due' : 'none',
        notice.firstWords || null,
      ],
    );
    return row ?? null;
  }

  /** Marks as read and done what the event at `at` has superseded: all notifications whose key starts so. */
  async settle(tx: Tx, businessId: string, about: string, at: string, keyPrefixes: readonly string[]): Promise<number> {
    return tx.execute(
      `UPDATE notifications SET read_at = coalesce(read_at, now()), actionable = false, version = version + 1
        WHERE business_id = $1 AND about = $2 AND happened_at <= $3 AND (actionable OR read_at IS NULL)
          AND EXISTS (SELECT FROM unnest($4::text[]) AS p (prefix) WHERE starts_with(key, p.prefix))`,
      [businessId, about, at, keyPrefixes],
    );
  }

  async deleteAbout(tx: Tx, businessId: string, about: string): Promise<number> {
    return tx.execute('DELETE FROM notifications WHERE business_id = $1 AND about = $2', [businessId, about]);
  }

  async set(tx: Tx, businessId: string, id: string, read: boolean): Promise<(Notification & Changed) | null> {
    const [row] = await tx.query<NotificationRow & Changed>(
      `UPDATE notifications SET read_at = CASE WHEN $3 THEN coalesce(read_at, now()) END, version = version + 1
        WHERE business_id = $1 AND id = $2 AND ${kept()} RETURNING ${COLUMNS}, version`,
      [businessId, id, read],
    );
    return row ? { ...toNotification(row), version: row.version } : null;
  }

  /** The number of unread ones. */
  async readAll(tx: Tx, businessId: string): Promise<number> {
    return tx.execute(
      'UPDATE notifications SET read_at = now(), version = version + 1 WHERE business_id = $1 AND read_at IS NULL',
      [businessId],
    );
  }

  async delete(tx: Tx, businessId: string, id: string): Promise<boolean> {
    const deleted = await tx.execute(`DELETE FROM notifications WHERE business_id = $1 AND id = $2 AND ${kept()}`, [
      businessId,
      id,
    ]);
    return deleted === 1;
  }
}

function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    read: row.read_at !== null,
    actionable: row.actionable,
    link: row.link,
  };
}
