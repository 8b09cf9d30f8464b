import { Injectable } from '@nestjs/common';
import { figureNames } from '@postloom/contracts';
import type { DataOf, FigureName, insightEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** Targets of one transaction of a rebuild. */
const REBUILT_AT_ONCE = 1_000;

type Read = DataOf<typeof insightEvents.insightsRead>;

const figures = figureNames.join(', ');
const figureColumns = figureNames.map((name) => `${name} int`).join(', ');
/** When a figure was told that is stored: with the latest reading unless its own time says otherwise. */
const toldAt = (name: string) => `coalesce(f.${name}_at, f.read_at)`;
const isNewer = (name: string) =>
  `(excluded.${name} IS NOT NULL AND (f.${name} IS NULL OR excluded.read_at > ${toldAt(name)}))`;
const latest = figureNames.flatMap((name) => [
  `${name} = CASE WHEN ${isNewer(name)} THEN excluded.${name} ELSE f.${name} END`,
  `${name}_at = nullif(CASE WHEN ${isNewer(name)} THEN excluded.read_at WHEN f.${name} IS NOT NULL THEN ${toldAt(name)} END,
    greatest(f.read_at, excluded.read_at))`,
]);
const isAnyNewer = ['excluded.read_at > f.read_at', ...figureNames.map(isNewer)].join(' OR ');
const times = figureNames.map((name) => `${name}_at`).join(', ');
const rebuilt = figureNames.flatMap((name) => [
  `${name} = coalesce(excluded.${name}, f.${name})`,
  `${name}_at = CASE WHEN excluded.${name} IS NOT NULL THEN excluded.${name}_at
    WHEN f.${name} IS NOT NULL THEN nullif(${toldAt(name)}, excluded.read_at) END`,
]);

const accountFigures = ['views', 'reach', 'interactions'];

/**
 * Days of accounts as their samples say, in whatever order these were told: of each figure the last one. For one day as for all of them, so
 * that a rebuild ends with the same.
 */
const accountDaysFrom = (which: string): string =>
  `INSERT INTO account_days AS d (business_id, account_id, day, platform, read_at, ${accountFigures.join(', ')})
  SELECT business_id, account_id, day, min(platform), max(read_at), ${accountFigures
    .map((name) => `(array_agg(${name} ORDER BY read_at DESC) FILTER (WHERE ${name} IS NOT NULL))[1]`)
    .join(', ')}
  FROM account_day_samples WHERE business_id = $1 AND ${which} GROUP BY business_id, account_id, day ORDER BY day, account_id
  ON CONFLICT (business_id, day, account_id) DO UPDATE SET read_at = excluded.read_at,
    ${accountFigures.map((name) => `${name} = coalesce(excluded.${name}, d.${name})`).join(', ')}`;

/**
 * Readings of posts and accounts, and the latest of each. Whatever is told again, or late, changes nothing that is newer. Each figure is
 * the last one that was told of it, with its own time: X tells clicks for 30 days alone, and a later reading without them takes nothing
 * away that was measured.
 */
@Injectable()
export class SamplesRepository {
  /** Ids of the targets whose latest figures are other ones now. */
  async addPosts(tx: Tx, businessId: string, { readAt, posts }: Read): Promise<string[]> {
    const rows = posts.map(({ targetId, postId, figures: read }) => ({
      target_id: targetId,
      post_id: postId,
      ...read,
    }));
    const from = `jsonb_to_recordset($3::jsonb) AS s (target_id uuid, post_id uuid, ${figureColumns})`;
    const parameters = [businessId, readAt, JSON.stringify(rows)];
    await tx.execute(
      `INSERT INTO metric_samples (business_id, read_at, target_id, post_id, ${figures})
      SELECT $1::uuid, $2::timestamptz, target_id, post_id, ${figures} FROM ${from} ON CONFLICT DO NOTHING`,
      parameters,
    );
    const changed = await tx.query<{ target_id: string }>(
      `INSERT INTO target_figures AS f (business_id, read_at, target_id, ${figures})
      SELECT $1::uuid, $2::timestamptz, target_id, ${figures} FROM ${from} ORDER BY target_id
      ON CONFLICT (target_id) DO UPDATE SET read_at = greatest(f.read_at, excluded.read_at), ${latest.join(', ')}
      WHERE f.business_id = excluded.business_id AND (${isAnyNewer})
      RETURNING target_id`,
      parameters,
    );
    return changed.map(({ target_id }) => target_id);
  }

  async addFollowers(tx: Tx, businessId: string, read: Read & { readonly followers: number }): Promise<void> {
    const parameters = [businessId, read.accountId, read.readAt, read.platform, read.followers];
    await tx.execute(
      `INSERT INTO account_samples (business_id, account_id, read_at, platform, followers) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT DO NOTHING`,
      parameters,
    );
    await tx.execute(
      `INSERT INTO follower_days AS f (business_id, account_id, day, read_at, platform, followers)
      VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date, $3, $4, $5)
      ON CONFLICT (business_id, day, account_id) DO UPDATE SET read_at = excluded.read_at, followers = excluded.followers
      WHERE f.read_at < excluded.read_at`,
      parameters,
    );
  }

  /** What an account was told of by day. */
  async addAccountDays(tx: Tx, businessId: string, { accountId, platform, readAt, days }: Read): Promise<void> {
    if (days.length === 0) {
      return;
    }
    await tx.execute(
      `INSERT INTO account_day_samples (business_id, account_id, read_at, platform, day, ${accountFigures.join(', ')})
      SELECT $1, $2, $3, $4, day, ${accountFigures.join(', ')}
      FROM jsonb_to_recordset($5::jsonb) AS s (day date, ${accountFigures.map((name) => `${name} int`).join(', ')})
      ON CONFLICT DO NOTHING`,
      [businessId, accountId, readAt, platform, JSON.stringify(days)],
    );
    await tx.execute(accountDaysFrom('account_id = $2 AND day = ANY ($3::date[])'), [
      ...[businessId, accountId, days.map(({ day }) => day)],
    ]);
  }

  /** The days of all accounts again. Figures whose samples are gone stay. */
  async rebuildAccountDays(tx: Tx, businessId: string): Promise<void> {
    await tx.execute(accountDaysFrom('true'), [businessId]);
  }

  /**
   * Replaces the latest figures of some targets by what their samples say, and answers the last of these targets: the next batch begins
   * after it. Null: there are no more. Figures whose samples are gone stay. Plan: from one target to the next in the primary key, then
   * from its last entry back to one that tells the figure.
   */
  async rebuildPosts(tx: Tx, businessId: string, after: string): Promise<string | null> {
    const rows = await tx.query<{ target_id: string }>(
      `WITH RECURSIVE target AS (
        (SELECT target_id, 1 AS n FROM metric_samples WHERE business_id = $1 AND target_id > $2 ORDER BY target_id LIMIT 1)
        UNION ALL
        SELECT next.target_id, target.n + 1 FROM target CROSS JOIN LATERAL (
          SELECT target_id FROM metric_samples WHERE business_id = $1 AND target_id > target.target_id ORDER BY target_id LIMIT 1) next
        WHERE target.n < ${REBUILT_AT_ONCE})
      INSERT INTO target_figures AS f (business_id, target_id, read_at, ${figures}, ${times})
      SELECT $1::uuid, target_id, latest.read_at, ${figureNames.map((name) => `${name}_told.figure`).join(', ')},
        ${figureNames.map((name) => `nullif(${name}_told.read_at, latest.read_at)`).join(', ')}
      FROM target CROSS JOIN LATERAL (${lastSample('')}) latest ${figureNames
        .map((name) => `LEFT JOIN LATERAL (${lastSample(name)}) ${name}_told ON true`)
        .join(' ')}
      ON CONFLICT (target_id) DO UPDATE SET read_at = excluded.read_at, ${rebuilt.join(', ')} RETURNING target_id`,
      [businessId, after],
    );
    return rows.reduce<string | null>((last, { target_id: id }) => (last === null || id > last ? id : last), null);
  }

  /** The same for the accounts, of which there are few. */
  async rebuildFollowers(tx: Tx, businessId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO follower_days AS f (business_id, account_id, day, read_at, platform, followers)
      SELECT DISTINCT ON (account_id, (read_at AT TIME ZONE 'UTC')::date)
        business_id, account_id, (read_at AT TIME ZONE 'UTC')::date, read_at, platform, followers
      FROM account_samples WHERE business_id = $1 ORDER BY account_id, (read_at AT TIME ZONE 'UTC')::date, read_at DESC
      ON CONFLICT (business_id, day, account_id) DO UPDATE SET read_at = excluded.read_at, followers = excluded.followers`,
      [businessId],
    );
  }
}

/** The last reading of a target, or the last one that tells this figure. */
function lastSample(name: FigureName | ''): string {
  const [figure, isTold] = name === '' ? ['', ''] : [`, s.${name} AS figure`, `AND s.${name} IS NOT NULL`];
  return `SELECT s.read_at${figure} FROM metric_samples s WHERE s.business_id = $1 AND s.target_id = target.target_id ${isTold}
    ORDER BY s.read_at DESC LIMIT 1`;
}
