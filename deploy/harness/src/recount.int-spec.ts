import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { analyticsRpc, captionsEvents } from '@postloom/contracts';
import type { Platform, SocialAccount } from '@postloom/contracts';
import { eventually, testService } from '@postloom/testing';
import { AppModule } from '../../../services/analytics/src/app.module.ts';
import { migrations } from '../../../services/analytics/src/migrations/index.ts';
import { startPublisherProcess } from '../../../services/social-publisher/src/testing/publisher-process.ts';
import type { PublisherProcess } from '../../../services/social-publisher/src/testing/publisher-process.ts';
import { PublisherWorld } from '../../../services/social-publisher/src/testing/publisher-world.ts';
import type { Person } from '../../../services/social-publisher/src/testing/publisher-world.ts';
import type { Publication } from '../../../services/social-publisher/src/testing/sandbox-process.ts';
import { postFigures } from '../../sandbox/src/world/insights.ts';

jest.setTimeout(240_000);

/** So much later figures have stopped growing, and X still tells clicks: two looks a minute apart find the same. */
const LATER_SECONDS = 25 * 86_400;
/** Followers of the businesses' accounts, and what they post on which platforms. */
const seeds = [
  { name: 'Marlow', followers: 2_400, platforms: ['instagram', 'facebook', 'twitter'], posts: 4 },
  { name: 'Juniper', followers: 900, platforms: ['instagram', 'tiktok'], posts: 3 },
  { name: 'Harbour', followers: 5_100, platforms: ['facebook', 'twitter', 'tiktok'], posts: 3 },
] as const satisfies readonly { name: string; followers: number; platforms: readonly Platform[]; posts: number }[];

interface Seeded {
  readonly person: Person;
  readonly followers: number;
  readonly accounts: readonly SocialAccount[];
  /** By target: its post and the word that marks it in the ledger. */
  readonly targets: Map<string, { postId: string; caption: string }>;
}

/** Captions of every second post were generated. */
const isGenerated = (caption: string): boolean => caption.includes('#Rye');

/** What a platform tells of what the sandbox counts. */
function toldBy(platform: string, counted: ReturnType<typeof postFigures>) {
  const { views, reach, likes, comments, shares, saves, clicks } = counted;
  const hasReach = platform === 'instagram' || platform === 'facebook';
  const hasSaves = platform === 'instagram' || platform === 'twitter';
  return {
    ...{ views, likes, comments, shares },
    reach: hasReach ? reach : 0,
    saves: hasSaves ? saves : 0,
    // X counts clicks on links, Facebook all of them.
    clicks: platform === 'facebook' ? clicks : platform === 'twitter' ? Math.floor(clicks / 2) : 0,
    interactions: likes + comments + shares + (hasSaves ? saves : 0),
    audience: hasReach ? reach : views,
  };
}

type Counted = ReturnType<typeof toldBy>;
const sumOf = (rows: readonly { readonly told: Counted }[], name: keyof Counted): number =>
  rows.reduce((sum, { told }) => sum + told[name], 0);

/** Must show: figures of the call equal an independent recount from the sandbox's ledger. */
describe('the figures of three businesses', () => {
  const world = new PublisherWorld();
  let publisher: PublisherProcess;
  const seeded: Seeded[] = [];

  beforeAll(async () => {
    await world.start({ service: false });
    await world.sandbox.settings({ clockOffsetSeconds: LATER_SECONDS });
    world.service = await testService({ service: 'analytics', module: AppModule, migrations, nats: world.nats });
    publisher = await startPublisherProcess(world);
    for (const { name, followers, platforms, posts } of seeds) {
      const person = world.person();
      const accounts: SocialAccount[] = [];
      for (const platform of platforms) {
        const account = `${name} ${platform}`;
        await world.sandbox.addAccount({ platform, name: account, followers });
        accounts.push(await world.connect(person, platform, account));
      }
      const one: Seeded = { person, followers, accounts, targets: new Map() };
      for (let number = 0; number < posts; number += 1) {
        const photo = await world.media.add(person.businessId);
        const caption = `${name} post ${number} #bread${number % 2 === 0 ? ' #Rye' : ''}`;
        let postId: string | undefined;
        for (const account of accounts) {
          const due = await world.due(person, account, {
            ...{ caption, photoIds: [photo.id] },
            ...(postId === undefined ? {} : { postId }),
          });
          ({ postId } = due);
          one.targets.set(due.targetId, { postId: due.postId, caption });
          if (isGenerated(caption)) {
            await world.service.emitFrom(captionsEvents.captionPosted, {
              ...{ businessId: person.businessId, entityId: due.targetId, version: 1 },
              data: { targetId: due.targetId, style: 'casual' },
            });
          }
        }
      }
      seeded.push(one);
    }
    const all = seeded.reduce((sum, { targets }) => sum + targets.size, 0);
    await eventually(
      'everything is published',
      async () =>
        expect(await world.count(`SELECT count(*) AS n FROM publisher.publish_jobs WHERE state = 'published'`)).toBe(
          all,
        ),
      { timeoutMs: 120_000 },
    );
    await world.admin.query(
      `UPDATE publisher.insight_readings SET ready_at = now(), published_at = published_at - interval '2 hours' WHERE post_id IS NOT NULL`,
    );
    await eventually(
      'everything is read and summed up',
      async () => {
        for (const { person, targets } of seeded) {
          const { figures } = await world.service.rpc(analyticsRpc.figuresGet, {}, { businessId: person.businessId });
          expect(figures.totals.measured).toBe(targets.size);
        }
      },
      { timeoutMs: 120_000 },
    );
  }, 240_000);
  afterAll(async () => {
    await publisher.stop();
    await world.stop();
  });

  it.each(seeds.map(({ name }, index): [string, number] => [name, index]))(
    'of %s equal a recount from the ledger',
    async (_name, index) => {
      const one = seeded[index];
      if (one === undefined) {
        throw new Error('it was not seeded');
      }
      const { person, followers, targets, accounts } = one;
      const ledger: Publication[] = [];
      for (const { platform, accountId } of accounts) {
        ledger.push(...(await world.sandbox.publications({ platform, account: accountId })));
      }
      expect(ledger).toHaveLength(targets.size);
      const counted = ledger.map((row) => ({
        ...row,
        told: toldBy(row.platform, postFigures(row, followers, Date.now() + LATER_SECONDS * 1_000)),
      }));
      const { figures } = await world.service.rpc(analyticsRpc.figuresGet, {}, { businessId: person.businessId });
      const of = (rows: typeof counted) => {
        const [interactions, audience] = [sumOf(rows, 'interactions'), sumOf(rows, 'audience')];
        return {
          posts: rows.length,
          ...{ views: sumOf(rows, 'views'), likes: sumOf(rows, 'likes'), comments: sumOf(rows, 'comments') },
          ...{ shares: sumOf(rows, 'shares'), interactions, audience },
          engagementRate: Math.round((interactions / audience) * 10_000) / 100,
        };
      };
      expect(figures.totals).toMatchObject({ ...of(counted), publishedPosts: targets.size / accounts.length });
      expect(figures.totals.reach ?? 0).toBe(sumOf(counted, 'reach'));
      expect(figures.totals.saves ?? 0).toBe(sumOf(counted, 'saves'));
      expect(figures.totals.clicks ?? 0).toBe(sumOf(counted, 'clicks'));
      for (const { platform } of accounts) {
        const found = figures.byPlatform.find((row) => row.platform === platform);
        expect(found).toMatchObject(of(counted.filter((row) => row.platform === platform)));
      }
      for (const hashtag of ['bread', 'rye']) {
        const found = figures.byHashtag.find((row) => row.hashtag === hashtag);
        expect(found).toMatchObject(of(counted.filter(({ text }) => text.toLowerCase().includes(`#${hashtag}`))));
      }
      for (const style of ['casual', null]) {
        const found = figures.byStyle.find((row) => row.style === style);
        expect(found).toMatchObject(of(counted.filter(({ text }) => isGenerated(text) === (style !== null))));
      }
      const posts = [...Map.groupBy(counted, ({ text }) => text).values()].map((rows) => of(rows));
      const best = posts.map(({ interactions }) => interactions).sort((a, b) => b - a);
      expect(figures.topPosts.map(({ interactions }) => interactions)).toEqual(best.slice(0, 10));
      expect(figures.byDay.reduce((sum, { interactions }) => sum + (interactions ?? 0), 0)).toBe(
        sumOf(counted, 'interactions'),
      );
      expect(figures.followers.now).toBeGreaterThanOrEqual(followers * accounts.length);
    },
  );
});
