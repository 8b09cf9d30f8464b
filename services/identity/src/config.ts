import { days, defineConfig, onOff, rateLimit, reading } from '@postloom/chassis';
import { KeyRing } from '@postloom/persistence';
import { z } from 'zod';
import { VapidKeys } from './push/vapid-keys.ts';

/** Settings of identity, in addition to those of every service (database, NATS, public address). */
export const config = defineConfig({
  smtpUrl: z.url(),
  /** Keys that seal the secrets of second steps, `kid:base64key[,…]`, the current one first; without them no app can be set up. */
  vaultKeys: z
    .string()
    .transform(reading((text) => KeyRing.parse(text)))
    .optional(),
  /** Pairs of keys that name this installation to push services, `public:private[,…]`, the current one first; without them no pushes are sent. */
  vapidKeys: z
    .string()
    .transform(reading((text) => VapidKeys.parse(text)))
    .optional(),
  /** For development and tests: push services on plain http and on private addresses. Apart from `outboundAllowPrivate`, which a provider may need. */
  pushAllowPrivate: onOff.default(false),
  /** Sender of every mail; by default no-reply at the host of the public address. */
  mailFrom: z.string().optional(),
  /** Plan changes without a payment provider: the local default and try-out installs. */
  simulatedPayment: onOff.default(false),

  /** Sign-in at an OpenID Connect provider instead of own accounts; the three belong together. */
  oidcIssuer: z.url({ protocol: /^https?$/ }).optional(),
  oidcClientId: z.string().optional(),
  oidcClientSecret: z.string().optional(),
  /** Longest exchange with the provider, in milliseconds. */
  oidcTimeoutMs: z.coerce.number().int().min(100).max(15_000).default(4_000),
  /** Seconds after which the provider's metadata is read again. */
  oidcDiscoverySeconds: z.coerce.number().int().min(1).max(86_400).default(300),

  /** With both, plans are paid by card at Stripe; with neither, `simulatedPayment` decides. */
  stripeSecretKey: z.string().min(8).optional(),
  stripeWebhookSecret: z.string().min(8).optional(),
  stripeApiUrl: z.url().default('https://api.stripe.com'),
  /** Taxes are computed by Stripe Tax, which must be set up there. */
  stripeAutomaticTax: onOff.default(false),
  /** Days for which a plan whose payment failed is kept. */
  stripeGraceDays: z.coerce.number().int().min(0).max(60).default(7),
  /** Hours after which a paid subscription is read anew even though no event asked for it. */
  stripeSweepHours: z.coerce.number().int().min(1).max(720).default(24),

  /** Seconds from an event to the mail about it, so that failures at the same time share one mail. */
  noticeMailAfterSeconds: z.coerce.number().int().min(0).max(3_600).default(60),
  /** Seconds between two such mails about one business. */
  noticeMailEverySeconds: z.coerce.number().int().min(0).max(86_400).default(3_600),

  /**
   * Seconds after a sign-in, or after the password was given again, in which a session may change what guards the account, or delete it
   * without a mail.
   */
  confirmedForSeconds: z.coerce.number().int().min(30).max(86_400).default(900),
  /** Seconds in which a second step, or a passkey that is asked for, must come. */
  challengeSeconds: z.coerce.number().int().min(30).max(3_600).default(300),

  /** Days of retention (deploy/docs/retention.md). */
  keepEndedSessionsDays: days(1),
  keepUsedLinksDays: days(30),
  keepSentMailsDays: days(30),
  keepNotificationsDays: days(90),
  keepUnsubscribeLinksDays: days(400),
  keepDeletionsDays: days(400),
  keepBillingEventsDays: days(30),
  keepAuditDays: days(400),
  keepChallengesDays: days(1),

  /** Reports that one member gets by mail of a business. */
  mostReportSchedules: z.coerce.number().int().min(1).max(50).default(5),

  /** Failed sign-ins of one account from one address: stops a guesser, but not the owner elsewhere. */
  limitSignInPair: rateLimit(10, 900),
  /** Failed sign-ins of one account from addresses it never signed in from: a guesser with many addresses. */
  limitSignInAccount: rateLimit(100, 3_600),
  /** Failed sign-ins from one address, whatever the account: a guesser with many accounts. */
  limitSignInAddress: rateLimit(15, 300),
  /** Wrong second steps of one account at one address. */
  limitSecondStepPair: rateLimit(10, 900),
  /** Wrong second steps of one account from addresses it never signed in from. */
  limitSecondStepAccount: rateLimit(30, 3_600),
  /** Sign-ins by passkey that one address begins: every visit of the sign-in page begins one. */
  limitPasskeySignIn: rateLimit(200, 300),
  /** Failed sign-ins of one account that the audit log names, for each check that fails; more are counted by the metric alone. */
  limitAuditFailures: rateLimit(20, 86_400),
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
  /** Links to stop mails that do not exist, asked for from one address. */
  limitUnsubscribe: rateLimit(30, 600),
  /** Requests for a deletion from one address. */
  limitDeletionRequest: rateLimit(10, 3_600),
  /** Mails that confirm a deletion to one person; more requests are answered the same and send nothing. */
  limitDeletionMail: rateLimit(1, 86_400),
  /** Sign-ins at the provider that one address begins. */
  limitProviderSignIn: rateLimit(60, 300),
  /** Mails to one person with a link that connects their account with the provider. */
  limitConnectMail: rateLimit(3, 3_600),
  /** Calls to the payment provider that one payer causes. */
  limitBilling: rateLimit(30, 60),
  /** Wrong passwords of a signed-in person at one address, where an act asks for the password again. */
  limitPasswordCheck: rateLimit(10, 900),
  /** Changes of address that one person asks for: each sends two mails. */
  limitEmailChange: rateLimit(5, 3_600),
  /** Plan changes of one payer. */
  limitPlanChange: rateLimit(20, 60),
});

export type IdentityConfig = typeof config;

export type LimitName = Extract<keyof typeof config, `limit${string}`>;
