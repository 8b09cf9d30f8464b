import { CaptionStyle, platforms, PostFormat, PostSource } from '@postloom/contracts';
import type { AnalyticsFigures } from '@postloom/contracts';
import type { z } from 'zod';
import type { Dimension, DimensionRow, FigureRows } from './figure-rows.ts';
import { followersOf } from './followers.ts';
import { daysOf, weekdayOf } from './range.ts';
import type { Range } from './range.ts';
import { addSums, figuresOf, noSums, sumBy } from './sums.ts';

/** The answer from its rows: a pure function, so that a recount can be held against it. */
export function composeFigures(
  range: { now: Range; before: Range },
  timeZone: string,
  rows: FigureRows,
): AnalyticsFigures {
  const byDay = sumBy(rows.days, ({ day }) => day);
  return {
    ...range.now,
    timeZone,
    measuredAt: rows.measuredAt?.toISOString() ?? null,
    totals: totals(rows, true),
    previous: { ...range.before, totals: totals(rows, false) },
    byPlatform: byPlatform(rows),
    byDay: daysOf(range.now).map((day) => ({ day, ...figuresOf(byDay.get(day) ?? noSums) })),
    byWeekday: inOrder(sumBy(rows.days, ({ day }) => weekdayOf(day))).map(([weekday, sums]) => ({
      weekday,
      ...figuresOf(sums),
    })),
    byHour: inOrder(sumBy(rows.hours, ({ hour }) => hour)).map(([hour, sums]) => ({ hour, ...figuresOf(sums) })),
    byAlbum: of(rows, 'album').map((row) => ({ albumId: row.value === '' ? null : row.value, ...figuresOf(row) })),
    bySource: named(rows, 'source', PostSource).map(([source, row]) => ({ source, ...figuresOf(row) })),
    byStyle: of(rows, 'style').flatMap((row) => {
      const style = row.value === '' ? null : CaptionStyle.safeParse(row.value).data;
      return style === undefined ? [] : [{ style, ...figuresOf(row) }];
    }),
    byFormat: named(rows, 'format', PostFormat).map(([format, row]) => ({ format, ...figuresOf(row) })),
    byHashtag: of(rows, 'hashtag').map((row) => ({ hashtag: row.value, ...figuresOf(row) })),
    topPosts: rows.top.map(({ postId, platforms: on, publishedAt, permalink, ...sums }) => ({
      ...{ postId, platforms: on, permalink },
      publishedAt: publishedAt.toISOString(),
      ...figuresOf(sums),
    })),
    followers: followersOf(rows.followers, range.now),
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

function inOrder<T>(sums: Map<number, T>): [number, T][] {
  return [...sums].sort(([a], [b]) => a - b);
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
