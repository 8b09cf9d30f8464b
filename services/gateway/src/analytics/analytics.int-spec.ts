import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { analyticsRpc, AppError, mediaRpc, recurringRpc, schedulingRpc } from '@postloom/contracts';
import type { Analytics, AnalyticsFigures, Figures, Post, RecurringSchedule } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

const none: Figures = {
  ...{ posts: 0, measured: 0, views: null, reach: null, likes: null, comments: null, shares: null, saves: null },
  ...{ clicks: null, interactions: null, audience: null, engagementRate: null },
};
const ranked = (postId: string) => ({
  ...{ ...none, posts: 1, measured: 1, interactions: 9, postId, permalink: null },
  ...{ platforms: ['instagram' as const], publishedAt: '2026-03-10T09:00:00.000Z' },
});
const figures: AnalyticsFigures = {
  ...{ from: '2026-03-01', to: '2026-03-10', timeZone: 'Europe/Berlin', measuredAt: null },
  totals: { ...none, publishedPosts: 0 },
  previous: { from: '2026-02-19', to: '2026-02-28', totals: { ...none, publishedPosts: 0 } },
  ...{ byPlatform: [], byDay: [], byWeekday: [], byHour: [], byAlbum: [], bySource: [], byStyle: [], byFormat: [] },
  ...{ byHashtag: [], topPosts: [], followers: { now: null, before: null, byPlatform: [], byDay: [] } },
};
const schedule = (isActive: boolean): RecurringSchedule => ({
  ...{ id: randomUUID(), name: 'Daily bread', frequency: 'daily', timeOfDay: '09:00', platforms: ['instagram'] },
  ...{
    useAllPhotos: true,
    albumId: null,
    isActive,
    pausedUntil: null,
    weekdays: null,
    startDate: '2026-01-01',
    endDate: null,
  },
  ...{ timeZone: 'Europe/Berlin', usedPhotoIds: [], nextPostDate: null, version: 1 },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
});

/** Fakes the neighbours: the gateway asks each for its part and puts them together. */
describe('analytics over HTTP', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  let top: string[] = [];
  let asked: unknown;
  let isBefore = false;
  const kept = randomUUID();
  const photoId = randomUUID();
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
    await gateway.stub(analyticsRpc.figuresGet, (input) => {
      asked = input;
      if (input.from !== undefined && input.to !== undefined && input.from > input.to) {
        throw new AppError('invalid_date', 'The last day must not be before the first.');
      }
      return {
        figures: { ...figures, topPosts: top.map(ranked) },
        bestTimes: { cells: [], basis: 'general' as const },
      };
    });
    await gateway.stub(recurringRpc.scheduleList, () => [schedule(true), schedule(false), schedule(true)]);
    await gateway.stub(mediaRpc.photoCount, () => ({ total: 12 }));
    await gateway.stub(schedulingRpc.postList, (input) =>
      input.ids === undefined
        ? { data: [], nextCursor: null, total: 31 }
        : input.ids
            .filter((id) => id === kept)
            .map((id): Post => ({
              ...{
                id,
                caption: 'Nobody got this',
                captionByPlatform: { instagram: 'Fresh bread' },
                platforms: ['instagram'],
              },
              ...{ status: 'published' },
              ...{ scheduledFor: null, photoId, photoIds: [photoId], targets: [], source: 'manual', version: 1 },
              ...{ createdAt: '2026-03-10T08:00:00.000Z', updatedAt: '2026-03-10T08:00:00.000Z' },
            })),
    );
    await gateway.stub(schedulingRpc.statsGet, () => ({
      ...{ scheduledPosts: 2, postsThisMonth: 5 },
      ...(isBefore ? {} : { postsLastMonth: 4 }),
    }));
    await gateway.stub(analyticsRpc.overviewGet, () => ({
      ...{ publishedPosts: 3, libraryPhotos: 12 },
      ...(isBefore ? { engagementRate: null } : { engagementRate: 4.2, engagementRateBefore: 3.9 }),
    }));
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    top = [];
    isBefore = false;
  });

  const ask = async (path: string): Promise<{ status: number; answer: unknown }> => {
    const { status, text } = await gateway.ask('GET', path, { person });
    return { status, answer: JSON.parse(text) as unknown };
  };

  it('are the figures, with what the best posts say, the schedules and the library', async () => {
    top = [kept, randomUUID()];
    const { status, answer } = await ask('/api/analytics?from=2026-03-01&to=2026-03-10');
    expect(status).toBe(200);
    expect(asked).toEqual({ from: '2026-03-01', to: '2026-03-10' });
    const { topPosts, schedules, library, bestTimes } = answer as Analytics;
    // The second one was deleted since.
    expect(topPosts).toMatchObject([
      { postId: kept, caption: 'Fresh bread', photoId, interactions: 9 },
      { caption: null, photoId: null, interactions: 9 },
    ]);
    expect({ schedules, library, bestTimes }).toEqual({
      ...{ schedules: { total: 3, active: 2 }, library: { photos: 12, posts: 31 } },
      bestTimes: { cells: [], basis: 'general' },
    });
  });

  it('give the best times of the platforms that are named', async () => {
    const times = await gateway.stub(analyticsRpc.bestTimesGet, { cells: [], basis: 'general', posts: 3 });
    expect(await ask('/api/best-times?platforms=twitter,instagram')).toEqual({
      ...{ status: 200, answer: { cells: [], basis: 'general', posts: 3 } },
    });
    expect(times.calls.at(-1)?.input).toEqual({ platforms: ['twitter', 'instagram'] });
    expect((await ask('/api/best-times')).status).toBe(200);
    expect(times.calls.at(-1)?.input).toEqual({});
    for (const wrong of ['?platforms=myspace', '?platforms=', '?platform=twitter']) {
      expect((await ask(`/api/best-times${wrong}`)).status).toBe(400);
    }
    expect(times.calls).toHaveLength(2);
  });

  it.each([
    ['/api/analytics?from=2026-03-10&to=2026-03-01', 'invalid_date'],
    ['/api/analytics?from=2026-02-30', 'validation_failed'],
    ['/api/analytics?days=30', 'validation_failed'],
  ])('%s is refused', async (path, error) => {
    expect(await ask(path)).toMatchObject({ status: 400, answer: { error } });
  });

  it('give the dashboard its rate with that of before, and say when nothing was measured', async () => {
    const posts = { totalPhotos: 12, scheduledPosts: 2, postsThisMonth: 5 };
    expect(await ask('/api/dashboard/stats')).toMatchObject({
      answer: {
        ...posts,
        ...{ engagementRate: 4.2, engagementMeasured: true, lastMonth: { posts: 4, engagementRate: 3.9 } },
      },
    });
    // Services of the version before answer without the new fields.
    isBefore = true;
    expect(await ask('/api/dashboard/stats')).toMatchObject({
      answer: {
        ...posts,
        engagementRate: 0,
        engagementMeasured: false,
        lastMonth: { posts: null, engagementRate: null },
      },
    });
    expect((await ask('/api/posts/stats')).answer).toMatchObject({ ...posts, engagementRate: 0 });
  });
});
