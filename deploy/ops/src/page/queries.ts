/** What the page asks of Prometheus, each for the present moment. Times are what a person on call looks at: an hour, a day, the promise's 30 days. */

const bound = 'le=~"60(\\\\.0)?"';
const services = 'service=~"gateway|identity|media|captions|scheduling|publisher|analytics"';
const ofServices = (thing: string, labels = ''): string =>
  `{__name__=~"postloom_[a-z]+_${thing}"${labels === '' ? '' : `, ${labels}`}}`;
const slowest = (share: number, by: string, buckets: string, time: string): string =>
  `histogram_quantile(${share}, sum by (${by}le) (rate(${buckets}[${time}])))`;

export const queries = {
  /** Seconds since the newest scrape. */
  dataAge: `time() - max(timestamp(up{${services}}))`,

  late5m: 'postloom:late_posts:ratio_rate5m',
  lateHour: 'postloom:late_posts:ratio_rate1h',
  monthDue:
    'sum(increase(postloom_publisher_due_lag_seconds_count[30d])) + sum(increase(postloom_scheduling_too_late_total[30d]))',
  monthInTime: `sum(increase(postloom_publisher_due_lag_seconds_bucket{${bound}}[30d]))`,
  dueOldest: 'max(postloom_scheduling_due_oldest_seconds)',
  lagMiddle: slowest(0.5, '', 'postloom_publisher_due_lag_seconds_bucket', '1h'),
  lagSlow: slowest(0.99, '', 'postloom_publisher_due_lag_seconds_bucket', '1h'),

  outboxOldest: `max by (service) (${ofServices('outbox_oldest_seconds')})`,
  parked: `sum by (service, handler) (increase(${ofServices('events_parked_total')}[1d]))`,
  waiting: 'max by (service, worker) (postloom_worker_ready)',
  waitingOldest: 'max by (service, worker) (postloom_worker_oldest_seconds)',

  platformCalls: 'sum by (platform) (increase(postloom_publisher_attempts_total[1h]))',
  platformUnclear: 'sum by (platform) (increase(postloom_publisher_attempts_total{outcome="unknown"}[1h]))',
  platformEnds: 'sum by (platform, end) (increase(postloom_publisher_jobs_ended_total[1h]))',
  platformSlow: slowest(0.95, 'platform, ', 'postloom_publisher_send_seconds_bucket', '1h'),
  platformOpen: 'max by (platform) (postloom_publisher_open_attempts_count)',
  platformOpenOldest: 'max by (platform) (postloom_publisher_open_attempts_oldest_seconds)',
  platformReconnects: 'sum by (platform) (increase(postloom_publisher_refreshes_total{outcome="reconnect"}[1h]))',

  providerCalls: 'sum by (provider, outcome) (increase(postloom_captions_provider_call_seconds_count[1h]))',
  providerSlow: slowest(0.95, 'provider, ', 'postloom_captions_provider_call_seconds_bucket', '1h'),
  providerTokens: 'sum by (provider) (increase(postloom_captions_tokens_total[1d]))',
  providerCost: 'sum by (provider) (increase(postloom_captions_cost_dollars_total[1d]))',

  serviceUp: `sum by (service) (up{${services}})`,
  serviceProcesses: `count by (service) (up{${services}})`,
  serviceRequests: `sum by (service) (rate(${ofServices('(rpc|http)_server_seconds_count')}[5m]))`,
  serviceFailed: `sum by (service) (rate(${ofServices('(rpc|http)_server_seconds_count', 'code=~"internal|unavailable|deadline"')}[5m]))`,
  serviceSlow: slowest(0.95, 'service, ', ofServices('(rpc|http)_server_seconds_bucket'), '5m'),
} as const satisfies Record<string, string>;

export type QueryName = keyof typeof queries;

/** Those that have nothing to say while all is well: a failure begins its series. */
export const silentWhileWell: readonly QueryName[] = ['parked', 'serviceFailed'];
