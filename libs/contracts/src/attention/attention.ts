import { z } from 'zod';
import { defineRpc, Id } from '../kernel/index.ts';

/** How many businesses are looked at in one call: as many as a list of them has. */
export const MOST_BUSINESSES = 1_000;

/**
 * How many things of a business need a person: scheduled posts of which a part failed or waits for them, posts that failed lately
 * (`failedSince`), and accounts to reconnect.
 */
export const BusinessAttention = z.object({ businessId: Id, things: z.number().int().positive() });
export type BusinessAttention = z.infer<typeof BusinessAttention>;

const input = z.strictObject({ businessIds: z.array(Id).max(MOST_BUSINESSES) });
/** Only businesses that have something. */
const output = z.array(BusinessAttention).max(MOST_BUSINESSES);

/** What each owner counts, of those businesses alone whose payer is the caller's. */
export const attentionRpc = {
  scheduling: defineRpc('rpc.scheduling.trouble.count.v1', { input, output, retryable: true }),
  publisher: defineRpc('rpc.publisher.trouble.count.v1', { input, output, retryable: true }),
} as const;
