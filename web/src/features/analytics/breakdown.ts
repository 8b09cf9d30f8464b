import type { Album, Analytics, Figures } from '@postloom/contracts';
import { formatClock, weekdays } from '#lib/format.ts';
import { changeOf, previousOf, together, type Metric, type Point } from './figures.ts';
import { analyticsTexts } from './texts.ts';

export const dimensions = ['weekday', 'hour', 'format', 'style', 'album', 'source', 'hashtag'] as const;
export type Dimension = (typeof dimensions)[number];

/** Figures beside those of the period before, when there were posts then. */
type Compared = Figures & { previous?: Figures | undefined };

/** A group of posts and its figures. */
export type Group = { key: string; label: string; figures: Compared };

/**
 * The groups of a dimension: days and hours in their order, the others with the most posts first. `albums` is undefined while they
 * are not known.
 */
export function groupsOf(
  analytics: Analytics,
  dimension: Dimension,
  albums: readonly Album[] | undefined,
): readonly Group[] {
  const { formats, styles, sources, ownWords } = analyticsTexts.breakdown;
  switch (dimension) {
    case 'weekday':
      return analytics.byWeekday.map(({ weekday, ...figures }) =>
        group(String(weekday), weekdays.find(({ iso }) => iso === weekday)?.name ?? '', figures),
      );
    case 'hour':
      return analytics.byHour.map(({ hour, ...figures }) =>
        group(String(hour), formatClock(`${String(hour).padStart(2, '0')}:00`), figures),
      );
    case 'format':
      return analytics.byFormat.map(({ format, ...figures }) => group(format, formats[format], figures));
    case 'style':
      return analytics.byStyle.map(({ style, ...figures }) =>
        group(style ?? '', style === null ? ownWords : styles[style], figures),
      );
    case 'album':
      return analytics.byAlbum.map(({ albumId, ...figures }) =>
        group(albumId ?? '', albumLabel(albumId, albums), figures),
      );
    case 'source':
      return analytics.bySource.map(({ source, ...figures }) => group(source, sources[source], figures));
    case 'hashtag':
      return analytics.byHashtag.map(({ hashtag, ...figures }) => group(hashtag, `#${hashtag}`, figures));
  }
}

/** Bars of what has no end, as albums: nobody compares more. Weekdays and hours are all drawn, in their order. */
const MOST_BARS = 10;

/** What the table lists. `isWhole` as in `changeOf`. */
export function rowsOf(
  groups: readonly Group[],
  metric: Exclude<Metric, 'followers'>,
  isWhole: boolean,
): readonly Point[] {
  return groups.map(({ key, label, figures }) => point(key, label, [figures], metric, isWhole));
}

/** What the chart draws: of many albums those with the most posts, and all others as one bar, which the table lists one by one. */
export function barsOf(
  groups: readonly Group[],
  dimension: Dimension,
  metric: Exclude<Metric, 'followers'>,
  isWhole: boolean,
): readonly Point[] {
  if (dimension === 'weekday' || dimension === 'hour' || groups.length <= MOST_BARS + 1) {
    return rowsOf(groups, metric, isWhole);
  }
  const others = groups.slice(MOST_BARS).map(({ figures }) => figures);
  const label = analyticsTexts.breakdown.others(others.length);
  return [...rowsOf(groups.slice(0, MOST_BARS), metric, isWhole), point('others', label, others, metric, isWhole)];
}

function point(
  key: string,
  label: string,
  figures: readonly Compared[],
  metric: Exclude<Metric, 'followers'>,
  isWhole: boolean,
): Point {
  const publications = together(figures, 'posts') ?? 0;
  const value = together(figures, metric);
  const before = together(previousOf(figures), metric);
  const change = changeOf(metric, value, before, isWhole)?.text;
  return {
    ...{ key, label: `${label} (${analyticsTexts.publications(publications)})`, value, before },
    ...(change === undefined ? {} : { change }),
  };
}

function albumLabel(albumId: string | null, albums: readonly Album[] | undefined): string {
  const { noAlbum, anAlbum, deletedAlbum } = analyticsTexts.breakdown;
  if (albumId === null) {
    return noAlbum;
  }
  return albums === undefined ? anAlbum : (albums.find(({ id }) => id === albumId)?.name ?? deletedAlbum);
}

function group(key: string, label: string, figures: Compared): Group {
  return { key, label, figures };
}
