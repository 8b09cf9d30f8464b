import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';

/** All metrics of the gateway's own. */
export const metrics = defineMetrics('gateway', {
  httpServerSeconds: histogram('Time to answer a request from outside, by area and code; live streams are left out', {
    labels: ['area', 'code'],
  }),
  requestsRefused: counter(
    'Requests answered 429 by a limit of the gateway, by limit: session, address, session_pictures, address_pictures, live_streams, client_errors',
    ['limit'],
  ),
  turnsTakenCount: gauge('Uploads and downloads that pass now, by queue: uploads, pictures, downloads', ['queue']),
  turnsWaitingCount: gauge('Uploads and downloads that wait for their turn, by queue', ['queue']),
  turnsRefused: counter('Uploads and downloads answered 503 because too many wait, or for too long, by queue', [
    'queue',
  ]),
  clientErrors: counter('Mistakes of the web client that browsers reported, by kind', ['kind']),
});

for (const limit of ['session', 'address', 'session_pictures', 'address_pictures', 'live_streams', 'client_errors']) {
  metrics.requestsRefused.begin({ limit });
}
