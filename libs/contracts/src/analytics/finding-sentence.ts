import type { Finding } from './analytics.ts';

const formats: Readonly<Record<string, string>> = {
  text: 'Posts without a photo',
  photo: 'Posts with one photo',
  carousel: 'Posts with several photos',
};
const sources: Readonly<Record<string, string>> = {
  manual: 'Posts you made by hand',
  recurring: 'Posts of your recurring schedules',
  import: 'Imported posts',
  api: 'Posts from your other tools',
  template: 'Posts from a starter week',
};
const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/**
 * A finding with its evidence, in words for a shop owner: what went together, not what caused what. `albumName` is that of the album
 * that the finding is about.
 */
export function findingSentence(finding: Finding, albumName?: string): string {
  const { posts, others, change, low, high } = finding;
  const [more, from, to] = change > 0 ? ['more', low, high] : ['less', high, low];
  return `${subjectOf(finding, albumName)} got about ${percent(change)} ${more} engagement than your others (${posts} posts against ${others}; most likely between ${percent(from)} and ${percent(to)} ${more}).`;
}

function subjectOf({ kind, value }: Finding, albumName: string | undefined): string {
  switch (kind) {
    case 'format':
      return formats[value] ?? 'Posts of one kind';
    case 'style':
      return `Captions in the ${value} style`;
    case 'album':
      return albumName === undefined ? 'Photos from one album' : `Photos from the album “${albumName}”`;
    case 'source':
      return sources[value] ?? 'Posts of one origin';
    case 'hashtag':
      return `Posts with #${value}`;
    case 'weekday':
      return `Posts on ${weekdays[Number(value) - 1] ?? 'one day of the week'}`;
  }
}

function percent(change: number): string {
  return `${Math.round(Math.abs(change))}%`;
}
