import type { AnalyticsFigures, FigureName, Figures, Platform } from '@postloom/contracts';
import type { PostFigures } from '../../../sandbox/src/world/insights.ts';

const DAY_MS = 86_400_000;
const names = ['views', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const satisfies FigureName[];
const summed = [...names, 'interactions', 'audience'] as const;

type Told = Readonly<Record<(typeof summed)[number], number | null>>;

/**
 * What a platform tells of what the sandbox counts, after the platforms' documentation; null: it tells no such figure. X tells an author's
 * own figures for 30 days.
 */
export function toldBy(platform: Platform, counted: PostFigures, ageMs: number): Told {
  const { views, likes, comments, shares } = counted;
  const reach = platform === 'twitter' || platform === 'tiktok' ? null : counted.reach;
  const saves = platform === 'instagram' || platform === 'twitter' ? counted.saves : null;
  const clicks = {
    ...{ instagram: null, tiktok: null, facebook: counted.clicks, linkedin: counted.clicks },
    // Those on links alone.
    twitter: ageMs < 30 * DAY_MS ? Math.floor(counted.clicks / 2) : null,
  }[platform];
  return {
    ...{ views, reach, likes, comments, shares, saves, clicks },
    interactions: likes + comments + shares + (saves ?? 0),
    audience: reach ?? views,
  };
}

/** A post on one platform as the ledger has it, and what the business knows of it. */
export interface Counted {
  readonly postId: string;
  readonly platform: Platform;
  readonly at: string;
  readonly told: Told;
  readonly hashtags: readonly string[];
  readonly style: string | null;
  readonly albumId: string | null;
  readonly source: string;
  readonly format: string;
}

/** Sums as the call gives them: unknown where nobody has told. The rate is that of the sums over the posts whose audience is known. */
export function sumsOf(rows: readonly Counted[]): Figures {
  const sums = Object.fromEntries(
    summed.map((name): [string, number | null] => {
      const told = rows.flatMap((row) => row.told[name] ?? []);
      return [name, told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0)];
    }),
  ) as unknown as Told;
  const seen = rows.filter(({ told }) => (told.audience ?? 0) > 0 && told.interactions !== null);
  const sum = (name: 'interactions' | 'audience'): number => seen.reduce((all, { told }) => all + (told[name] ?? 0), 0);
  const engagementRate = seen.length === 0 ? null : Math.round((sum('interactions') / sum('audience')) * 10_000) / 100;
  return { posts: rows.length, measured: rows.length, ...sums, engagementRate };
}

/** Day, hour and weekday of an instant on a wall clock. */
export function wallClock(at: string, timeZone: string): { day: string; hour: number; weekday: number } {
  const options = {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  } as const;
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(new Date(at));
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  const day = `${part('year')}-${part('month')}-${part('day')}`;
  return { day, hour: Number(part('hour')), weekday: new Date(`${day}T12:00:00Z`).getUTCDay() || 7 };
}

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

type Groups = Record<string, Figures & { previous?: Figures | undefined }>;

/** The answer for the days from `from` to `to`, counted again without a line of SQL; groups by their key. */
export function recounted(all: readonly Counted[], timeZone: string, from: string, to: string) {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const placed = all.map((row) => ({ ...row, ...wallClock(row.at, timeZone) }));
  const between = (first: string, last: string) => placed.filter(({ day }) => day >= first && day <= last);
  const [now, before] = [between(from, to), between(daysBefore(from, length), daysBefore(from, 1))];
  const days = Array.from({ length }, (_, index) => daysBefore(to, length - 1 - index));
  const by = (keysOf: (row: (typeof placed)[number]) => readonly (string | number | null)[]): Groups => {
    const having = (rows: typeof placed, key: string) => rows.filter((row) => keysOf(row).map(String).includes(key));
    const keys = new Set(now.flatMap((row) => keysOf(row).map(String)));
    return Object.fromEntries([...keys].map((key) => [key, beside(having(now, key), having(before, key))]));
  };
  // A post counts once, on the day on which it was first public.
  const posts = [...Map.groupBy(placed, ({ postId }) => postId)].map(([postId, rows]) => ({
    ...{ postId, rows },
    firstDay: rows.reduce((first, row) => (row.at < first.at ? row : first)).day,
  }));
  const published = (first: string, last: string) =>
    posts.filter((one) => one.firstDay >= first && one.firstDay <= last);
  const top = published(from, to).map(({ postId, rows }): [string, Figures] => [postId, sumsOf(rows)]);
  return {
    totals: { ...sumsOf(now), publishedPosts: published(from, to).length },
    previous: {
      ...{ from: daysBefore(from, length), to: daysBefore(from, 1) },
      totals: { ...sumsOf(before), publishedPosts: published(daysBefore(from, length), daysBefore(from, 1)).length },
    },
    byPlatform: Object.fromEntries(
      [...new Set([...now, ...before].map(({ platform }) => platform))].map((platform): [string, Groups[string]] => {
        const of = (rows: typeof placed) => sumsOf(rows.filter((row) => row.platform === platform));
        return [platform, { ...of(now), previous: of(before) }];
      }),
    ),
    byDay: Object.fromEntries(
      days.map((day): [string, Groups[string]] => {
        const on = (one: string) => placed.filter((row) => row.day === one);
        return [day, beside(on(day), on(daysBefore(day, length)))];
      }),
    ),
    byWeekday: by(({ weekday }) => [weekday]),
    byHour: by(({ hour }) => [hour]),
    byAlbum: by(({ albumId }) => [albumId]),
    bySource: by(({ source }) => [source]),
    byStyle: by(({ style }) => [style]),
    byFormat: by(({ format }) => [format]),
    byHashtag: by(({ hashtags }) => hashtags),
    topPosts: Object.fromEntries(
      top.sort(([, one], [, other]) => (other.interactions ?? 0) - (one.interactions ?? 0)).slice(0, 10),
    ),
  };
}

/** The same parts of the answer, by the same keys. */
export function keyed(figures: AnalyticsFigures): ReturnType<typeof recounted> {
  const by = <T extends Figures>(rows: readonly T[], key: keyof T): Groups =>
    Object.fromEntries(rows.map(({ [key]: value, ...row }) => [String(value), row as unknown as Groups[string]]));
  return {
    ...{ totals: figures.totals, previous: figures.previous },
    ...{ byPlatform: by(figures.byPlatform, 'platform'), byDay: by(figures.byDay, 'day') },
    ...{ byWeekday: by(figures.byWeekday, 'weekday'), byHour: by(figures.byHour, 'hour') },
    ...{ byAlbum: by(figures.byAlbum, 'albumId'), bySource: by(figures.bySource, 'source') },
    ...{ byStyle: by(figures.byStyle, 'style'), byFormat: by(figures.byFormat, 'format') },
    byHashtag: by(figures.byHashtag, 'hashtag'),
    topPosts: Object.fromEntries(
      figures.topPosts.map(({ postId, platforms: _on, publishedAt: _at, permalink: _link, ...row }) => [postId, row]),
    ),
  };
}

function beside(now: readonly Counted[], before: readonly Counted[]): Groups[string] {
  return { ...sumsOf(now), ...(before.length > 0 ? { previous: sumsOf(before) } : {}) };
}
