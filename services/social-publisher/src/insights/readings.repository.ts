import { Injectable } from '@nestjs/common';
import type { Platform, PostFigures } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { laneIsBlocked } from '../lanes/index.ts';
import { idOfKey } from '../platforms/index.ts';
import { nextReading, spreadOf } from './schedule.ts';

/** A row of `insight_readings` under our lease: a post, or with `post` null its account. */
export interface Reading {
  readonly id: string;
  readonly epoch: number;
  readonly post: { readonly id: string; readonly remoteId: string; readonly publishedAt: Date } | null;
}

/** The account that is read, and whether it may be asked now. */
export interface ReadAccount {
  readonly platform: Platform;
  readonly origin: string | null;
  readonly remoteId: string;
  readonly username: string;
  /** Not while it is parked or broken: there is nobody to ask for. */
  readonly isConnected: boolean;
  /** A limit or an operator stops all calls. */
  readonly isBlocked: boolean;
  /** Its lane works on a post at this moment. */
  readonly isPublishing: boolean;
}

/** When a row is read next; null: never again. */
export interface NextReading {
  readonly reading: Reading;
  readonly at: Date | null;
}

export type ReadPost = { readonly targetId: string; readonly postId: string; readonly figures: PostFigures };

/** What is read of the accounts and posts of one business. */
@Injectable()
export class ReadingsRepository {
  /** A post is public: it is read from an hour after that. One insert, in the transaction of its end. */
  async enroll(
    tx: Tx,
    businessId: string,
    target: { targetId: string; postId: string; accountId: string; remoteId: string; publishedAt: Date },
  ): Promise<void> {
    const first = nextReading(target.publishedAt, target.publishedAt, spreadOf(target.targetId));
    await tx.execute(
      `INSERT INTO insight_readings (id, business_id, account_id, post_id, remote_id, published_at, ready_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
      [
        target.targetId,
        businessId,
        target.accountId,
        target.postId,
        target.remoteId,
        target.publishedAt,
        first ?? target.publishedAt,
      ],
    );
  }

  /** An account is connected (again): it is read daily, now first. */
  async enrollAccount(tx: Tx, businessId: string, accountId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO insight_readings AS r (id, business_id, account_id) VALUES ($1, $2, $1)
      ON CONFLICT (id) DO UPDATE SET ready_at = least(r.ready_at, now())`,
      [accountId, businessId],
    );
  }

  /** Null: it was disconnected. */
  async account(tx: Tx, businessId: string, accountId: string): Promise<ReadAccount | null> {
    const [row] = await tx.query<{
      platform: Platform;
      origin: string | null;
      remote_id: string;
      username: string;
      is_connected: boolean;
      is_blocked: boolean;
      is_publishing: boolean;
    }>(
      `SELECT a.platform, a.origin, a.remote_id, a.username, a.state = 'active' AND l.parked IS NULL AS is_connected,
        ${laneIsBlocked('l')} AS is_blocked, l.lease_until > now() AS is_publishing
      FROM accounts a JOIN lanes l ON l.id = a.id WHERE a.id = $1 AND a.business_id = $2 AND a.state <> 'removed'`,
      [accountId, businessId],
    );
    return row === undefined
      ? null
      : {
          platform: row.platform,
          origin: row.origin,
          remoteId: idOfKey(row.origin, row.remote_id),
          username: row.username,
          isConnected: row.is_connected,
          isBlocked: row.is_blocked,
          isPublishing: row.is_publishing,
        };
  }

  /** Ends the leases after success. A row that another worker owns by now stays as it is. */
  async release(tx: Tx, next: readonly NextReading[]): Promise<void> {
    const ended = next.filter(({ at }) => at === null).map(({ reading }) => reading);
    const later = next.flatMap(({ reading, at }) => (at === null ? [] : [{ reading, at }]));
    if (ended.length > 0) {
      await tx.execute(
        `DELETE FROM insight_readings r USING unnest($1::uuid[], $2::bigint[]) AS u (id, epoch)
        WHERE r.id = u.id AND r.lease_epoch = u.epoch`,
        [ended.map(({ id }) => id), ended.map(({ epoch }) => epoch)],
      );
    }
    if (later.length > 0) {
      await tx.execute(
        `UPDATE insight_readings r SET ready_at = u.at, lease_until = '-infinity', tries = 0
        FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) AS u (id, epoch, at) WHERE r.id = u.id AND r.lease_epoch = u.epoch`,
        [later.map(({ reading }) => reading.id), later.map(({ reading }) => reading.epoch), later.map(({ at }) => at)],
      );
    }
  }

  /** Ends the leases without a reading; ready again in so many seconds. */
  async postpone(tx: Tx, readings: readonly Reading[], seconds: number): Promise<void> {
    await tx.execute(
      `UPDATE insight_readings r SET ready_at = now() + make_interval(secs => $3), lease_until = '-infinity'
      FROM unnest($1::uuid[], $2::bigint[]) AS u (id, epoch) WHERE r.id = u.id AND r.lease_epoch = u.epoch`,
      [readings.map(({ id }) => id), readings.map(({ epoch }) => epoch), seconds],
    );
  }
}
