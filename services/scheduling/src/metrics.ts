import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';

export const metrics = defineMetrics('scheduling', {
  dueLagSeconds: histogram('From the due time of a target to its handover to the publisher'),
  dueOldestSeconds: gauge('How long the post that has been due longest has waited for its handover'),
  handedOver: counter('Targets handed over to the publisher'),
  tooLate: counter('Targets failed because they were later than the business allows'),
  postsCreated: counter('Posts created, by source', ['source']),
  occurrences: counter('Occurrences of recurring schedules that ended, by outcome', ['outcome']),
  scheduledChecks: counter('Checks of scheduled posts before they are due, by hours and outcome', ['hours', 'outcome']),
  targetEvents: counter('Events of the publisher about targets, by kind and whether they changed anything', [
    'kind',
    'effect',
  ]),
  ownersAsked: counter('Requests to owners because a projection could not say yes', ['owner']),
});
