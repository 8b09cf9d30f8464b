import { findingSentence, platformRules, platforms } from '@postloom/contracts';
import type { Figures, PlatformRules } from '@postloom/contracts';
import type { Cell, ReportFigures, ReportInput, Section } from './report.ts';

type AccountTotals = Omit<NonNullable<ReportFigures['accounts']>[number], 'platform' | 'previous'>;

/** A post counts once on each of its platforms, so these are more than the posts of the summary. */
const PUBLICATIONS = 'Publications';
const FIGURES = [PUBLICATIONS, 'Interactions', 'People reached', 'Views', 'Engagement rate (%)'] as const;
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const FORMATS = { text: 'No photo', photo: 'One photo', carousel: 'Several photos' } as const;
const STYLES = {
  ...{ professional: 'Professional', casual: 'Casual', artistic: 'Artistic', promotional: 'Promotional' },
} as const;
const SOURCES = {
  ...{ manual: 'By hand', recurring: 'Recurring schedule', import: 'Import' },
  ...{ api: 'Another tool', template: 'Starter week' },
} as const;
const NOTE =
  'A post on two platforms is one published post and two publications. The engagement rate is likes, comments, shares and saves for every 100 people who saw the posts. Where a platform does not tell how many people that were (X, TikTok), views count; a post with neither is left out.';

/** What a report holds, in its order. Sections without rows are left out. */
export function sectionsOf(analytics: ReportFigures, albums: ReportInput['albums']): readonly Section[] {
  const albumNames = new Map(albums.map(({ id, name }) => [id, name]));
  const by = (title: string, groups: readonly (Figures & { readonly label: string })[]): Section => {
    // Of posts that no platform has told anything of there is their number alone.
    const isTold = groups.some(({ measured }) => measured > 0);
    return {
      title,
      columns: [
        title.replace(/^By /, '').replace(/^./, (letter) => letter.toUpperCase()),
        ...(isTold ? FIGURES : FIGURES.slice(0, 1)),
      ],
      rows: groups.map(({ label, ...figures }) => [label, ...(isTold ? cellsOf(figures) : [figures.posts])]),
    };
  };
  const sections: readonly Section[] = [
    summary(analytics),
    by(
      'By platform',
      analytics.byPlatform.map(({ platform, ...figures }) => ({ ...figures, label: nameOf(platform) })),
    ),
    {
      title: 'Interactions by day',
      columns: ['Day', 'Interactions', PUBLICATIONS, 'People reached', 'Views', 'Engagement rate (%)'],
      rows: analytics.byDay.map((day) => [
        ...[day.day, day.interactions, day.posts, day.audience, day.views, day.engagementRate],
      ]),
      isChart: true,
    },
    accounts(analytics),
    findings(analytics, albumNames),
    bestTimes(analytics),
    by(
      'By weekday',
      analytics.byWeekday.map(({ weekday, ...figures }) => ({ ...figures, label: WEEKDAYS[weekday - 1] ?? '' })),
    ),
    by(
      'By hour',
      analytics.byHour.map(({ hour, ...figures }) => ({ ...figures, label: hourOf(hour) })),
    ),
    by(
      'By format',
      analytics.byFormat.map(({ format, ...figures }) => ({ ...figures, label: FORMATS[format] })),
    ),
    by(
      'By caption style',
      analytics.byStyle.map(({ style, ...figures }) => ({
        ...figures,
        label: style === null ? 'Own words' : STYLES[style],
      })),
    ),
    by(
      'By album',
      analytics.byAlbum.map(({ albumId, ...figures }) => ({
        ...figures,
        label: albumId === null ? 'No album' : (albumNames.get(albumId) ?? 'Deleted album'),
      })),
    ),
    by(
      'By origin',
      analytics.bySource.map(({ source, ...figures }) => ({ ...figures, label: SOURCES[source] })),
    ),
    by(
      'By hashtag',
      analytics.byHashtag.map(({ hashtag, ...figures }) => ({ ...figures, label: `#${hashtag}` })),
    ),
    topPosts(analytics),
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function cellsOf({ posts, interactions, audience, views, engagementRate }: Figures): readonly Cell[] {
  return [posts, interactions, audience, views, engagementRate];
}

function summary({ totals, previous, followers }: ReportFigures): Section {
  const before = previous.totals;
  return {
    title: 'Summary',
    note: NOTE,
    columns: ['Figure', 'These days', 'Before'],
    rows: [
      ['Published posts', totals.publishedPosts, before.publishedPosts],
      [PUBLICATIONS, totals.posts, before.posts],
      ['Engagement rate (%)', totals.engagementRate, before.engagementRate],
      ['Interactions', totals.interactions, before.interactions],
      ['People reached', totals.audience, before.audience],
      ['Views', totals.views, before.views],
      ['Followers', followers.now, followers.before],
    ],
  };
}

/** What each platform told of its account. The followers add up to their sum; there is none while they are all that any platform tells. */
function accounts({ accounts: told = [], followers }: ReportFigures): Section {
  const shown = platforms.flatMap((platform) => {
    const now = told.find((one) => one.platform === platform);
    const counted = followers.byPlatform.find((one) => one.platform === platform && one.now !== null);
    return now === undefined && counted === undefined ? [] : { platform, now, counted };
  });
  const few = shown.flatMap(({ platform }) => (platformRules[platform].tellsAccountDays ? [] : nameOf(platform)));
  return {
    title: 'Accounts',
    note: [
      'Everything people saw and did on the accounts, also on posts made elsewhere.',
      ...(few.length === 0 ? [] : [`${list.format(few)} ${few.length === 1 ? 'reports' : 'report'} followers only.`]),
      'Facebook and LinkedIn count clicks as interactions, too. Platforms tell the last days up to two days late.',
    ].join(' '),
    columns: ['Account', 'Followers', 'Views', 'Reached a day, on average', 'Interactions', 'Days told'],
    rows: (told.length === 0 ? [] : shown).flatMap(({ platform, now, counted }) => [
      accountRow(nameOf(platform), counted?.now, now),
      ...(now?.previous || typeof counted?.before === 'number'
        ? [accountRow(`${nameOf(platform)}, before`, counted?.before, now?.previous)]
        : []),
    ]),
  };
}

function accountRow(label: string, count: number | null | undefined, told: AccountTotals | null | undefined): Cell[] {
  return [
    label,
    ...[count, told?.views, told?.reachPerDay, told?.interactions, told?.days].map((cell) => cell ?? null),
  ];
}

function findings({ findings: found = [] }: ReportFigures, albumNames: ReadonlyMap<string, string>): Section {
  return {
    title: 'What worked',
    note: 'These things went together; that one caused the other is not proven.',
    columns: ['Finding'],
    rows: found.map((finding) => [findingSentence(finding, albumNames.get(finding.value))]),
  };
}

/** By the rule of the page: where no time is clearly better than the usual, that is said, and no list of zeros. */
function bestTimes({ bestTimes: { basis, cells } }: ReportFigures): Section {
  const title = 'Best times';
  if (basis === 'own' && !cells.some(({ low = 0 }) => low > 0)) {
    return { title, columns: ['Finding'], rows: [['No time stands out from the others yet.']] };
  }
  return {
    title,
    note: 'Engagement against the usual post of the business, the best first; in 80 of 100 cases the truth lies between the last two.',
    columns: ['Time', 'Posts', 'Against usual (%)', 'At least (%)', 'At most (%)'],
    rows:
      basis === 'general'
        ? []
        : // Plus 0: what rounds to -0 is written as 0.
          cells.map(({ weekday, hour, posts, score, low, high }) => [
            `${WEEKDAYS[weekday - 1]} from ${hourOf(hour)}`,
            ...[
              posts,
              ...[score, low, high].map((percent) => (percent === undefined ? null : Math.round(percent) + 0)),
            ],
          ]),
  };
}

function topPosts({ topPosts: posts, timeZone }: ReportFigures): Section {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return {
    title: 'Top posts',
    columns: ['Post', 'Published', 'Platforms', 'Interactions', 'Engagement rate (%)'],
    rows: posts.map(({ caption, publishedAt, platforms, interactions, engagementRate }) => [
      caption ?? 'This post was deleted.',
      days.format(new Date(publishedAt)),
      platforms.map(nameOf).join(', '),
      ...[interactions, engagementRate],
    ]),
  };
}

/** '6 AM': as days and numbers, in the American English of the report. */
function hourOf(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

function nameOf(platform: PlatformRules['platform'] & keyof typeof platformRules): string {
  return platformRules[platform].name;
}
