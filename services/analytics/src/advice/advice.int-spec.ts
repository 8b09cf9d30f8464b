import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyticsRpc, identityEvents, insightEvents, publisherEvents } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';

const DAY_MS = 86_400_000;
/** 14:00 UTC is 9 AM in New York while no summer time is kept there. */
const ZONE = 'America/New_York';

describe('advice from what was measured', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({ service: 'analytics', module: AppModule, migrations });
  });
  afterAll(() => service.close());

  const ask = async (businessId: string) =>
    service.rpc(analyticsRpc.figuresGet, { from: '2026-01-05', to: '2026-03-01' }, { businessId });

  /** Posts of eight weeks, each on all of these platforms: those of the mornings do twice as well, and so do their hashtags. */
  async function published(
    businessId: string,
    posts: number,
    platforms: readonly Platform[] = ['instagram'],
  ): Promise<void> {
    await service.emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version: 1 },
      data: {
        ...{ businessId, payerId: randomUUID(), name: 'Marlow Bakehouse', industryType: 'restaurant' as const },
        ...{ timeZone: ZONE, lateLimitMinutes: 360 },
      },
    });
    const targets = Array.from({ length: posts }, (_, index) => {
      const isMorning = index % 2 === 0;
      const day = Date.parse('2026-01-05T00:00:00Z') + Math.floor(index / 2) * DAY_MS;
      const post = {
        ...{ postId: randomUUID(), isMorning },
        publishedAt: new Date(day + (isMorning ? 14.5 : 23.5) * 3_600_000).toISOString(),
        likes: (isMorning ? 80 : 40) + (index % 7),
      };
      return platforms.map((platform) => ({ ...post, platform, targetId: randomUUID() }));
    }).flat();
    for (const { targetId, postId, platform, publishedAt, isMorning } of targets) {
      await service.emitFrom(publisherEvents.targetPublished, {
        ...{ businessId, entityId: targetId },
        data: {
          ...{ targetId, postId, round: 1, platform, attempts: 1, accountId: randomUUID() },
          ...{ remoteId: targetId, permalink: null, publishedAt },
          content: {
            ...{ photoId: null, photos: 0, source: 'manual' as const },
            hashtags: isMorning ? ['sunrise'] : [],
          },
        },
      });
    }
    await service.emitFrom(insightEvents.insightsRead, {
      ...{ businessId, entityId: businessId, version: 1 },
      data: {
        ...{ accountId: businessId, platform: 'instagram' as const, readAt: '2026-03-02T00:00:00Z', followers: 100 },
        days: [],
        posts: targets.map(({ targetId, postId, likes }) => ({
          ...{ targetId, postId },
          figures: {
            ...{ views: null, reach: 1_000, likes, comments: null, shares: null, saves: null, clicks: null },
          },
        })),
      },
    });
  }

  it('finds the time by the business’s clock and the hashtag that did better, each with its posts', async () => {
    const businessId = randomUUID();
    await published(businessId, 60);
    await eventually('all are measured', async () => {
      expect((await ask(businessId)).bestTimes).toMatchObject({ basis: 'own', posts: 60 });
    });
    const { bestTimes, findings = [] } = await ask(businessId);
    expect(new Set(bestTimes.cells.map(({ hour }) => hour))).toEqual(new Set([9, 18]));
    expect(bestTimes.cells[0]).toMatchObject({ hour: 9 });
    expect(bestTimes.cells[0]?.low).toBeGreaterThan(0);
    expect(bestTimes.cells[0]?.reason).toMatch(/^Judging by your \d posts on \w+days from 9 AM to noon, about /);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ kind: 'hashtag', value: 'sunrise', posts: 30, others: 30 });
    expect(findings[0]?.change).toBeGreaterThan(60);
    expect((await ask(businessId)).findings).toEqual(findings);
  });

  it('counts a post once that went out on three platforms', async () => {
    const [few, enough] = [randomUUID(), randomUUID()];
    const platforms = ['instagram', 'facebook', 'linkedin'] as const;
    await published(few, 10, platforms);
    await published(enough, 24, platforms);
    const measured = await eventually('all are measured', async () => {
      const [ofFew, ofEnough] = [await ask(few), await ask(enough)];
      expect([ofFew, ofEnough].map(({ figures }) => figures.totals.measured)).toEqual([30, 72]);
      return { ofFew, ofEnough };
    });
    expect(measured.ofFew).toMatchObject({ bestTimes: { basis: 'general', posts: 10, cells: [] }, findings: [] });
    const { bestTimes, findings = [] } = measured.ofEnough;
    expect(bestTimes).toMatchObject({ basis: 'own', posts: 24 });
    expect(bestTimes.cells.reduce((sum, { posts }) => sum + posts, 0)).toBe(24);
    expect(bestTimes.cells[0]?.reason).toMatch(/^Judging by your (one post|2 posts) on /);
    expect(findings).toMatchObject([{ kind: 'hashtag', value: 'sunrise', posts: 12, others: 12 }]);
    const ofTwo = { platforms: ['instagram', 'linkedin'] as Platform[] };
    expect(await service.rpc(analyticsRpc.bestTimesGet, ofTwo, { businessId: enough })).toMatchObject({ posts: 24 });
  });

  it('gives the best times of the platforms that are asked about, and general guidance where too little went out', async () => {
    const businessId = randomUUID();
    await published(businessId, 60);
    const times = (platforms?: Platform[]) =>
      service.rpc(analyticsRpc.bestTimesGet, platforms ? { platforms } : {}, { businessId });
    await eventually('all are measured', async () => {
      expect(await times(['instagram'])).toMatchObject({ basis: 'own', posts: 60 });
    });
    expect(await times()).toEqual((await ask(businessId)).bestTimes);
    expect(await times(['instagram', 'twitter'])).toEqual(await times());
    expect(await times(['twitter'])).toEqual({ basis: 'general', posts: 0, cells: [] });
    expect(await service.rpc(analyticsRpc.bestTimesGet, {}, { businessId: randomUUID() })).toMatchObject({ posts: 0 });
  });

  it('gives nothing to others, and general guidance of a few posts', async () => {
    const [few, other] = [randomUUID(), randomUUID()];
    await published(few, 10);
    await eventually('all are measured', async () => {
      expect((await ask(few)).bestTimes).toEqual({ basis: 'general', posts: 10, cells: [] });
    });
    expect((await ask(few)).findings).toEqual([]);
    expect(await ask(other)).toMatchObject({ bestTimes: { basis: 'general', posts: 0, cells: [] }, findings: [] });
  });
});
