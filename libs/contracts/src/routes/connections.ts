import { z } from 'zod';
import { defineRoute, Ok } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';
import { Doctor, SharedAccount } from '../publisher/index.ts';
import { AccountReplacement, ReplacementDecision } from '../scheduling/index.ts';

const byPlatform = z.strictObject({ platform: Platform });
/** Where the person can follow what comes of it. The names are Meta's. */
const MetaAnswer = z.object({ url: z.url(), confirmation_code: z.string() });

const social = { tag: 'Social accounts' } as const;

/** The state of connections, and the messages that platforms send by themselves. */
export const connectionRoutes = {
  connectionDoctor: defineRoute('GET', '/api/social/{platform}/doctor', {
    ...social,
    summary: 'What is wrong with a connection, and how to fix it',
    params: byPlatform,
    answer: Doctor,
    errors: ['not_found'],
  }),
  sharedAccounts: defineRoute('GET', '/api/social-accounts/shared', {
    ...social,
    summary: 'Accounts that are connected to other businesses of the person too',
    answer: z.array(SharedAccount),
  }),
  accountReplacements: defineRoute('GET', '/api/social-accounts/replacements', {
    ...social,
    summary: 'Posts and schedules that wait for an account in whose place another one is connected',
    answer: z.array(AccountReplacement),
  }),
  decideReplacement: defineRoute('POST', '/api/social-accounts/replacements', {
    ...social,
    summary: 'Send everything that waits for an account from the one connected now, or let it wait',
    body: ReplacementDecision,
    answer: Ok,
    errors: ['not_found', 'conflict'],
    idempotent: true,
  }),
  metaDeauthorize: defineRoute('POST', '/api/platform-callbacks/meta/deauthorize', {
    ...social,
    summary: 'Meta: a person removed the app (form field `signed_request`)',
    access: 'public',
    answer: MetaAnswer.extend({ success: z.literal(true) }),
    errors: ['unauthorized'],
  }),
  metaDataDeletion: defineRoute('POST', '/api/platform-callbacks/meta/data-deletion', {
    ...social,
    summary: 'Meta: a person asks for the deletion of their data (form field `signed_request`)',
    access: 'public',
    answer: MetaAnswer,
    errors: ['unauthorized'],
  }),
  verifyWebhook: defineRoute('GET', '/api/platform-callbacks/{platform}/webhook', {
    ...social,
    summary: 'The challenge a platform asks before it sends webhooks',
    access: 'public',
    params: byPlatform,
    errors: ['not_found', 'unauthorized'],
  }),
  receiveWebhook: defineRoute('POST', '/api/platform-callbacks/{platform}/webhook', {
    ...social,
    summary: 'A signed webhook of a platform',
    access: 'public',
    params: byPlatform,
    answer: z.object({ success: z.literal(true) }),
    errors: ['not_found', 'unauthorized'],
  }),
} as const;
