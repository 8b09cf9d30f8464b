import { z } from 'zod';
import { defineRpc, Empty, Id } from '../kernel/index.ts';

/** How many other businesses are told of one account, those that have had it longest. */
export const MOST_SHARING = 100;

/** An account that is connected to other businesses of the same person too: what one of them posts, the others' followers see. */
export const SharedAccount = z.object({
  accountId: Id,
  /** Only what the person can see. */
  businesses: z.array(z.object({ id: Id, name: z.string() })).min(1),
});
export type SharedAccount = z.infer<typeof SharedAccount>;

export const sharedAccountRpc = {
  /** The accounts of the business that other businesses of its payer have connected too; those of other payers are never named. */
  accountShared: defineRpc('rpc.publisher.account.shared.v1', {
    input: Empty,
    output: z.array(z.object({ accountId: Id, businessIds: z.array(Id).min(1).max(MOST_SHARING) })),
    retryable: true,
  }),
} as const;
