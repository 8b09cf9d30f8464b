/** Length of the run in seconds, and the factor on every rate. */
export const seconds = Number(__ENV.SECONDS);
export const scale = Number(__ENV.SCALE);

/**
 * What people are promised: an answer to a click, a picture taken, words for it. The promise about posts, public within 60 s of their due
 * time, is judged afterwards by what the platforms show.
 */
const goals = {
  read: 300,
  write: 500,
  schedule: 500,
  upload: 3_000,
  caption: 10_000,
};

/** The goals of these actions; at most one of a thousand calls may fail. */
export const thresholdsOf = (...actions) => ({
  http_req_failed: ['rate<0.001'],
  checks: ['rate>0.999'],
  ...Object.fromEntries(actions.map((action) => [`http_req_duration{action:${action}}`, [`p(95)<${goals[action]}`]])),
});

/** So many a second, from the first to the last second, whatever the answers take: a slow product is not asked less. */
export const steadily = (perSecond, exec, length = seconds) => ({
  executor: 'constant-arrival-rate',
  // Per minute: rates below one a second are whole numbers so.
  rate: Math.max(1, Math.round(perSecond * scale * 60)),
  timeUnit: '1m',
  duration: `${length}s`,
  preAllocatedVUs: 20,
  maxVUs: 400,
  exec,
});

export const optionsOf = (scenarios, ...actions) => ({
  scenarios,
  thresholds: thresholdsOf(...actions),
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
});
