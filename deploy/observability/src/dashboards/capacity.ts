import type { Dashboard } from '../dashboard.ts';
import { lines, quantile, quantileBy } from './parts.ts';

export const capacity: Dashboard = {
  id: 'capacity',
  title: 'Capacity',
  variables: [],
  rows: [
    {
      title: 'Processes',
      panels: [
        lines('Processes', 'That Prometheus reaches.', 'short', [
          { expr: 'sum by (service) (up)', legend: '{{service}}' },
        ]),
        lines('Processor', 'Cores in use.', 'none', [
          { expr: 'sum by (service) (rate(process_cpu_seconds_total[5m]))', legend: '{{service}}' },
        ]),
        lines('Memory', 'Resident.', 'bytes', [
          { expr: 'sum by (service) (process_resident_memory_bytes)', legend: '{{service}}' },
        ]),
      ],
    },
    {
      title: 'Queues',
      panels: [
        lines('Rows that wait', 'Counted up to 1,000.', 'short', [
          { expr: 'max by (service, worker) (postloom_worker_ready)', legend: '{{service}} {{worker}}' },
        ]),
        lines(
          'Oldest row that waits',
          'More processes help when all of them are busy.',
          's',
          [{ expr: 'max by (service, worker) (postloom_worker_oldest_seconds)', legend: '{{service}} {{worker}}' }],
          600,
        ),
        lines(
          'Refused by limits',
          'Attempts that a limit for people refused, and requests that the gateway did.',
          'cps',
          [
            { expr: 'sum by (limit) (rate(postloom_throttle_refused_total[5m]))', legend: '{{limit}}' },
            { expr: 'sum by (limit) (rate(postloom_gateway_requests_refused_total[5m]))', legend: 'gateway {{limit}}' },
          ],
        ),
      ],
    },
    {
      title: 'Turns within a process',
      panels: [
        lines(
          'Turns that are taken',
          'Of the most that a queue gives out at once, in the fullest process. Of files the bytes on the disk, of photos the memory.',
          'percentunit',
          [
            {
              expr: 'max by (service, queue) (postloom_queue_taken_count / postloom_queue_slots_count)',
              legend: '{{service}} {{queue}}',
            },
          ],
        ),
        lines('Work that waits for its turn', 'Of all processes.', 'short', [
          { expr: 'sum by (service, queue) (postloom_queue_waiting_count)', legend: '{{service}} {{queue}}' },
        ]),
        lines(
          'Refused by queues',
          'The queue was full, or the wait too long. While its turns are free it is one business that wants too much, or a bound that is too low.',
          'cps',
          [
            {
              expr: 'sum by (service, queue) (rate(postloom_queue_refused_total[5m]))',
              legend: '{{service}} {{queue}}',
            },
          ],
        ),
      ],
    },
    {
      title: 'Work of the services',
      panels: [
        lines('Posts made', 'By how.', 'cps', [
          { expr: 'sum by (source) (rate(postloom_scheduling_posts_created_total[5m]))', legend: '{{source}}' },
        ]),
        lines(
          'Pictures',
          'Time to derive the sizes of one picture, slowest of twenty; with the wait for a turn.',
          's',
          [{ expr: quantile(0.95, 'postloom_media_rendition_seconds_bucket'), legend: 'p95' }],
        ),
        lines(
          'Captions',
          'Time of one caption by provider, slowest of twenty; with the wait for a turn and the picture.',
          's',
          quantileBy('provider', 0.95, 'postloom_captions_generation_seconds_bucket'),
        ),
      ],
    },
    {
      title: 'Captions and what they cost',
      panels: [
        lines(
          'Calls to providers',
          'Time of one call, slowest of twenty.',
          's',
          quantileBy('provider', 0.95, 'postloom_captions_provider_call_seconds_bucket'),
        ),
        lines('Captions asked for', 'By provider and outcome: each is paid for.', 'cps', [
          {
            expr: 'sum by (provider, outcome) (rate(postloom_captions_generation_seconds_count[5m]))',
            legend: '{{provider}} {{outcome}}',
          },
        ]),
        lines('Tokens', 'Read and written by the models in an hour, as the providers report them.', 'short', [
          {
            expr: 'sum by (provider, kind) (increase(postloom_captions_tokens_total[1h]))',
            legend: '{{provider}} {{kind}}',
          },
        ]),
        lines('Cost', 'Of an hour, by the prices in the settings; 0 of a provider without one.', 'currencyUSD', [
          { expr: 'sum by (provider) (increase(postloom_captions_cost_dollars_total[1h]))', legend: '{{provider}}' },
        ]),
      ],
    },
  ],
};
