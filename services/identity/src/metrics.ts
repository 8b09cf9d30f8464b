import { counter, defineMetrics, gauge, histogram } from '@postloom/chassis';

/** All metrics of identity. */
export const metrics = defineMetrics('identity', {
  signIns: counter('Sign-in attempts by outcome: ok, refused', ['outcome']),
  registrations: counter('Sign-ups by outcome: new, taken', ['outcome']),
  passwordHashSeconds: histogram('Time of one argon2id computation, waiting included', {
    buckets: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
  }),
  passwordHashWaitingCount: gauge('Password checks waiting for their turn'),
  notifications: counter('Things people were told, by kind', ['kind']),
  mailsSent: counter('Mails handed to the SMTP server, by kind', ['kind']),
  mailsFailed: counter('Mail deliveries that failed, by kind and whether they will be tried again', ['kind', 'again']),
});
