import { z } from 'zod';
import { defineRpc, Empty, Instant, Ok } from '../kernel/index.ts';

/** The subscribable calendar of a business; its address is shown once, the token is stored as a hash. */
export const CalendarFeed = z.object({ isOn: z.boolean(), createdAt: Instant.nullable() });

export const calendarFeedRpc = {
  feedGet: defineRpc('rpc.scheduling.calendar-feed.get.v1', { input: Empty, output: CalendarFeed, retryable: true }),
  /** A new token; the previous one stops working. */
  feedRotate: defineRpc('rpc.scheduling.calendar-feed.rotate.v1', {
    input: Empty,
    output: z.object({ token: z.string() }),
  }),
  feedRevoke: defineRpc('rpc.scheduling.calendar-feed.revoke.v1', { input: Empty, output: Ok }),
  /** RFC 5545 text. Requested without a session: the token identifies the business. */
  feedRead: defineRpc('rpc.scheduling.calendar-feed.read.v1', {
    caller: 'public',
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ ics: z.string() }),
    errors: ['not_found'],
    retryable: true,
  }),
} as const;
