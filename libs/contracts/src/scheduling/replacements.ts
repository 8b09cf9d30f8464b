import { z } from 'zod';
import { defineEvent, defineRpc, Empty, Id, Ok } from '../kernel/index.ts';
import { Platform } from '../platforms/index.ts';

/** `accountName`: null when it was connected before names were kept beside posts. */
const NamedAccount = z.object({ accountId: Id, accountName: z.string().nullable() });

/** Posts and schedules wait for an account in whose place another one is connected now. */
export const AccountReplacement = z.object({
  platform: Platform,
  /** The account they wait for. */
  from: NamedAccount,
  /** The account connected now. */
  to: NamedAccount,
  /** Posts not out yet, due or not. */
  posts: z.number().int().nonnegative(),
  schedules: z.number().int().nonnegative(),
  /** `open`: nobody has decided; `keep`: a person decided that they wait for their own account, and may still change that. */
  decision: z.enum(['open', 'keep']),
});
export type AccountReplacement = z.infer<typeof AccountReplacement>;

/** `move`: everything that waits for the one account goes from the other; `keep`: it waits for its own. */
export const ReplacementDecision = z.strictObject({
  fromAccountId: Id,
  toAccountId: Id,
  decision: z.enum(['move', 'keep']),
});

export const replacementRpc = {
  replacementList: defineRpc('rpc.scheduling.replacement.list.v1', {
    input: Empty,
    output: z.array(AccountReplacement),
    retryable: true,
  }),
  /** `conflict`: another account is connected by now, or the posts were moved before. */
  replacementDecide: defineRpc('rpc.scheduling.replacement.decide.v1', {
    input: ReplacementDecision,
    output: Ok,
    errors: ['not_found', 'conflict', 'idempotency_mismatch'],
    keyed: true,
  }),
} as const;

export const replacementEvents = {
  /** An account was replaced while posts or schedules wait for it, or a person decided about them. */
  replacementChanged: defineEvent(
    'scheduling.replacement.changed.v1',
    z.object({ platform: Platform, fromAccountId: Id }),
  ),
} as const;
