import { CaptionStyle, platforms, PostFormat, PostSource } from '@postloom/contracts';
import type { AnalyticsFigures, Figures } from '@postloom/contracts';
import type { z } from 'zod';
import { accountsOf } from './accounts.ts';
import type { Dimension, DimensionRow, FigureRows } from './figure-rows.ts';
import { countingAccounts, followersOf } from './followers.ts';
import { addDays, daysOf, weekdayOf } from './range.ts';
import type { Range } from './range.ts';
import { addSums, figuresOf, noSums, sumBy } from './sums.ts';
import type { Sums } from './sums.ts';

/** The answer from its rows: a pure function, so that a recount can be held against it. */
export function composeFigures(
  range: { now: Range; before: Range },
  timeZone: string,
  rows: FigureRows,
): AnalyticsFigures {
  const days = daysOf(range.now);
  const byDay = sumBy(rows.days, ({ day }) => day);
  const [daysNow, daysBefore] = parted(rows.days, ({ day }) => day >= range.now.from);
  const [hoursNow, hoursBefore] = parted(rows.hours, ({ isNow }) => isNow);
  return {
    ...range.now,
    timeZone,
    measuredAt: rows.measuredAt?.toISOString() ?? null,
    totals: totals(rows, true),
    previous: { ...range.before, totals: totals(rows, false) },
    byPlatform: byPlatform(rows),
    byDay: days.map((day) => ({ day, ...compared(byDay.get(day) ?? noSums, byDay.get(addDays(day, -days.length))) })),
    byWeekday: inOrder(daysNow, daysBefore, ({ day }) => weekdayOf(day)).map(([weekday, both]) => ({
      weekday,
      ...both,
    })),
    byHour: inOrder(hoursNow, hoursBefore, ({ hour }) => hour).map(([hour, both]) => ({ hour, ...both })),
    byAlbum: of(rows, 'album').map((row) => ({ albumId: row.value === '' ? null : row.value, ...bothOf(row) })),
    bySource: named(rows, 'source', PostSource).map(([source, row]) => ({ source, ...bothOf(row) })),
    byStyle: of(rows, 'style').flatMap((row) => {
      const style = row.value === '' ? null : CaptionStyle.safeParse(row.value).data;
      return style === undefined ? [] : [{ style, ...bothOf(row) }];
    }),
    byFormat: named(rows, 'format', PostFormat).map(([format, row]) => ({ format, ...bothOf(row) })),
    byHashtag: of(rows, 'hashtag').map((row) => ({ hashtag: row.value, ...bothOf(row) })),
    topPosts: rows.top.map(({ postId, platforms: on, publishedAt, permalink, ...sums }) => ({
      ...{ postId, platforms: on, permalink },
      publishedAt: publishedAt.toISOString(),
      ...figuresOf(sums),
    })),
    followers: followersOf(rows.followers, range.now),
    accounts: accountsOf(rows.accounts, countingAccounts(rows.followers)),
  };
}

function totals({ platforms: counted, publishedPosts }: FigureRows, isNow: boolean): AnalyticsFigures['totals'] {
  const own = counted.filter((row) => row.isNow === isNow);
  return {
    ...figuresOf(own.reduce(addSums, noSums)),
    publishedPosts: isNow ? publishedPosts.now : publishedPosts.before,
  };
}

function byPlatform({ platforms: counted }: FigureRows): AnalyticsFigures['byPlatform'] {
  const one = (platform: string, isNow: boolean) =>
    figuresOf(counted.find((row) => row.platform === platform && row.isNow === isNow) ?? noSums);
  return platforms
    .filter((platform) => counted.some((row) => row.platform === platform))
    .map((platform) => ({ platform, ...one(platform, true), previous: one(platform, false) }));
}

function parted<T>(all: readonly T[], isNow: (row: T) => boolean): [T[], T[]] {
  return [all.filter(isNow), all.filter((row) => !isNow(row))];
}

type Both = Figures & { previous?: Figures };

function compared(now: Sums, before: Sums | null | undefined): Both {
  return { ...figuresOf(now), ...(before ? { previous: figuresOf(before) } : {}) };
}

function bothOf({ before, ...now }: DimensionRow): Both {
  return compared(now, before);
}

/** What came by day or by hour, put together and in order. */
function inOrder<T extends Sums>(now: readonly T[], before: readonly T[], keyOf: (row: T) => number): [number, Both][] {
  const sumsBefore = sumBy(before, keyOf);
  return [...sumBy(now, keyOf)]
    .sort(([a], [b]) => a - b)
    .map(([key, sums]) => [key, compared(sums, sumsBefore.get(key))]);
}

/** Most posts first. */
function of(rows: FigureRows, dimension: Dimension): DimensionRow[] {
  return rows.dimensions
    .filter((row) => row.dimension === dimension)
    .sort((a, b) => b.posts - a.posts || (a.value < b.value ? -1 : 1));
}

/** A value that this version does not know is left out until a newer one runs. */
function named<T extends z.ZodType>(rows: FigureRows, dimension: Dimension, type: T): [z.output<T>, DimensionRow][] {
  return of(rows, dimension).flatMap((row): [z.output<T>, DimensionRow][] => {
    const value = type.safeParse(row.value);
    return value.success ? [[value.data, row]] : [];
  });
}
