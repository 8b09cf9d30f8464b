import { optionsOf, scale, seconds } from './lib/options.js';

export { browse } from './lib/actions.js';

/** Pages a second at the end; it begins with none. */
const MOST = Math.round(100 * scale);

const calm = optionsOf(
  {
    browse: {
      executor: 'ramping-arrival-rate',
      startRate: 0,
      timeUnit: '1s',
      stages: [{ target: MOST, duration: `${seconds}s` }],
      preAllocatedVUs: 50,
      maxVUs: 1_000,
      exec: 'browse',
    },
  },
  'read',
);

/** More and more until the goals are missed, and there it ends: the knee. */
export const options = {
  ...calm,
  thresholds: Object.fromEntries(
    Object.entries(calm.thresholds).map(([metric, [threshold]]) => [
      metric,
      [{ threshold, abortOnFail: true, delayAbortEval: '5s' }],
    ]),
  ),
};
