import type { Analytics, Figures } from '@postloom/contracts';
import { shiftDay } from '#lib/month-grid.ts';

/** Figures of posts that nobody has told anything of. */
export const unmeasured = (posts: number): Figures => ({
  ...{ posts, measured: 0, views: null, reach: null, likes: null, comments: null, shares: null, saves: null },
  ...{ clicks: null, interactions: null, audience: null, engagementRate: null },
});

export const measured = (posts: number, interactions: number, audience: number): Figures => ({
  ...unmeasured(posts),
  ...{ measured: posts, views: audience * 2, reach: audience, likes: interactions, interactions, audience },
  engagementRate: (interactions / audience) * 100,
});

/** The days from one on. */
export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => shiftDay(first, index));

/** A business that has not begun: nothing uploaded, written, scheduled or measured. */
export const nothingYet: Analytics = {
  ...{ from: '2026-10-25', to: '2026-11-23', timeZone: 'UTC', measuredAt: null },
  totals: { ...unmeasured(0), publishedPosts: 0 },
  previous: { from: '2026-09-25', to: '2026-10-24', totals: { ...unmeasured(0), publishedPosts: 0 } },
  byPlatform: [],
  byDay: daysFrom('2026-10-25', 30).map((day) => ({ day, ...unmeasured(0) })),
  ...{ byWeekday: [], byHour: [], byAlbum: [], bySource: [], byStyle: [], byFormat: [], byHashtag: [] },
  topPosts: [],
  followers: { now: null, before: null, byPlatform: [], byDay: [] },
  bestTimes: { cells: [], basis: 'general', posts: 0 },
  findings: [],
  schedules: { total: 0, active: 0 },
  library: { photos: 0, posts: 0 },
};

const albumId = '0192f3c0-0000-7000-8000-0000000000a1';
export const marketAlbum = {
  ...{ id: albumId, name: 'Market', description: null, photoCount: 3 },
  createdAt: '2026-10-01T00:00:00Z',
};

/** A bakery with a month of posts on Instagram and X. */
export const aMonth: Analytics = {
  ...nothingYet,
  measuredAt: '2026-11-23T08:00:00Z',
  totals: { ...measured(24, 480, 10_000), publishedPosts: 14 },
  previous: { from: '2026-09-25', to: '2026-10-24', totals: { ...measured(20, 400, 10_000), publishedPosts: 14 } },
  byPlatform: [
    { platform: 'instagram', ...measured(14, 400, 8_000), previous: measured(10, 300, 8_000) },
    { platform: 'twitter', ...measured(10, 80, 2_000), previous: unmeasured(0) },
  ],
  byDay: nothingYet.byDay.map((figures, index) => ({
    ...(index % 3 === 0 ? { day: figures.day, ...measured(2, 20 + index, 900) } : figures),
    ...(index % 4 === 0 ? { previous: measured(2, 30 + index, 1_000) } : {}),
  })),
  byWeekday: [
    { weekday: 1, ...measured(12, 300, 5_000), previous: measured(10, 200, 5_000) },
    { weekday: 5, ...measured(12, 180, 5_000) },
  ],
  byHour: [{ hour: 9, ...measured(24, 480, 10_000) }],
  byAlbum: [
    { albumId, ...measured(14, 300, 5_000), previous: measured(8, 200, 4_000) },
    { albumId: null, ...measured(10, 180, 5_000) },
  ],
  bySource: [{ source: 'manual', ...measured(24, 480, 10_000) }],
  byStyle: [
    { style: 'casual', ...measured(14, 300, 5_000) },
    { style: null, ...measured(10, 180, 5_000) },
  ],
  byFormat: [{ format: 'carousel', ...measured(24, 480, 10_000) }],
  byHashtag: [{ hashtag: 'rye', ...measured(8, 100, 2_000) }],
  topPosts: [
    {
      ...measured(2, 90, 1_200),
      ...{ postId: '0192f3c0-0000-7000-8000-0000000000b1', platforms: ['instagram', 'twitter'] },
      ...{ publishedAt: '2026-11-20T09:00:00Z', permalink: null, photoId: null },
      caption: 'Rye bread from the stone oven, out at seven every morning but Monday',
    },
    {
      ...measured(1, 40, 900),
      ...{ postId: '0192f3c0-0000-7000-8000-0000000000b2', platforms: ['instagram'] },
      ...{ publishedAt: '2026-11-19T09:00:00Z', permalink: null, photoId: null, caption: null },
    },
  ],
  followers: {
    ...{ now: 1_240, before: 1_200 },
    byPlatform: [
      { platform: 'instagram', now: 1_040, before: 1_000 },
      { platform: 'twitter', now: 200, before: 200 },
    ],
    byDay: [
      { day: '2026-11-22', followers: 1_236 },
      { day: '2026-11-23', followers: 1_240 },
    ],
  },
  accounts: [
    {
      ...{ platform: 'instagram', days: 28, views: 28_000, reachPerDay: 412, interactions: null },
      previous: { days: 30, views: 24_000, reachPerDay: 515, interactions: 90 },
    },
  ],
  bestTimes: {
    basis: 'own',
    posts: 24,
    cells: [
      {
        ...{ weekday: 1, hour: 9, score: 24.4, posts: 12, low: 8.1, high: 41 },
        reason:
          'Judging by your 12 posts on Mondays from 9 AM to noon, about 24% more engagement than your usual post.',
      },
      { weekday: 5, hour: 9, score: -3.2, posts: 12, low: -15, high: 9, reason: 'Your 12 posts do not tell yet.' },
    ],
  },
  findings: [{ kind: 'album', value: albumId, posts: 14, others: 10, change: 31.2, low: 9.8, high: 58 }],
  schedules: { total: 3, active: 2 },
  library: { photos: 41, posts: 63 },
};
