import { Injectable } from '@nestjs/common';
import { engagementRate, figureNames, USUAL_RANGE_DAYS } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { BEST_OF_A_DAY, zoneOf } from '../roll-ups/index.ts';
import { MOST_HASHTAGS } from './figure-rows.ts';
import type {
  AccountRow,
  DayRow,
  DimensionRow,
  FigureRows,
  FollowersRow,
  HourRow,
  PlatformRow,
  RankedRow,
} from './figure-rows.ts';
import { addDays } from './range.ts';
import type { Range } from './range.ts';
import type { Sums } from './sums.ts';

const columns = ['posts', 'measured', ...figureNames, 'interactions', 'audience'];
/** Pods of the release before leave them out; their days are summed up again. */
const rated = 'coalesce(rated_interactions, interactions)';
/** bigint arrives as a number. */
const sums = [
  ...columns.map((name) => `sum(${name})::bigint AS ${name}`),
  `sum(${rated})::bigint AS "ratedInteractions"`,
].join(', ');

/** By platform, by day and by hour: which of the three a row is of; each for the range and for the period before it. */
interface SlotRow extends Sums {
  readonly platform: PlatformRow['platform'] | null;
  readonly day: string | null;
  readonly hour: number | null;
  readonly is_now: boolean;
  readonly read_at: Date | null;
}

/** A value in one of the two periods. */
type ValueRow = Omit<DimensionRow, 'before'> & { readonly is_now: boolean };

/**
 * The roll-ups, read by ranges of their primary keys. Days are parameters: the policy of the tenant lets no condition into the index that
 * a query works out itself, and all days of the business would be read.
 */
@Injectable()
export class FiguresRepository {
  /** The business's day by the database's clock. */
  async today(tx: Tx, businessId: string): Promise<{ today: string; timeZone: string }> {
    const [row] = await tx.query<{ today: string; time_zone: string }>(
      `SELECT zone.name AS time_zone, (now() AT TIME ZONE zone.name)::date AS today FROM (SELECT ${zoneOf('$1')} AS name) zone`,
      [businessId],
    );
    if (row === undefined) {
      throw new Error('a query of one row gave none');
    }
    return { today: row.today, timeZone: row.time_zone };
  }

  /** Everything of a range and the period before it, in days of the business's zone. */
  async rows(tx: Tx, businessId: string, range: { now: Range; before: Range }, timeZone: string): Promise<FigureRows> {
    const { now, before } = range;
    const [slots, dimensions, posts, top, followers, accounts] = await Promise.all([
      this.slots(tx, businessId, range),
      this.dimensions(tx, businessId, range),
      tx.query<{ now: number; before: number }>(
        `SELECT coalesce(sum(posts) FILTER (WHERE day >= $3), 0)::int AS now, coalesce(sum(posts) FILTER (WHERE day < $3), 0)::int AS before
        FROM day_figures WHERE business_id = $1 AND dimension = 'post' AND day BETWEEN $2 AND $4`,
        [businessId, before.from, now.from, now.to],
      ),
      tx.query<RankedRow>(
        `SELECT post_id AS "postId", platforms, published_at AS "publishedAt", permalink, ${columns.join(', ')}, ${rated} AS "ratedInteractions" FROM day_tops
        WHERE business_id = $1 AND day BETWEEN $2 AND $3 ORDER BY interactions DESC, post_id LIMIT ${BEST_OF_A_DAY}`,
        [businessId, now.from, now.to],
      ),
      this.followers(tx, businessId, { from: before.from, to: now.to }, timeZone),
      this.accounts(tx, businessId, range),
    ]);
    const ofRange = slots.filter((row) => row.is_now);
    return {
      platforms: slots.flatMap(({ platform, is_now: isNow, ...row }): PlatformRow[] =>
        platform === null ? [] : [{ ...row, platform, isNow }],
      ),
      days: slots.flatMap(({ day, ...row }): DayRow[] => (day === null ? [] : [{ ...row, day }])),
      hours: slots.flatMap(({ hour, is_now: isNow, ...row }): HourRow[] =>
        hour === null ? [] : [{ ...row, hour, isNow }],
      ),
      dimensions,
      publishedPosts: posts[0] ?? { now: 0, before: 0 },
      ...{ top, followers, accounts },
      measuredAt: ofRange.reduce<Date | null>(
        (latest, { read_at: at }) => (at !== null && (latest === null || at > latest) ? at : latest),
        null,
      ),
    };
  }

  /** Readings are kept by the day in UTC, which begins up to a day before or after the business's: in New York the evening's is of tomorrow. */
  private followers(tx: Tx, businessId: string, { from, to }: Range, timeZone: string): Promise<FollowersRow[]> {
    return tx.query<FollowersRow>(
      `SELECT day, "accountId", platform, followers FROM (
        (SELECT DISTINCT ON (1, 2) (read_at AT TIME ZONE $4)::date AS day, account_id AS "accountId", platform, followers, read_at AS at
        FROM follower_days WHERE business_id = $1 AND day BETWEEN $2 AND $3 ORDER BY 1, 2, read_at DESC)
        UNION ALL SELECT (removed_at AT TIME ZONE $4)::date, account_id, platform, NULL, removed_at
        FROM account_removals WHERE business_id = $1) told
      WHERE day BETWEEN $5 AND $6 ORDER BY at, "accountId"`,
      [businessId, addDays(from, -1), addDays(to, 1), timeZone, from, to],
    );
  }

  /** Days of accounts are those of UTC, whatever the business's zone: a platform tells no part of a day. */
  private accounts(tx: Tx, businessId: string, { now, before }: { now: Range; before: Range }): Promise<AccountRow[]> {
    return tx.query<AccountRow>(
      `SELECT account_id AS "accountId", day >= $3 AS "isNow", count(*)::int AS days, sum(views)::bigint AS views,
        round(avg(reach))::int AS "reachPerDay", sum(interactions)::bigint AS interactions
      FROM account_days WHERE business_id = $1 AND day BETWEEN $2 AND $4 GROUP BY 1, 2`,
      [businessId, before.from, now.from, now.to],
    );
  }

  /** Published posts since the first, each once. */
  async countPosts(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ posts: number }>(
      `SELECT coalesce(sum(posts), 0)::int AS posts FROM day_figures WHERE business_id = $1 AND dimension = 'post'`,
      [businessId],
    );
    return row?.posts ?? 0;
  }

  /** The rate of the last 30 days and of the 30 before; null: nothing was measured. */
  async rates(tx: Tx, businessId: string, today: string): Promise<{ now: number | null; before: number | null }> {
    const rows = await tx.query<{ is_now: boolean; interactions: number | null; audience: number | null }>(
      `SELECT day > $2::date - ${USUAL_RANGE_DAYS} AS is_now, sum(${rated})::bigint AS interactions, sum(audience)::bigint AS audience
      FROM day_figures
      WHERE business_id = $1 AND dimension = 'slot' AND day > $2::date - ${2 * USUAL_RANGE_DAYS} AND day <= $2::date
      GROUP BY 1`,
      [businessId, today],
    );
    const rate = (isNow: boolean): number | null => {
      const row = rows.find(({ is_now: is }) => is === isNow);
      return row === undefined ? null : engagementRate(row.interactions, row.audience);
    };
    return { now: rate(true), before: rate(false) };
  }

  private slots(tx: Tx, businessId: string, { now, before }: { now: Range; before: Range }): Promise<SlotRow[]> {
    return tx.query<SlotRow>(
      `SELECT is_now, platform, day, hour, max(read_at) AS read_at, ${sums} FROM (
        SELECT ${columns.join(', ')}, rated_interactions, read_at, day >= $3 AS is_now, day, split_part(value, ' ', 1) AS platform,
          split_part(value, ' ', 2)::int AS hour
        FROM day_figures WHERE business_id = $1 AND dimension = 'slot' AND day BETWEEN $2 AND $4) slot
      GROUP BY GROUPING SETS ((is_now, platform), (is_now, day), (is_now, hour))`,
      [businessId, before.from, now.from, now.to],
    );
  }

  /** Values that posts of the range have, each beside what it came to in the period before. */
  private async dimensions(
    tx: Tx,
    businessId: string,
    { now, before }: { now: Range; before: Range },
  ): Promise<DimensionRow[]> {
    const rows = await tx.query<ValueRow>(
      `WITH summed AS (
        SELECT dimension, value, day >= $3 AS is_now, ${sums} FROM day_figures
        WHERE business_id = $1 AND dimension IN ('album', 'source', 'style', 'format', 'hashtag') AND day BETWEEN $2 AND $4
        GROUP BY dimension, value, is_now),
      ranked AS (
        SELECT dimension, value, row_number() OVER (PARTITION BY dimension ORDER BY posts DESC, value COLLATE "C") AS place
        FROM summed WHERE is_now)
      SELECT summed.* FROM summed JOIN ranked USING (dimension, value) WHERE dimension <> 'hashtag' OR place <= ${MOST_HASHTAGS}`,
      [businessId, before.from, now.from, now.to],
    );
    const keyOf = ({ dimension, value }: ValueRow): string => `${dimension} ${value}`;
    const earlier = new Map(rows.filter((row) => !row.is_now).map((row) => [keyOf(row), row]));
    return rows.filter((row) => row.is_now).map((row) => ({ ...row, before: earlier.get(keyOf(row)) ?? null }));
  }
}
