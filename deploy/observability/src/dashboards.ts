import type { Dashboard, Panel, Query, Unit } from './dashboard.ts';

const lines = (title: string, description: string, unit: Unit, queries: readonly Query[], limit?: number): Panel => ({
  kind: 'lines',
  ...{ title, description, unit, queries },
  ...(limit === undefined ? {} : { limit }),
});
const number = (title: string, description: string, unit: Unit, expr: string, limit?: number): Panel => ({
  kind: 'number',
  ...{ title, description, unit, queries: [{ expr, legend: title }] },
  ...(limit === undefined ? {} : { limit }),
});

/** The value below which that share of a histogram's measurements lies. */
const quantile = (share: number, buckets: string, by?: string): string =>
  `histogram_quantile(${share}, sum by (${by === undefined ? '' : `${by}, `}le) (rate(${buckets}[5m])))`;
/** The same for each value of that label, each a line. */
const quantileBy = (by: string, share: number, buckets: string): readonly Query[] => [
  { expr: quantile(share, buckets, by), legend: `{{${by}}}` },
];
/** The 50th, 95th and 99th of a hundred, each a line. */
const quantiles = (buckets: string, by?: string): readonly Query[] =>
  [0.5, 0.95, 0.99].map((share) => ({
    expr: quantile(share, buckets, by),
    legend: `${by === undefined ? '' : `{{${by}}} `}p${share * 100}`,
  }));
/** The series of every service whose names differ only in the service. */
const everyService = (thing: string, labels = ''): string =>
  `{__name__=~"postloom_[a-z]+_${thing}"${labels === '' ? '' : `, ${labels}`}}`;
/** A series of what is counted begins with the first one: until then its share is 0 and not unknown. */
const shareOf = (some: string, all: string): string => `(${some} or 0 * ${all}) / ${all}`;
const failed = 'code=~"internal|unavailable|deadline"';

const overview: Dashboard = {
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
          { expr: `sum by (service) (rate(${everyService('rpc_server_seconds_count')}[5m]))`, legend: '{{service}}' },
        ]),
        lines(
          'Failed by us',
          'Share of the requests that ended with an error of ours.',
          'percentunit',
          [
            {
              expr: shareOf(
                `sum by (service) (rate(${everyService('rpc_server_seconds_count', failed)}[5m]))`,
                `sum by (service) (rate(${everyService('rpc_server_seconds_count')}[5m]))`,
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
          quantileBy('service', 0.95, everyService('rpc_server_seconds_bucket')),
          1,
        ),
      ],
    },
  ],
};

const publishing: Dashboard = {
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

const own = 'service="$service"';
const service: Dashboard = {
  id: 'service',
  title: 'One service',
  variables: [{ name: 'service', label: 'Service', values: 'label_values(nodejs_version_info, service)' }],
  rows: [
    {
      title: 'Requests',
      panels: [
        lines('Requests', 'By their outcome.', 'reqps', [
          { expr: `sum by (code) (rate(${everyService('rpc_server_seconds_count', own)}[5m]))`, legend: '{{code}}' },
        ]),
        lines('Time to answer', 'Of all requests.', 's', quantiles(everyService('rpc_server_seconds_bucket', own)), 1),
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

const capacity: Dashboard = {
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
      title: 'Work of the services',
      panels: [
        lines('Posts made', 'By how.', 'cps', [
          { expr: 'sum by (source) (rate(postloom_scheduling_posts_created_total[5m]))', legend: '{{source}}' },
        ]),
        lines('Pictures', 'Time to derive the sizes of one picture, slowest of twenty.', 's', [
          { expr: quantile(0.95, 'postloom_media_rendition_seconds_bucket'), legend: 'p95' },
        ]),
        lines(
          'Captions',
          'Time of one caption by provider, slowest of twenty.',
          's',
          quantileBy('provider', 0.95, 'postloom_captions_generation_seconds_bucket'),
        ),
        lines('Captions asked for', 'By provider and outcome: each is paid for.', 'cps', [
          {
            expr: 'sum by (provider, outcome) (rate(postloom_captions_generation_seconds_count[5m]))',
            legend: '{{provider}} {{outcome}}',
          },
        ]),
      ],
    },
  ],
};

const post: Dashboard = {
  id: 'post',
  title: 'One post’s life',
  variables: [{ name: 'trace', label: 'Trace id', typed: true }],
  rows: [
    {
      title: 'From the click to the platform',
      panels: [
        {
          kind: 'traces',
          title: 'Trace',
          description: 'The spans of the trace above, from the browser’s request to the platform’s answer.',
          query: '$trace',
        },
        {
          kind: 'logs',
          title: 'Lines',
          description: 'What the services wrote in this trace.',
          query: '{service_name=~".+"} | trace_id="$trace"',
        },
      ],
    },
    {
      title: 'Posts of the same time',
      panels: [
        lines(
          'Due to public',
          'A point of this plot leads to the trace of a post that took as long.',
          's',
          quantiles('postloom_publisher_due_lag_seconds_bucket', 'platform'),
          60,
        ),
      ],
    },
  ],
};

export const dashboards: readonly Dashboard[] = [overview, publishing, service, capacity, post];
