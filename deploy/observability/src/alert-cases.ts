/** One way for an alert to fire. */
export interface AlertCase {
  readonly alert: string;
  /** Values of each series from minute 0 on, in promtool's notation: `0+9x70` is 0, 9, 18 … at 71 steps. */
  readonly series: Readonly<Record<string, string>>;
  readonly stepMinutes?: number;
  /** When it must be firing. */
  readonly atMinute: number;
  /** Its labels beside the severity. */
  readonly labels?: Readonly<Record<string, string>>;
  /** What a person then reads. */
  readonly description: string;
}

/** Due posts of which some are late: `good` of 1,000 a step. */
const due = (good: number, steps: number): AlertCase['series'] => ({
  'postloom_publisher_due_lag_seconds_bucket{service="publisher", platform="twitter", le="60"}': `0+${good}x${steps}`,
  'postloom_publisher_due_lag_seconds_count{service="publisher", platform="twitter"}': `0+1000x${steps}`,
  'postloom_scheduling_too_late_total{service="scheduling"}': `0x${steps}`,
});

export const alertCases: readonly AlertCase[] = [
  {
    alert: 'LatePostsBurnFast',
    series: due(900, 70),
    atMinute: 65,
    description: '10% of the posts due in the last hour were late; 0.1 % may be.',
  },
  {
    alert: 'LatePostsBurnSlow',
    series: due(993, 370),
    atMinute: 365,
    description: '0.7% of the posts due in the last six hours were late; 0.1 % may be.',
  },
  {
    alert: 'LatePostsBurnDay',
    series: due(996, 300),
    stepMinutes: 5,
    atMinute: 1_450,
    description: '0.4% of the posts due in the last day were late; 0.1 % may be.',
  },
  {
    alert: 'LatePostsBurnBudget',
    series: due(998, 450),
    stepMinutes: 10,
    atMinute: 4_400,
    description: '0.2% of the posts due in the last three days were late; 0.1 % may be.',
  },
  {
    alert: 'DuePostsWait',
    series: { 'postloom_scheduling_due_oldest_seconds{service="scheduling", instance="a"}': '90x10' },
    atMinute: 5,
    description: 'The oldest due post has waited 1m 30s for its handover to the publisher.',
  },
  {
    alert: 'PublishOutcomesUnknown',
    series: {
      'postloom_publisher_attempts_total{service="publisher", platform="twitter", outcome="unknown"}': '0+5x60',
      'postloom_publisher_attempts_total{service="publisher", platform="twitter", outcome="published"}': '0+95x60',
    },
    atMinute: 45,
    labels: { platform: 'twitter' },
    description:
      '5% of the publishing calls to twitter ended without a clear answer. Each is verified before any other.',
  },
  {
    alert: 'PublishAttemptOpen',
    series: { 'postloom_publisher_open_attempts_oldest_seconds{service="publisher", platform="instagram"}': '3000x20' },
    atMinute: 10,
    labels: { platform: 'instagram' },
    description: 'A call to instagram has had no outcome for 50m 0s; after 30 minutes a person should have been asked.',
  },
  {
    alert: 'PublishingFails',
    series: {
      'postloom_publisher_jobs_ended_total{service="publisher", platform="tiktok", end="failed"}': '0+1x60',
      'postloom_publisher_jobs_ended_total{service="publisher", platform="tiktok", end="published"}': '0+1x60',
    },
    atMinute: 45,
    labels: { platform: 'tiktok' },
    description: '50% of the posts on tiktok that ended in the last half hour failed.',
  },
  {
    alert: 'LanesChangeHands',
    series: { 'postloom_publisher_lanes_taken_over_total{service="publisher", instance="a"}': '0+1x30' },
    atMinute: 20,
    description:
      'Lanes were taken over 15 times within 15 minutes: publishers die, or stand still longer than their leases.',
  },
  {
    alert: 'TokensRefused',
    series: {
      'postloom_publisher_refreshes_total{service="publisher", platform="linkedin", outcome="reconnect"}': '0+1x100',
      'postloom_publisher_refreshes_total{service="publisher", platform="linkedin", outcome="refreshed"}': '0+1x100',
    },
    atMinute: 90,
    labels: { platform: 'linkedin' },
    description:
      '50% of the token refreshes at linkedin were refused for good; their accounts must be connected again.',
  },
  {
    alert: 'VaultKeyMissing',
    series: { 'postloom_publisher_vault_rows_count{service="publisher", key="missing"}': '3x20' },
    atMinute: 15,
    description: 'Tokens sealed under a key that VAULT_KEYS does not have: 3.',
  },
  {
    alert: 'OutboxOld',
    series: { 'postloom_media_outbox_oldest_seconds{service="media", instance="a"}': '120x10' },
    atMinute: 5,
    labels: { service: 'media' },
    description: 'The oldest event of media has waited 2m 0s for the broker.',
  },
  {
    alert: 'EventsParked',
    series: { 'postloom_captions_events_parked_total{service="captions", handler="photo"}': '_x20 1x40' },
    atMinute: 30,
    labels: { service: 'captions', handler: 'photo' },
    description: 'The handler photo of captions gave up on an event; others flow on.',
  },
  {
    alert: 'EventsLate',
    series: {
      'postloom_analytics_event_lag_seconds_bucket{service="analytics", way="stream", le="10"}': '0x40',
      'postloom_analytics_event_lag_seconds_bucket{service="analytics", way="stream", le="30"}': '0+10x40',
      'postloom_analytics_event_lag_seconds_bucket{service="analytics", way="stream", le="+Inf"}': '0+10x40',
    },
    atMinute: 30,
    labels: { service: 'analytics' },
    description: 'One of a hundred events takes 29.8s until analytics has handled it.',
  },
  {
    alert: 'ServiceDown',
    series: { 'up{service="captions", instance="a"}': '0x10', 'up{service="captions", instance="b"}': '0x10' },
    atMinute: 5,
    labels: { service: 'captions' },
    description: 'Prometheus reaches no process of captions.',
  },
  {
    alert: 'ServiceFails',
    series: {
      'postloom_gateway_http_server_seconds_count{service="gateway", area="Media", code="deadline"}': '0+1x30',
      'postloom_gateway_http_server_seconds_count{service="gateway", area="Media", code="ok"}': '0+19x30',
    },
    atMinute: 20,
    labels: { service: 'gateway' },
    description: '5% of the requests to gateway ended with an error of ours.',
  },
  {
    alert: 'ServiceSlow',
    series: {
      'postloom_media_rpc_server_seconds_bucket{service="media", le="1"}': '0x40',
      'postloom_media_rpc_server_seconds_bucket{service="media", le="2.5"}': '0+10x40',
      'postloom_media_rpc_server_seconds_bucket{service="media", le="+Inf"}': '0+10x40',
    },
    atMinute: 30,
    labels: { service: 'media' },
    description: 'One of twenty requests to media takes longer than 2.425s.',
  },
  {
    alert: 'LoopFails',
    series: { 'postloom_loop_failures_total{service="scheduling", loop="dispatch"}': '0+30x40' },
    atMinute: 30,
    labels: { service: 'scheduling', loop: 'dispatch' },
    description: 'The loop dispatch of scheduling fails 0.5 times a second.',
  },
  {
    alert: 'WorkerBehind',
    series: { 'postloom_worker_oldest_seconds{service="identity", worker="mails", instance="a"}': '900x30' },
    atMinute: 20,
    labels: { service: 'identity', worker: 'mails' },
    description: 'The oldest row of the worker mails in identity has waited 15m 0s.',
  },
  {
    alert: 'DeletionUnfinished',
    series: { 'postloom_identity_deletion_oldest_seconds{service="identity", instance="a"}': '0+60x90' },
    atMinute: 70,
    description: 'A deletion that was confirmed 1h 10m 0s ago lacks the receipt of at least one service.',
  },
  {
    alert: 'OrphanedObjects',
    series: {
      'postloom_media_orphaned_objects_total{service="media", instance="a"}': '0x12 2x300',
      'postloom_media_orphaned_objects_total{service="media", instance="b"}': '0x312',
    },
    stepMinutes: 5,
    atMinute: 1_200,
    description:
      'The comparison of the bucket with the rows found 2 of them in the last day. What the next one finds as well is removed.',
  },
  {
    alert: 'SettingsRefused',
    series: { 'postloom_settings_refused_count{service="publisher", instance="a"}': '0 1x10' },
    atMinute: 8,
    labels: { service: 'publisher' },
    description:
      '1 settings of publisher are wrong in their files; it goes on with the former ones and will not start again.',
  },
  {
    alert: 'CertificateExpires',
    series: {
      'postloom_tls_certificate_expiry_seconds{service="media", server="postgres", instance="a"}': '1036800x90',
      'postloom_tls_certificate_expiry_seconds{service="media", server="s3", instance="a"}': '8640000x90',
    },
    atMinute: 80,
    labels: { service: 'media', server: 'postgres' },
    description: 'The certificate that postgres showed to media is valid for another 11d 22h 40m 0s.',
  },
  {
    alert: 'CaptionProviderFails',
    series: {
      'postloom_captions_provider_call_seconds_count{service="captions", provider="openai", outcome="unavailable"}':
        '0+2x60',
      'postloom_captions_provider_call_seconds_count{service="captions", provider="openai", outcome="resting"}':
        '0+1x60',
      'postloom_captions_provider_call_seconds_count{service="captions", provider="openai", outcome="done"}': '0+1x60',
    },
    atMinute: 40,
    labels: { provider: 'openai' },
    description: '75% of the calls to openai were not answered or not accepted.',
  },
  {
    alert: 'RequestsRefused',
    series: {
      'postloom_gateway_requests_refused_total{service="gateway", limit="address", instance="a"}': '0+300x60',
      'postloom_gateway_requests_refused_total{service="gateway", limit="address", instance="b"}': '0+300x60',
    },
    atMinute: 40,
    labels: { limit: 'address' },
    description: 'The limit address refuses 10 requests a second: somebody takes too much, or everybody counts as one.',
  },
];

/** A day on which all is well, at every step: no alert may fire. */
export const wellSeries: AlertCase['series'] = {
  ...due(1_000, 400),
  'postloom_scheduling_due_oldest_seconds{service="scheduling"}': '0.2x400',
  'postloom_publisher_attempts_total{service="publisher", platform="twitter", outcome="unknown"}': '0+1x400',
  'postloom_publisher_attempts_total{service="publisher", platform="twitter", outcome="published"}': '0+999x400',
  'postloom_publisher_open_attempts_oldest_seconds{service="publisher", platform="twitter"}': '3x400',
  'postloom_publisher_jobs_ended_total{service="publisher", platform="twitter", end="published"}': '0+995x400',
  'postloom_publisher_jobs_ended_total{service="publisher", platform="twitter", end="failed"}': '0+5x400',
  'postloom_publisher_lanes_taken_over_total{service="publisher"}': '1x400',
  'postloom_publisher_refreshes_total{service="publisher", platform="twitter", outcome="refreshed"}': '0+50x400',
  'postloom_publisher_refreshes_total{service="publisher", platform="twitter", outcome="reconnect"}': '0+1x400',
  'postloom_publisher_vault_rows_count{service="publisher", key="missing"}': '0x400',
  'postloom_media_outbox_oldest_seconds{service="media"}': '1x400',
  'postloom_captions_events_parked_total{service="captions", handler="photo"}': '2x400',
  // A process that started a moment ago.
  'postloom_media_events_parked_total{service="media", handler="plan"}': '_x380 0x20',
  'postloom_analytics_event_lag_seconds_bucket{service="analytics", way="stream", le="0.1"}': '0+100x400',
  'postloom_analytics_event_lag_seconds_bucket{service="analytics", way="stream", le="+Inf"}': '0+100x400',
  'up{service="captions", instance="a"}': '0x400',
  'up{service="captions", instance="b"}': '1x400',
  'postloom_identity_rpc_server_seconds_count{service="identity", subject="s", code="ok"}': '0+1000x400',
  'postloom_identity_rpc_server_seconds_count{service="identity", subject="s", code="internal"}': '0+1x400',
  'postloom_media_rpc_server_seconds_bucket{service="media", le="0.1"}': '0+100x400',
  'postloom_media_rpc_server_seconds_bucket{service="media", le="+Inf"}': '0+100x400',
  'postloom_loop_failures_total{service="scheduling", loop="dispatch"}': '3x400',
  'postloom_worker_oldest_seconds{service="identity", worker="mails"}': '2x400',
  'postloom_identity_deletion_oldest_seconds{service="identity"}': '150x400',
  // Found before, looked at and kept.
  'postloom_media_orphaned_objects_total{service="media"}': '4x400',
  'postloom_captions_provider_call_seconds_count{service="captions", provider="openai", outcome="timeout"}': '0+1x400',
  'postloom_captions_provider_call_seconds_count{service="captions", provider="openai", outcome="done"}': '0+9x400',
  'postloom_gateway_requests_refused_total{service="gateway", limit="session"}': '0+60x400',
};
