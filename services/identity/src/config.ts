import { defineConfig, onOff } from '@postloom/chassis';
import { z } from 'zod';

/** How often something may happen: at most `allowed` times in a window of `seconds` that opens with the first time. */
export interface Limit {
  readonly allowed: number;
  readonly seconds: number;
}

/** `LIMIT_…=10/900`: ten times in 900 seconds. */
const limit = (allowed: number, seconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}$/, 'write it as <times>/<seconds>, for example 10/900')
    .transform((text): Limit => {
      const [times, window] = text.split('/').map(Number) as [number, number];
      return { allowed: times, seconds: window };
    })
    .default({ allowed, seconds });

/** Settings of identity; the base ones (database, NATS, public address) come with every service. */
export const config = defineConfig({
  smtpUrl: z.url(),
  /** Sender of every mail; by default no-reply at the host of the public address. */
  mailFrom: z.string().optional(),
  /** `off` lifts every limit below: for load tests. */
  rateLimits: onOff.default(true),
  /** Plan changes without a payment provider: the local default and try-out installs (decisions section 3). */
  simulatedPayment: onOff.default(false),

  /** Seconds from what happened to the mail about it: what goes wrong at the same moment goes into one mail. */
  noticeMailAfterSeconds: z.coerce.number().int().min(0).max(3_600).default(60),
  /** Seconds between two such mails about one business. */
  noticeMailEverySeconds: z.coerce.number().int().min(0).max(86_400).default(3_600),

  /** Failed sign-ins of one account from one address: a guesser is stopped, the owner elsewhere is not. */
  limitSignInPair: limit(10, 900),
  /** Failed sign-ins of one account from addresses it never signed in from: a guesser with many addresses. */
  limitSignInAccount: limit(100, 3_600),
  /** Failed sign-ins from one address, whatever the account: a guesser with many accounts. */
  limitSignInAddress: limit(15, 300),
  /** Sign-ups from one address. */
  limitRegister: limit(30, 3_600),
  /** Mails to the owner of an address that somebody tries to register again. */
  limitTakenNotice: limit(1, 86_400),
  /** Reset links asked for from one address. */
  limitForgot: limit(10, 3_600),
  /** Reset mails to one person; more requests are answered the same and send nothing. */
  limitResetMail: limit(3, 3_600),
  /** Plan changes of one payer. */
  limitPlanChange: limit(20, 60),
});

export type LimitName = Extract<keyof typeof config, `limit${string}`>;
