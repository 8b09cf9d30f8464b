import { defineConfig, onOff, reading } from '@postloom/chassis';
import { z } from 'zod';
import type { StreamSettings } from './nats/streams.ts';
import { parseSigningKey, parseVerificationKeys } from './rpc/caller-assertion.ts';

const milliseconds = z.coerce.number().int().min(20).max(3_600_000);

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
  /** STREAM_MAX_AGE_HOURS: how long the stream of a service keeps an event; what is older comes by the feed, from the outbox. */
  streamMaxAgeHours: z.coerce.number().min(0.01).max(8_760).default(48),
  /** STREAM_MAX_BYTES: size of the stream of a service, at which the oldest events go; -1 is no limit. The broker reserves it. */
  streamMaxBytes: z.coerce
    .number()
    .int()
    .min(-1)
    .default(512 * 1024 * 1024),
  /** FEED_EVERY_MS: how often the inbox is compared with each producer's feed, by one process of the service. */
  feedEveryMs: milliseconds.default(20_000),
  /** RELAY_EVERY_MS: poll of the outbox for what a process that died had committed; each process wakes its own relay after its commits. */
  relayEveryMs: milliseconds.default(2_000),
  /** EVENT_RETRY_MS: pause before the second run of a failed event; it doubles each time, up to 5 min (1 min for passing failures). */
  eventRetryMs: z.coerce.number().int().min(1).max(60_000).default(1_000),
  /** EVENT_PASSING_MS: how long an event is retried whose failures say nothing about it (something was away); then it is parked. */
  eventPassingMs: z.coerce
    .number()
    .int()
    .min(0)
    .default(24 * 3_600_000),
  /** EVENT_UNREADABLE_MS: the same for data that this build can't read: longer than a rolling update takes. */
  eventUnreadableMs: z.coerce
    .number()
    .int()
    .min(0)
    .default(6 * 3_600_000),
  /** EVENT_MAX_ACK_PENDING: events of one handler that the broker has given to all processes together and not seen confirmed. */
  eventMaxAckPending: z.coerce.number().int().min(1).max(100_000).default(1_000),
  /** EVENT_CONCURRENCY: events handled at the same time in one process; below the connection pool, so that requests always get one. */
  eventConcurrency: z.coerce.number().int().min(1).max(100).default(4),
});

export type MessagingConfig = typeof messagingConfig;

export function streamSettings(): StreamSettings {
  return {
    replicas: messagingConfig.natsReplicas,
    maxAgeMs: messagingConfig.streamMaxAgeHours * 3_600_000,
    maxBytes: messagingConfig.streamMaxBytes,
  };
}
