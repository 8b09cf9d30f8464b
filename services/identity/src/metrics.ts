import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';

/** All metrics of identity. */
export const metrics = defineMetrics('identity', {
  signIns: counter('Sign-in attempts by outcome: ok, second_step (the password was right), refused', ['outcome']),
  registrations: counter('Sign-ups by outcome: new, taken', ['outcome']),
  passwordHashSeconds: histogram('Time of one argon2id computation, waiting included', {
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  }),
  passwordHashWaitingCount: gauge('Password checks waiting for their turn'),
  notifications: counter('Things people were told, by kind', ['kind']),
  deletionRequests: counter('Requests for the deletion of everything about an address, by what they led to', ['state']),
  deletionSeconds: histogram('Time from the confirmation of a deletion until every service has given its receipt', {
    buckets: [60, 120, 180, 300, 600, 1_800, 3_600, 86_400],
  }),
  deletionOldestSeconds: gauge('How long the oldest deletion that is not complete has been confirmed'),
  billingEvents: counter('Events of the payment provider by outcome: read, repeated, ignored, refused', ['outcome']),
  paidTwice: counter('Readings that found a person paying for two subscriptions at once'),
  mailsSent: counter('Mails handed to the SMTP server, by kind', ['kind']),
  pushes: counter('Pushes by outcome: sent, gone (the browser takes none any more), later, failed', ['outcome']),
  mailsFailed: counter('Mail deliveries that failed, by kind and whether they will be tried again', ['kind', 'again']),
});
