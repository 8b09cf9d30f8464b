import type { SharedReport } from '@postloom/contracts';
import { daysFrom } from './analytics.ts';

const FIGURES = ['Publications', 'Interactions', 'People reached', 'Views', 'Engagement rate (%)'];

/** The report of an agency on a bakery's month, as a link shows it. */
export const aSharedReport: SharedReport = {
  ...{ title: 'Social media report for Corner Kitchen', sender: 'Studio North', color: '#2E6B48', credit: null },
  ...{ days: 'Oct 1 – 31, 2026', comparison: 'Compared with Aug 31 – Sep 30, 2026' },
  sections: [
    {
      title: 'Summary',
      note: 'The engagement rate is likes, comments, shares and saves for every 100 people who saw the posts.',
      columns: ['Figure', 'These days', 'Before'],
      rows: [
        ['Published posts', 14, 12],
        ['Publications', 24, 20],
        ['Engagement rate (%)', 4.8, 4.44],
        ['Interactions', 1_480, 1_210],
        ['People reached', 30_833, 27_252],
        ['Followers', 2_470, null],
      ],
    },
    {
      title: 'By platform',
      columns: ['Platform', ...FIGURES],
      rows: [
        ['Instagram', 14, 980, 20_100, 41_000, 4.88],
        ['X', 10, 500, 10_733, 10_733, 4.66],
      ],
    },
    {
      ...{ title: 'Interactions by day', columns: ['Day', 'Interactions', 'Publications'], isChart: true },
      rows: daysFrom('2026-10-01', 31).map((day, index) =>
        index % 3 === 1 ? [day, null, 0] : [day, 40 + ((index * 37) % 60), 1 + (index % 2)],
      ),
    },
    {
      ...{ title: 'What worked', note: 'These things went together; that one caused the other is not proven.' },
      columns: ['Finding'],
      rows: [
        [
          'Photos from the album “Market” got about 31% more engagement than your others (14 posts against 10; most likely between 10% and 58% more).',
        ],
      ],
    },
    {
      title: 'Top posts',
      columns: ['Post', 'Published', 'Platforms', 'Interactions', 'Engagement rate (%)'],
      rows: [
        [
          'Rye from the stone oven, out at seven every morning but Monday #rye',
          '2026-10-20',
          'Instagram, X',
          312,
          7.84,
        ],
        ['This post was deleted.', '2026-10-19', 'Instagram', 241, 6.77],
      ],
    },
  ],
  ...{ createdAt: '2026-11-01T12:00:00Z', expiresAt: '2026-12-01T12:00:00Z' },
};
