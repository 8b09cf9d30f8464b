import type { Analytics, Platform } from '../../../libs/contracts/src/index.ts';
import { seeded } from '../../../libs/testing/src/seeded.ts';
import { recounted, sumsOf } from '../../harness/src/testing/recounted.ts';
import type { Counted } from '../../harness/src/testing/recounted.ts';

const [FROM, TO, ZONE] = ['2026-10-01', '2026-10-31', 'America/New_York'] as const;
const DAY_MS = 86_400_000;
const DAYS = 62;
const captions = [
  'Rye from the stone oven, out at seven every morning but Monday. Bring a bag, we bring the crumbs. #rye #bread',
  'Four hands, two hundred rolls, one very early alarm. #bread',
  'Crème brûlée tarts are back for the weekend 🥧 Come before noon, they never last. #cake',
  'Свежий хлеб каждое утро #хлеб',
  'The market stall is up: corner of Mill Street, from eight. #market #bread',
  'Thank you for a full house last night. We will do that again.',
] as const;
const albums = [
  { id: '0192f3c0-0000-7000-8000-0000000000a1', name: 'Market' },
  { id: '0192f3c0-0000-7000-8000-0000000000a2', name: 'Behind the counter' },
] as const;
const styles = ['casual', 'promotional', null] as const;
const sources = ['manual', 'recurring'] as const;
const platforms: readonly Platform[] = ['instagram', 'facebook', 'linkedin'];

/** Two months of a bakery on three platforms, the same on every machine: posts as a recount has them. */
function posts(): readonly (Counted & { readonly caption: string })[] {
  const random = seeded(15);
  const end = Date.parse(`${TO}T23:00:00Z`);
  const made: (Counted & { readonly caption: string })[] = [];
  for (let day = DAYS - 1; day >= 0; day -= 1) {
    if (random() < 0.35) {
      continue;
    }
    const caption = captions[Math.floor(random() * captions.length)] ?? '';
    const number = made.length / platforms.length;
    const at = new Date(end - day * DAY_MS - Math.floor(4 + random() * 10) * 3_600_000).toISOString();
    for (const platform of platforms) {
      const reach = Math.round(400 + random() * 900 + (DAYS - day) * 6);
      const [likes, comments, shares] = [0.05, 0.006, 0.005].map((rate) => Math.round(reach * rate * (0.5 + random())));
      const saves = platform === 'instagram' ? Math.round(reach * 0.01) : null;
      const sum = (likes ?? 0) + (comments ?? 0) + (shares ?? 0) + (saves ?? 0);
      made.push({
        ...{ postId: `0192f3c0-0000-7000-8000-${String(number).padStart(12, '0')}`, platform, at, caption },
        told: {
          ...{ views: Math.round(reach * 1.4), reach, likes: likes ?? 0, comments: comments ?? 0, shares: shares ?? 0 },
          ...{ saves, clicks: platform === 'instagram' ? null : Math.round(reach * 0.02) },
          ...{ interactions: sum, audience: reach },
        },
        hashtags: [...caption.matchAll(/#(\p{L}+)/gu)].map(([, hashtag]) => hashtag ?? ''),
        ...{ style: styles[number % styles.length] ?? null, source: sources[number % 2] ?? 'manual' },
        ...{ albumId: [...albums, null][number % 3]?.id ?? null, format: number % 4 === 0 ? 'carousel' : 'photo' },
      });
    }
  }
  return made;
}

/** The same as GET /api/analytics would answer, with two findings and best times beside it. */
export function seededMonth(): { analytics: Analytics; albums: { id: string; name: string }[] } {
  const all = posts();
  const { totals, previous, topPosts, ...groups } = recounted(all, ZONE, FROM, TO);
  const by = <K extends string, V>(rows: Readonly<Record<string, object>>, key: K, value: (text: string) => V) =>
    Object.entries(rows).map(([text, row]) => ({ ...row, [key]: value(text) }));
  const text = (value: string): string => value;
  const known = (value: string): string | null => (value === 'null' ? null : value);
  const followers = Array.from({ length: 31 }, (_, index) => ({
    day: `2026-10-${String(index + 1).padStart(2, '0')}`,
    followers: 2_380 + index * 3,
  }));
  const analytics = {
    ...{ from: FROM, to: TO, timeZone: ZONE, measuredAt: '2026-11-01T08:00:00Z', totals, previous },
    byPlatform: by(groups.byPlatform, 'platform', text),
    byDay: by(groups.byDay, 'day', text),
    byWeekday: by(groups.byWeekday, 'weekday', Number),
    byHour: by(groups.byHour, 'hour', Number),
    byAlbum: by(groups.byAlbum, 'albumId', known),
    bySource: by(groups.bySource, 'source', text),
    byStyle: by(groups.byStyle, 'style', known),
    byFormat: by(groups.byFormat, 'format', text),
    byHashtag: by(groups.byHashtag, 'hashtag', text),
    topPosts: Object.keys(topPosts).map((postId, index) => {
      const own = all.filter((post) => post.postId === postId);
      return {
        ...sumsOf(own),
        ...{ postId, platforms, permalink: null, photoId: null, publishedAt: own[0]?.at ?? '' },
        caption: index === 7 ? null : (own[0]?.caption ?? null),
      };
    }),
    followers: {
      ...{ now: 2_470, before: 2_377, byDay: followers },
      byPlatform: [
        { platform: 'instagram' as const, now: 1_530, before: 1_462 },
        { platform: 'facebook' as const, now: 940, before: 915 },
      ],
    },
    accounts: [
      {
        ...{ platform: 'instagram' as const, days: 30, views: 61_240, reachPerDay: 1_310, interactions: 2_204 },
        previous: { days: 31, views: 55_870, reachPerDay: 1_205, interactions: 1_998 },
      },
      {
        ...{ platform: 'facebook' as const, days: 29, views: 48_115, reachPerDay: 987, interactions: 1_876 },
        previous: null,
      },
    ],
    bestTimes: {
      ...{ basis: 'own', posts: 118 },
      cells: [
        ...[
          [4, 18, 22.4, 12, 9.1, 37.2],
          [2, 9, 11.7, 18, 1.4, 23],
          [6, 9, 2.1, 9, -9.6, 15.2],
          [1, 12, -6.3, 14, -15.9, 4.1],
        ].map(([weekday, hour, score, count, low, high]) => ({ weekday, hour, score, posts: count, low, high })),
      ],
    },
    findings: [
      { kind: 'format', value: 'carousel', posts: 14, others: 43, change: 31.2, low: 9.8, high: 58.1 },
      { kind: 'album', value: albums[0].id, posts: 19, others: 38, change: 18.5, low: 2.2, high: 37 },
    ],
    ...{ schedules: { total: 2, active: 2 }, library: { photos: 164, posts: 57 } },
  };
  return { analytics: analytics as unknown as Analytics, albums: [...albums] };
}
