import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { analyticsRpc } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { asAdmin, eventually, testService } from '@postloom/testing';
import { AppModule } from '../../../services/analytics/src/app.module.ts';
import { migrations } from '../../../services/analytics/src/migrations/index.ts';
import { teller } from '../../../services/analytics/src/testing/teller.ts';
import { startPublisherProcess } from '../../../services/social-publisher/src/testing/publisher-process.ts';
import type { PublisherProcess } from '../../../services/social-publisher/src/testing/publisher-process.ts';
import { PublisherWorld } from '../../../services/social-publisher/src/testing/publisher-world.ts';
import type { Person } from '../../../services/social-publisher/src/testing/publisher-world.ts';
import type { Publication } from '../../../services/social-publisher/src/testing/sandbox-process.ts';
import type { Account } from '../../sandbox/src/world/accounts.ts';
import { accountFigures, postFigures } from '../../sandbox/src/world/insights.ts';
import { daysBefore, keyed, recounted, sumsOf, toldBy, wallClock } from './testing/recounted.ts';
import type { Counted } from './testing/recounted.ts';

jest.setTimeout(300_000);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The platforms' clock for figures is ahead: they have stopped growing, and two looks a minute apart find the same. */
const LATER_MS = 25 * DAY_MS;
/** Days of the range; the period before is as long. */
const RANGE_DAYS = 10;

/**
 * What each business posts, by the days since: in the range, in the period before it, and only in the dashboard's 60 days. None is near a
 * border of these, so that no zone and no midnight moves it over one. Every platform is public 70 minutes after the one before it.
 */
const seeds = [
  {
    ...{ name: 'Marlow', followers: 2_400, timeZone: 'America/New_York' },
    platforms: ['instagram', 'facebook', 'twitter', 'linkedin'],
    daysAgo: [2, 3, 6, 12, 13, 15, 25, 40, 52],
  },
  {
    ...{ name: 'Juniper', followers: 900, timeZone: 'Asia/Tokyo' },
    platforms: ['instagram', 'tiktok'],
    daysAgo: [3, 5, 6, 13, 17, 40],
  },
  {
    ...{ name: 'Harbour', followers: 5_100, timeZone: 'UTC' },
    platforms: ['facebook', 'twitter', 'tiktok', 'linkedin'],
    daysAgo: [2, 6, 7, 14, 16, 36],
  },
] as const satisfies readonly {
  name: string;
  followers: number;
  timeZone: string;
  platforms: readonly Platform[];
  daysAgo: readonly number[];
}[];
const sources = ['manual', 'recurring', 'template'] as const;
const formats = ['text', 'photo', 'carousel'] as const;

/** What a business knows of a post, by the caption that marks it in the ledger. */
type Known = Pick<Counted, 'postId' | 'hashtags' | 'style' | 'albumId' | 'source' | 'format'> & { readonly at: Date };

interface Seeded {
  readonly person: Person;
  readonly accounts: readonly SocialAccount[];
  readonly known: ReadonlyMap<string, Known>;
  readonly targets: number;
}

/** What the platforms count as an interaction with an account, where they tell it by day. */
const interactionsOn: Partial<Record<Platform, readonly ('likes' | 'comments' | 'shares' | 'saves' | 'clicks')[]>> = {
  instagram: ['likes', 'comments', 'shares', 'saves'],
  facebook: ['likes', 'comments', 'shares', 'clicks'],
  linkedin: ['likes', 'comments', 'shares', 'clicks'],
};

/** The last three full days of the accounts behind these posts, in the order of the platforms. */
function recountedAccounts(ledger: readonly Publication[], followers: number): unknown[] {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return Object.entries(interactionsOn).flatMap(([platform, interactions]) => {
    const posts = ledger.filter((row) => row.platform === platform);
    const account = { id: posts[0]?.accountId, followers, createdAt: new Date().toISOString() } as Account;
    const days = [3, 2, 1].map((ago) =>
      accountFigures(account, posts, today - ago * DAY_MS, today - (ago - 1) * DAY_MS),
    );
    const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
    return posts.length === 0
      ? []
      : [
          {
            ...{ platform, days: days.length, previous: null },
            views: sum(days.map(({ views }) => views)),
            reachPerDay: Math.round(sum(days.map(({ reach }) => reach)) / days.length),
            interactions: sum(days.flatMap((day) => interactions.map((name) => day[name]))),
          },
        ];
  });
}

/** Must show: figures of the call equal an independent recount from the sandbox's ledger. */
describe('the figures of three businesses', () => {
  const world = new PublisherWorld();
  let publisher: PublisherProcess;
  const seeded: Seeded[] = [];

  /** Its posts are published now; when they are to have gone out, the ledger and everybody else is told afterwards. */
  async function seed({ name, followers, timeZone, platforms, daysAgo }: (typeof seeds)[number]): Promise<Seeded> {
    const person = world.person();
    const tell = teller(world.service);
    await tell.zone(person.businessId, timeZone);
    const accounts: SocialAccount[] = [];
    for (const platform of platforms) {
      await world.sandbox.addAccount({ platform, name: `${name} ${platform}`, followers });
      accounts.push(await world.connect(person, platform, `${name} ${platform}`));
    }
    const albums = [randomUUID(), randomUUID(), null];
    const known = new Map<string, Known>();
    let targets = 0;
    for (const [number, days] of daysAgo.entries()) {
      // A platform that takes no post without a picture has carousels instead.
      const isText = number % 3 === 0 && !platforms.some((one) => one === 'instagram' || one === 'tiktok');
      const photos = isText ? 0 : 1 + (number % 2);
      const hashtags = number % 2 === 0 ? ['bread', 'rye'] : ['bread'];
      const caption = `${name} post ${number} ${hashtags.map((hashtag) => `#${hashtag}`).join(' ')}`;
      const photoIds: string[] = [];
      for (let photo = 0; photo < photos; photo += 1) {
        photoIds.push((await world.media.add(person.businessId)).id);
      }
      const [first] = photoIds;
      const albumId = first === undefined ? null : (albums[number % albums.length] ?? null);
      if (first !== undefined && albumId !== null) {
        await tell.album(person.businessId, first, albumId, 1);
      }
      const source = sources[number % sources.length] ?? 'manual';
      const style = number % 2 === 0 ? ('casual' as const) : null;
      const postId = randomUUID();
      for (const account of accounts) {
        const due = await world.due(person, account, { ...{ caption, photoIds, postId, source } });
        targets += 1;
        if (style !== null) {
          await tell.style(person.businessId, due, style);
        }
      }
      const noon = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS + 12 * HOUR_MS);
      const at = new Date(noon.getTime() + ((number * 5) % 9) * HOUR_MS);
      known.set(caption, { ...{ postId, hashtags, style, albumId, source, at }, format: formats[photos] ?? 'text' });
    }
    return { person, accounts, known, targets };
  }

  const ledgerOf = async ({ accounts, targets }: Seeded): Promise<Publication[]> => {
    const rows: Publication[] = [];
    for (const { platform, accountName } of accounts) {
      rows.push(...(await world.sandbox.publications({ platform, account: accountName })));
    }
    expect(rows).toHaveLength(targets);
    return rows;
  };

  /** Everybody's clock says that the post went out then: the platform's, the publisher's and ours. */
  async function move(one: Seeded, row: Publication, at: Date): Promise<void> {
    const { rows } = await world.admin.query<{ target_id: string }>(
      `SELECT target_id FROM publisher.publish_jobs WHERE remote_id = $1 AND platform = $2`,
      [row.remoteId, row.platform],
    );
    const targetId = rows[0]?.target_id;
    const [moved] = await asAdmin<{ seconds: number }>(
      world.service.database,
      `UPDATE analytics.published_targets t SET published_at = $2 FROM analytics.published_targets told
      WHERE t.target_id = $1 AND told.target_id = $1
      RETURNING abs(extract(epoch FROM told.published_at - $3::timestamptz))::float8 AS seconds`,
      [targetId, at, row.at],
    );
    // What was told beforehand is what the platform says, but for the time its answer took.
    expect(moved?.seconds).toBeLessThan(60);
    await world.sandbox.move(row, at);
    await world.admin.query(`UPDATE publisher.insight_readings SET published_at = $2, ready_at = now() WHERE id = $1`, [
      targetId,
      new Date(at.getTime() - LATER_MS),
    ]);
    await asAdmin(
      world.service.database,
      `INSERT INTO analytics.stale_days (business_id, day) SELECT $1, d::date FROM generate_series(now() - interval '70 days', now() + interval '1 day', interval '1 day') d
      ON CONFLICT (business_id, day) DO UPDATE SET marked_at = now()`,
      [one.person.businessId],
    );
  }

  beforeAll(async () => {
    await world.start({ service: false, env: { INSIGHTS_SLOTS: '2' } });
    await world.sandbox.settings({ clockOffsetSeconds: LATER_MS / 1_000 });
    world.service = await testService({ service: 'analytics', module: AppModule, migrations, nats: world.nats });
    publisher = await startPublisherProcess(world);
    for (const one of seeds) {
      seeded.push(await seed(one));
    }
    const all = seeded.reduce((sum, { targets }) => sum + targets, 0);
    await eventually(
      'everything is published, and analytics knows it',
      async () => {
        expect(await world.count(`SELECT count(*) AS n FROM publisher.publish_jobs WHERE state = 'published'`)).toBe(
          all,
        );
        const [row] = await asAdmin<{ n: string }>(
          world.service.database,
          'SELECT count(*) AS n FROM analytics.published_targets',
        );
        expect(Number(row?.n)).toBe(all);
      },
      { timeoutMs: 150_000 },
    );
    for (const one of seeded) {
      for (const row of await ledgerOf(one)) {
        const place = one.accounts.findIndex(({ platform }) => platform === row.platform);
        const at = one.known.get(row.text)?.at.getTime() ?? Number.NaN;
        await move(one, row, new Date(at + place * 70 * 60_000));
      }
    }
    const movedAt = new Date();
    // What is being read of an account was begun before, and would put the next reading off.
    await eventually('no account is being read', async () =>
      expect(
        await world.count(
          'SELECT count(*) AS n FROM publisher.insight_readings WHERE post_id IS NULL AND lease_until > now()',
        ),
      ).toBe(0),
    );
    // They were put off while everything was published.
    await world.admin.query('UPDATE publisher.insight_readings SET ready_at = now() WHERE post_id IS NULL');
    await eventually(
      'everything is read and summed up',
      async () => {
        const [row] = await asAdmin<{ posts: number; accounts: number }>(
          world.service.database,
          `SELECT (SELECT count(*)::int FROM analytics.target_figures) AS posts,
            (SELECT count(DISTINCT account_id)::int FROM analytics.account_samples WHERE read_at > $1) AS accounts`,
          [movedAt],
        );
        expect(row).toEqual({ posts: all, accounts: seeds.reduce((sum, { platforms }) => sum + platforms.length, 0) });
        expect(await asAdmin(world.service.database, 'SELECT 1 AS stale FROM analytics.stale_days LIMIT 1')).toEqual(
          [],
        );
      },
      { timeoutMs: 120_000 },
    );
  }, 300_000);
  afterAll(async () => {
    await publisher.stop();
    await world.stop();
  });

  it.each(seeds.map(({ name }, index): [string, number] => [name, index]))(
    'of %s equal a recount from the ledger, by everything they are told by, and in the period before',
    async (_name, index) => {
      const [one, { followers, timeZone }] = [seeded[index], seeds[index] ?? seeds[0]];
      if (one === undefined) {
        throw new Error('it was not seeded');
      }
      const { businessId } = one.person;
      const ledger = await ledgerOf(one);
      const later = Date.now() + LATER_MS;
      const counted = ledger.map(({ platform, text, ...row }): Counted => {
        const known = one.known.get(text);
        if (known === undefined) {
          throw new Error(`nobody knows "${text}"`);
        }
        const told = toldBy(platform as Platform, postFigures(row, followers, later), later - Date.parse(row.at));
        return { ...known, platform: platform as Platform, at: row.at, told };
      });
      const today = wallClock(new Date().toISOString(), timeZone).day;
      const range = { from: daysBefore(today, RANGE_DAYS - 1), to: today };
      const { figures } = await world.service.rpc(analyticsRpc.figuresGet, range, { businessId });
      const expected = recounted(counted, timeZone, range.from, range.to);
      expect(keyed(figures)).toEqual(expected);
      // There is something to compare in every one of these.
      for (const part of [
        'byPlatform',
        'byDay',
        'byWeekday',
        'byAlbum',
        'bySource',
        'byStyle',
        'byFormat',
        'byHashtag',
      ] as const) {
        expect(Object.values(expected[part]).some(({ previous }) => previous !== undefined)).toBe(true);
      }
      expect(figures.followers.now).toBeGreaterThanOrEqual(followers * one.accounts.length);
      expect(figures.accounts).toEqual(recountedAccounts(ledger, followers));

      // What the dashboard shows of engagement: the last 30 days, and the 30 before.
      const ofDays = (first: number, last: number) =>
        sumsOf(
          counted.filter(({ at }) => {
            const { day } = wallClock(at, timeZone);
            return day >= daysBefore(today, first) && day <= daysBefore(today, last);
          }),
        ).engagementRate;
      expect(await world.service.rpc(analyticsRpc.overviewGet, {}, { businessId })).toMatchObject({
        ...{ publishedPosts: one.known.size, engagementRate: ofDays(29, 0), engagementRateBefore: ofDays(59, 30) },
      });
      expect(ofDays(59, 30)).not.toBeNull();
    },
  );
});
