import { Injectable } from '@nestjs/common';
import type { NotificationChannels, NotificationKind, NotificationPreferences, QuietHours } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { defaultPreferences } from './preferences.ts';

/** The channels that a link at the end of a mail stops. */
export type StoppableChannel = 'mail' | 'weekly';

/** What a person has chosen; a kind without a row has the default. */
@Injectable()
export class PreferencesRepository {
  async of(tx: Tx, userId: string): Promise<NotificationPreferences> {
    const kinds = await tx.query<NotificationChannels & { kind: NotificationKind }>(
      'SELECT kind, page, mail, weekly FROM notification_preferences WHERE user_id = $1',
      [userId],
    );
    const [quiet] = await tx.query<QuietHours>(
      `SELECT is_on AS "on", starts AS "from", ends AS "to", failures_pass AS "failuresPass"
         FROM quiet_hours WHERE user_id = $1`,
      [userId],
    );
    return {
      kinds: {
        ...defaultPreferences.kinds,
        ...Object.fromEntries(kinds.map(({ kind, ...channels }) => [kind, channels])),
      },
      quietHours: quiet ?? defaultPreferences.quietHours,
    };
  }

  async setKinds(
    tx: Tx,
    userId: string,
    kinds: Partial<Record<NotificationKind, NotificationChannels>>,
  ): Promise<void> {
    const rows = Object.entries(kinds).map(([kind, channels]) => ({ kind, ...channels }));
    await tx.query(
      `INSERT INTO notification_preferences (user_id, kind, page, mail, weekly)
       SELECT $1, k.kind, k.page, k.mail, k.weekly
         FROM jsonb_to_recordset($2::jsonb) AS k (kind text, page boolean, mail boolean, weekly boolean) ORDER BY k.kind
       ON CONFLICT (user_id, kind) DO UPDATE SET page = excluded.page, mail = excluded.mail, weekly = excluded.weekly`,
      [userId, JSON.stringify(rows)],
    );
  }

  async setQuietHours(tx: Tx, userId: string, { on, from, to, failuresPass }: QuietHours): Promise<void> {
    await tx.query(
      `INSERT INTO quiet_hours (user_id, is_on, starts, ends, failures_pass) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id) DO UPDATE SET is_on = excluded.is_on, starts = excluded.starts, ends = excluded.ends,
         failures_pass = excluded.failures_pass`,
      [userId, on, from, to, failuresPass],
    );
  }

  /** In one statement, so that it undoes no choice that is made at the same time. */
  async stop(tx: Tx, userId: string, channel: StoppableChannel, kinds: readonly NotificationKind[]): Promise<void> {
    await tx.query(
      `INSERT INTO notification_preferences AS p (user_id, kind, page, mail, weekly)
       SELECT $1, k.kind, k.page, k.mail, k.weekly
         FROM jsonb_to_recordset($2::jsonb) AS k (kind text, page boolean, mail boolean, weekly boolean) ORDER BY k.kind
       ON CONFLICT (user_id, kind) DO UPDATE SET
         mail = CASE $3 WHEN 'mail' THEN false ELSE p.mail END,
         weekly = CASE $3 WHEN 'weekly' THEN false ELSE p.weekly END`,
      [
        userId,
        JSON.stringify(kinds.map((kind) => ({ kind, ...defaultPreferences.kinds[kind], [channel]: false }))),
        channel,
      ],
    );
  }
}
