import { counter, defineMetrics, histogram } from '@postloom/chassis';

/** All metrics of the gateway's own. */
export const metrics = defineMetrics('gateway', {
  httpServerSeconds: histogram('Time to answer a request from outside, by area and code; live streams are left out', {
    labels: ['area', 'code'],
  }),
  requestsRefused: counter(
    'Requests answered 429 by a limit of the gateway, by limit: session, address, session_pictures, address_pictures, live_streams, client_errors',
    ['limit'],
  ),
  clientErrors: counter('Mistakes of the web client that browsers reported, by kind', ['kind']),
});

for (const limit of ['session', 'address', 'session_pictures', 'address_pictures', 'live_streams', 'client_errors']) {
  metrics.requestsRefused.begin({ limit });
}
