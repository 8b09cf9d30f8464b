import type { Dashboard } from '../dashboard.ts';
import { everyService, failed, lines, number, quantileBy, quantiles, shareOf } from './parts.ts';

export const overview: Dashboard = {
  id: 'overview',
  title: 'Due and public',
  variables: [],
  rows: [
    {
      title: 'The promise: a due post is public within 60 seconds, 99.9 % of them',
      panels: [
        number(
          'Late or not sent, 3 days',
          'Share of the due posts that were late or not sent. The promise allows 0.1 %.',
          'percentunit',
          'postloom:late_posts:ratio_rate3d',
          0.001,
        ),
        number(
          'Late or not sent, 1 hour',
          'Above 1.44 % somebody is called.',
          'percentunit',
          'postloom:late_posts:ratio_rate1h',
          0.0144,
        ),
        number(
          'Oldest due post',
          'How long the oldest post that is due waits for its handover.',
          's',
          'max(postloom_scheduling_due_oldest_seconds)',
          60,
        ),
        number(
          'Published, 1 hour',
          'Posts that went out.',
          'short',
          'sum(increase(postloom_publisher_jobs_ended_total{end="published"}[1h]))',
        ),
        number(
          'Failed, 1 hour',
          'Posts that ended without going out.',
          'short',
          'sum(increase(postloom_publisher_jobs_ended_total{end="failed"}[1h]))',
        ),
      ],
    },
    {
      title: 'Where the time goes',
      panels: [
        lines(
          'Due to public',
          'From the due time to the platform having the post.',
          's',
          quantiles('postloom_publisher_due_lag_seconds_bucket'),
          60,
        ),
        lines(
          'Due to handover',
          'The part of scheduling: finding what is due.',
          's',
          quantiles('postloom_scheduling_due_lag_seconds_bucket'),
        ),
        lines(
          'Events on their way',
          'From the moment an event was told to the end of its effect, slowest of a hundred.',
          's',
          quantileBy('service', 0.99, everyService('event_lag_seconds_bucket', 'way="stream"')),
          10,
        ),
      ],
    },
    {
      title: 'Requests',
      panels: [
        lines('Requests', 'Answered by each service.', 'reqps', [
          {
            expr: `sum by (service) (rate(${everyService('(rpc|http)_server_seconds_count')}[5m]))`,
            legend: '{{service}}',
          },
        ]),
        lines(
          'Failed by us',
          'Share of the requests that ended with an error of ours.',
          'percentunit',
          [
            {
              expr: shareOf(
                `sum by (service) (rate(${everyService('(rpc|http)_server_seconds_count', failed)}[5m]))`,
                `sum by (service) (rate(${everyService('(rpc|http)_server_seconds_count')}[5m]))`,
              ),
              legend: '{{service}}',
            },
          ],
          0.01,
        ),
        lines(
          'Slowest of twenty',
          'The time in which 95 % of the requests are answered.',
          's',
          quantileBy('service', 0.95, everyService('(rpc|http)_server_seconds_bucket')),
          1,
        ),
      ],
    },
  ],
};
