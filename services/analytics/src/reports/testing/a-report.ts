import type { Analytics, Figures, ReportLogo } from '@postloom/contracts';
import type { ReportInput } from '../report.ts';

const unmeasured: Figures = {
  ...{ posts: 0, measured: 0, views: null, reach: null, likes: null, comments: null, shares: null, saves: null },
  ...{ clicks: null, interactions: null, audience: null, engagementRate: null },
};
const measured = (posts: number, interactions: number, audience: number): Figures => ({
  ...unmeasured,
  ...{ posts, measured: posts, views: 2 * audience, reach: audience, likes: interactions, interactions, audience },
  engagementRate: Math.round((interactions / audience) * 10_000) / 100,
});
const albumId = '0192f3c0-0000-7000-8000-0000000000a1';
const postId = (n: number) => `0192f3c0-0000-7000-8000-0000000000b${n}`;

const analytics: Analytics = {
  ...{ from: '2026-10-01', to: '2026-10-31', timeZone: 'America/New_York', measuredAt: '2026-11-01T08:00:00Z' },
  totals: { ...measured(24, 480, 10_000), publishedPosts: 14 },
  previous: { from: '2026-08-31', to: '2026-09-30', totals: { ...measured(20, 400, 9_000), publishedPosts: 12 } },
  byPlatform: [
    { platform: 'instagram', ...measured(14, 400, 8_000), previous: measured(10, 300, 8_000) },
    { platform: 'twitter', ...measured(10, 80, 2_000), previous: unmeasured },
  ],
  byDay: Array.from({ length: 31 }, (_, index) => ({
    day: `2026-10-${String(index + 1).padStart(2, '0')}`,
    ...(index % 3 === 0 ? measured(2, 20 + index, 900) : unmeasured),
  })),
  byWeekday: [{ weekday: 1, ...measured(12, 300, 5_000) }],
  byHour: [{ hour: 9, ...measured(24, 480, 10_000) }],
  byAlbum: [
    { albumId, ...measured(14, 300, 5_000) },
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
      ...{ ...measured(2, 90, 1_200), postId: postId(1), platforms: ['instagram', 'twitter'], permalink: null },
      ...{ publishedAt: '2026-10-20T02:00:00Z', photoId: null },
      caption: '=HYPERLINK("https://example.org") Crème brûlée 🥖 for řemeslo',
    },
    {
      ...{ ...measured(1, 40, 900), postId: postId(2), platforms: ['instagram'], permalink: null },
      ...{ publishedAt: '2026-10-19T09:00:00Z', photoId: null, caption: null },
    },
  ],
  followers: {
    ...{ now: 1_240, before: 1_200, byDay: [] },
    byPlatform: [{ platform: 'instagram', now: 1_150, before: 1_120 }],
  },
  accounts: [
    {
      ...{ platform: 'instagram', days: 29, views: 24_300, reachPerDay: 410, interactions: 612 },
      previous: { days: 31, views: 22_100, reachPerDay: 402, interactions: null },
    },
    { platform: 'facebook', days: 12, views: 3_100, reachPerDay: null, interactions: 40, previous: null },
  ],
  bestTimes: {
    ...{ basis: 'own', posts: 24 },
    cells: [
      { weekday: 1, hour: 9, score: 24.4, posts: 12, low: 8.1, high: 41, reason: 'Judging by your posts.' },
      { weekday: 2, hour: 9, score: -0.3, posts: 4, low: -2.2, high: 1.6, reason: 'Judging by your posts.' },
    ],
  },
  findings: [{ kind: 'album', value: albumId, posts: 14, others: 10, change: 31.2, low: 9.8, high: 58 }],
  schedules: { total: 3, active: 2 },
  library: { photos: 41, posts: 63 },
};

/** A month of a bakery as an agency's customer sees it, unless a test says otherwise. */
export function aReport(change: Partial<ReportInput> = {}): ReportInput {
  return {
    ...{ format: 'pdf', analytics, albums: [{ id: albumId, name: 'Market' }] },
    brand: { name: 'Rye & Co', color: '#B5342B', isWhiteLabel: true },
    ...change,
  };
}

/** A green bar. */
export const aLogo: ReportLogo = {
  ...{ width: 24, height: 8 },
  png: 'iVBORw0KGgoAAAANSUhEUgAAABgAAAAICAMAAADUf89RAAAAA1BMVEUua0hrpy3+AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NgGB4AAADIAAF8Y2l9AAAAAElFTkSuQmCC',
};

/** Of a business that has not begun. */
export const emptyAnalytics: Analytics = {
  ...analytics,
  ...{ byPlatform: [], byWeekday: [], byHour: [], byAlbum: [], bySource: [], byStyle: [], byFormat: [] },
  ...{ byHashtag: [], topPosts: [], findings: [], accounts: [], measuredAt: null },
  totals: { ...unmeasured, publishedPosts: 0 },
  previous: { ...analytics.previous, totals: { ...unmeasured, publishedPosts: 0 } },
  byDay: analytics.byDay.map(({ day }) => ({ day, ...unmeasured })),
  followers: { now: null, before: null, byPlatform: [], byDay: [] },
  bestTimes: { basis: 'general', cells: [] },
};
