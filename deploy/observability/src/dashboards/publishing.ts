import type { Dashboard } from '../dashboard.ts';
import { lines, quantileBy, shareOf } from './parts.ts';

export const publishing: Dashboard = {
  id: 'publishing',
  title: 'Publishing',
  variables: [],
  rows: [
    {
      title: 'Calls',
      panels: [
        lines('Publishing calls', 'By platform and outcome. "unknown" is verified before any other call.', 'cps', [
          {
            expr: 'sum by (platform, outcome) (rate(postloom_publisher_attempts_total[5m]))',
            legend: '{{platform}} {{outcome}}',
          },
        ]),
        lines(
          'Time of the call',
          'Slowest of twenty.',
          's',
          quantileBy('platform', 0.95, 'postloom_publisher_send_seconds_bucket'),
        ),
        lines(
          'Without a clear answer',
          'Share of the calls whose outcome was unknown.',
          'percentunit',
          [
            {
              expr: shareOf(
                'sum by (platform) (rate(postloom_publisher_attempts_total{outcome="unknown"}[30m]))',
                'sum by (platform) (rate(postloom_publisher_attempts_total[30m]))',
              ),
              legend: '{{platform}}',
            },
          ],
          0.02,
        ),
      ],
    },
    {
      title: 'In doubt',
      panels: [
        lines('Open outcomes', 'Calls whose outcome is not known yet; a call in progress is one of them.', 'short', [
          { expr: 'max by (platform) (postloom_publisher_open_attempts_count)', legend: '{{platform}}' },
        ]),
        lines(
          'Oldest open outcome',
          'After half an hour a person is asked.',
          's',
          [{ expr: 'max by (platform) (postloom_publisher_open_attempts_oldest_seconds)', legend: '{{platform}}' }],
          2_700,
        ),
        lines('Verifications', 'What looking at the platform showed.', 'cps', [
          {
            expr: 'sum by (platform, showed) (rate(postloom_publisher_verifications_total[5m]))',
            legend: '{{platform}} {{showed}}',
          },
        ]),
      ],
    },
    {
      title: 'Ends, lanes, tokens',
      panels: [
        lines('How posts end', 'By platform.', 'cps', [
          {
            expr: 'sum by (platform, end) (rate(postloom_publisher_jobs_ended_total[5m]))',
            legend: '{{platform}} {{end}}',
          },
        ]),
        lines(
          'Lanes worked on, lost, taken over',
          'A lane is lost when its process stood still longer than its lease; taken over when that process stood still or died.',
          'short',
          [
            { expr: 'sum(postloom_worker_running{worker="lanes"})', legend: 'worked on' },
            { expr: 'sum(increase(postloom_publisher_leases_lost_total[5m]))', legend: 'lost' },
            { expr: 'sum(increase(postloom_publisher_lanes_taken_over_total[5m]))', legend: 'taken over' },
          ],
        ),
        lines('Token refreshes', 'By outcome; "reconnect" sets the account aside.', 'cps', [
          {
            expr: 'sum by (platform, outcome) (rate(postloom_publisher_refreshes_total[15m]))',
            legend: '{{platform}} {{outcome}}',
          },
        ]),
      ],
    },
  ],
};
