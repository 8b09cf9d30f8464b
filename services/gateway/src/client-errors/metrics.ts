import { counter, defineMetrics } from '@postloom/chassis';

/** All metrics of the gateway's own. */
export const metrics = defineMetrics('gateway', {
  clientErrors: counter('Mistakes of the web client that browsers reported, by kind', ['kind']),
});
