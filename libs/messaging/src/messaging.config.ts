import { defineConfig, onOff } from '@postloom/chassis';
import { z } from 'zod';
import { parseSigningKey, parseVerificationKeys } from './rpc/caller-assertion.ts';

const milliseconds = z.coerce.number().int().min(20).max(3_600_000);

/** A parser that throws as a transformation whose problem is listed with the others. */
function reading<T>(parse: (text: string) => T) {
  return (text: string, context: z.RefinementCtx): T => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : 'it can not be read');
      return z.NEVER;
    }
  };
}

/** Settings of messaging itself; where NATS is comes with every service's base settings. */
export const messagingConfig = defineConfig({
  /** NATS_REPLICAS: copies of each stream; 3 in a cluster. */
  natsReplicas: z.coerce.number().int().min(1).max(5).default(1),
  /** RPC_CHECK_OUTPUT: hold every answer against its contract; on in tests and development. */
  rpcCheckOutput: onOff.default(false),
  /**
   * CALLER_KEYS: public keys of the gateway, `<id>:<base64 of 32 bytes>`, separated by commas. Assertions signed with any of them are
   * accepted, so that a new key can be in place everywhere before the gateway signs with it.
   */
  callerKeys: z.string().default('').transform(reading(parseVerificationKeys)),
  /** CALLER_SIGNING_KEY: the gateway's private key, `<id>:<base64 of 32 bytes>`. Nobody else has it. */
  callerSigningKey: z.string().transform(reading(parseSigningKey)).optional(),
  /** FEED_EVERY_MS: how often handlers compare their inbox with the producers' feeds. */
  feedEveryMs: milliseconds.default(20_000),
  /** RELAY_EVERY_MS: poll of the outbox beside the poke after each commit. */
  relayEveryMs: milliseconds.default(500),
  /** EVENT_RETRY_MS: pause before the second try of a failed event; it doubles each time, up to 5 min. */
  eventRetryMs: z.coerce.number().int().min(1).max(60_000).default(1_000),
  /** EVENT_CONCURRENCY: events handled at the same time in one process; below the connection pool, so that requests always get one. */
  eventConcurrency: z.coerce.number().int().min(1).max(100).default(4),
});

export type MessagingConfig = typeof messagingConfig;
