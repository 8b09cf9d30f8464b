import { z } from 'zod';
import { defineRoute } from '../kernel/index.ts';

/** Most places in the code that a report names. */
export const MOST_FRAMES = 10;

/**
 * A mistake of the web client, as it meets people. It says what broke and where in the code, never who met it or with what: the shapes
 * leave no room for an address, an id or a text of a person beyond the browser's own sentence, which the client clears of them.
 */
export const ClientErrorReport = z.strictObject({
  /** `render`: a part of the page is gone; `page`: outside of React; `promise`: nobody took care of a refusal. */
  kind: z.enum(['render', 'page', 'promise']),
  name: z.string().regex(/^[A-Za-z]\w{0,59}$/),
  message: z.string().max(200),
  /** The screen's path in the route table, not the address. */
  screen: z.string().regex(/^\/[a-z/-]{0,59}$/),
  /** File, line and column, innermost first; own files only. */
  frames: z.array(z.string().regex(/^\/[\w./-]{1,120}:\d{1,7}:\d{1,7}$/)).max(MOST_FRAMES),
});
export type ClientErrorReport = z.infer<typeof ClientErrorReport>;

/** What goes wrong in browsers. */
export const clientErrorRoutes = {
  reportClientError: defineRoute('POST', '/api/client-errors', {
    tag: 'Live updates and documents',
    summary: 'Report a mistake of the web client; without personal data, a few a minute',
    access: 'public',
    body: ClientErrorReport,
    status: 204,
    errors: ['rate_limited', 'payload_too_large'],
  }),
} as const;
