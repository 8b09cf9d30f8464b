import { days, defineConfig, onOff, rateLimit } from '@postloom/chassis';
import { z } from 'zod';

/** Settings of identity, in addition to those of every service (database, NATS, public address). */
export const config = defineConfig({
  smtpUrl: z.url(),
  /** Sender of every mail; by default no-reply at the host of the public address. */
  mailFrom: z.string().optional(),
  /** Plan changes without a payment provider: the local default and try-out installs. */
  simulatedPayment: onOff.default(false),

  /** Seconds from an event to the mail about it, so that failures at the same time share one mail. */
  noticeMailAfterSeconds: z.coerce.number().int().min(0).max(3_600).default(60),
  /** Seconds between two such mails about one business. */
  noticeMailEverySeconds: z.coerce.number().int().min(0).max(86_400).default(3_600),

  /** Days of retention (deploy/docs/retention.md). */
  keepEndedSessionsDays: days(1),
  keepUsedLinksDays: days(30),
  keepSentMailsDays: days(30),
  keepNotificationsDays: days(90),

  /** Failed sign-ins of one account from one address: stops a guesser, but not the owner elsewhere. */
  limitSignInPair: rateLimit(10, 900),
  /** Failed sign-ins of one account from addresses it never signed in from: a guesser with many addresses. */
  limitSignInAccount: rateLimit(100, 3_600),
  /** Failed sign-ins from one address, whatever the account: a guesser with many accounts. */
  limitSignInAddress: rateLimit(15, 300),
  /** Sign-ups from one address. */
  limitRegister: rateLimit(30, 3_600),
  /** Mails to the owner of an address that somebody tries to register again. */
  limitTakenNotice: rateLimit(1, 86_400),
  /** Reset links requested from one address. */
  limitForgot: rateLimit(10, 3_600),
  /** Reset mails to one person; more requests are answered the same and send nothing. */
  limitResetMail: rateLimit(3, 3_600),
  /** Confirmation mails that one person asks for. */
  limitConfirmMail: rateLimit(3, 3_600),
  /** Plan changes of one payer. */
  limitPlanChange: rateLimit(20, 60),
});

export type LimitName = Extract<keyof typeof config, `limit${string}`>;
