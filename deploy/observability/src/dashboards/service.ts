import type { Dashboard } from '../dashboard.ts';
import { chosen, everyService, lines, quantileBy, quantiles } from './parts.ts';

const own = 'service="$service"';
export const service: Dashboard = {
  id: 'service',
  title: 'One service',
  variables: [chosen('service', 'Service', 'label_values(nodejs_version_info, service)')],
  rows: [
    {
      title: 'Requests',
      panels: [
        lines('Requests', 'By their outcome.', 'reqps', [
          {
            expr: `sum by (code) (rate(${everyService('(rpc|http)_server_seconds_count', own)}[5m]))`,
            legend: '{{code}}',
          },
        ]),
        lines(
          'Time to answer',
          'Of all requests.',
          's',
          quantiles(everyService('(rpc|http)_server_seconds_bucket', own)),
          1,
        ),
        lines(
          'Waiting for others',
          'Slowest of twenty of the requests it makes, by whom it asks.',
          's',
          quantileBy('subject', 0.95, everyService('rpc_client_seconds_bucket', own)),
        ),
      ],
    },
    {
      title: 'Events and background work',
      panels: [
        lines(
          'Outbox',
          'How long the oldest event waits for the broker.',
          's',
          [{ expr: `max(${everyService('outbox_oldest_seconds', own)})`, legend: 'oldest event' }],
          60,
        ),
        lines('Events handled', 'Effects, repetitions that failed, and events set aside.', 'cps', [
          { expr: `sum(rate(${everyService('events_handled_total', own)}[5m]))`, legend: 'handled' },
          { expr: `sum(rate(${everyService('events_failed_total', own)}[5m]))`, legend: 'failed, will be repeated' },
          { expr: `sum(rate(${everyService('events_parked_total', own)}[5m]))`, legend: 'set aside' },
        ]),
        lines('Rows that wait', 'Work of each worker that nobody has begun.', 'short', [
          { expr: `max by (worker) (postloom_worker_ready{${own}})`, legend: '{{worker}}' },
        ]),
        lines(
          'Loops that fail',
          'Rounds of background loops that threw.',
          'cps',
          [{ expr: `sum by (loop) (rate(postloom_loop_failures_total{${own}}[5m]))`, legend: '{{loop}}' }],
          0.1,
        ),
      ],
    },
    {
      title: 'Database and process',
      panels: [
        lines(
          'Transactions',
          'From asking for a connection to the commit.',
          's',
          quantiles(`postloom_database_transaction_seconds_bucket{${own}}`),
        ),
        lines(
          'Event loop',
          'Lag of the slowest of a hundred turns.',
          's',
          [{ expr: `nodejs_eventloop_lag_p99_seconds{${own}}`, legend: '{{instance}}' }],
          0.2,
        ),
        lines('Memory', 'Resident, of each process.', 'bytes', [
          { expr: `process_resident_memory_bytes{${own}}`, legend: '{{instance}}' },
        ]),
        lines('Processor', 'Cores in use, of each process.', 'none', [
          { expr: `rate(process_cpu_seconds_total{${own}}[5m])`, legend: '{{instance}}' },
        ]),
      ],
    },
  ],
};
