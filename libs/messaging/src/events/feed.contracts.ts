import { defineRpc, EnvelopeHead, Id } from '@postloom/contracts';
import { z } from 'zod';

/** A place in a producer's outbox: time with microseconds and zone `Z`, as text. */
const Position = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);

export const FEED_PAGE = 1_000;
export const FETCH_PAGE = 100;

const FeedPage = z.object({
  events: z.array(z.object({ id: Id, at: z.string(), toldAt: Position, subject: z.string() })),
  /** The producer's database time of the read: everything emitted well before it is in this or an earlier page. */
  now: Position,
});

/** Ids of the events of some subjects, in the order they were emitted, after a position. */
export function feedContract(producer: string) {
  return defineRpc(`rpc.${producer}.feed.v1`, {
    input: z.strictObject({
      subjects: z.array(z.string().max(120)).min(1).max(100),
      after: z.strictObject({ at: Position, id: Id.nullable() }),
    }),
    output: FeedPage,
    deadlineMs: 5_000,
    retryable: true,
    caller: 'service',
  });
}

/** Whole events by id, as many as fit into one message; the consumer asks again for the rest. Unknown ids are omitted. */
export function fetchContract(producer: string) {
  return defineRpc(`rpc.${producer}.feed-events.v1`, {
    input: z.strictObject({ ids: z.array(Id).min(1).max(FETCH_PAGE), since: Position }),
    output: z.object({
      events: z.array(
        z.object({ traceparent: z.string().nullable(), envelope: EnvelopeHead.extend({ data: z.unknown() }) }),
      ),
      /** Requested ids that did not fit. */
      left: z.array(Id),
    }),
    deadlineMs: 5_000,
    retryable: true,
    caller: 'service',
  });
}

export type FeedPageData = z.output<typeof FeedPage>;
