import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';
import { platforms } from '@postloom/contracts';

/** All metrics of social-publisher. */
export const metrics = defineMetrics('publisher', {
  dueLagSeconds: histogram('From the time a post was due to the platform having it, by platform', {
    labels: ['platform'],
  }),
  sendSeconds: histogram('The publishing call by platform and outcome', { labels: ['platform', 'outcome'] }),
  attemptsTotal: counter('Publishing calls by platform and outcome; "unknown" is verified before any other call', [
    'platform',
    'outcome',
  ]),
  jobsEndedTotal: counter('Jobs by platform and how they ended', ['platform', 'end']),
  verificationsTotal: counter('Verifications of an unclear outcome by platform and what they showed', [
    'platform',
    'showed',
  ]),
  openAttemptsCount: gauge('Publishing calls whose outcome is not known yet, by platform', ['platform']),
  openAttemptsOldestSeconds: gauge('Since when the oldest of them has been open, by platform', ['platform']),
  refreshesTotal: counter('Token refreshes by platform and outcome', ['platform', 'outcome']),
  insightsReadTotal: counter('Readings of posts and accounts by platform; "put_off" come later', [
    'platform',
    'outcome',
  ]),
  leasesLostTotal: counter('Times a lane was found to belong to somebody else'),
  lanesTakenOverTotal: counter('Lanes claimed after a lease that nobody gave back: its worker died or stood still'),
  revocationsTotal: counter(
    'Consents taken back at platforms by platform and outcome; "given_up" after days of failures',
    ['platform', 'outcome'],
  ),
  connectionsTotal: counter('Sign-ins at platforms by platform and outcome', ['platform', 'outcome']),
  vaultRowsCount: gauge(
    'Sealed rows under a key that is not the current one: "old" waits to be sealed anew, "missing" cannot be opened',
    ['key'],
  ),
  callbacksTotal: counter('Messages of platforms by platform and outcome', ['platform', 'outcome']),
});

for (const platform of platforms) {
  for (const outcome of ['refreshed', 'reconnect']) {
    metrics.refreshesTotal.begin({ platform, outcome });
  }
  for (const outcome of ['published', 'unknown']) {
    metrics.attemptsTotal.begin({ platform, outcome });
  }
  for (const end of ['published', 'failed']) {
    metrics.jobsEndedTotal.begin({ platform, end });
  }
}
