import { json } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { NoSuch } from './account.ts';
import type { StripeAccount } from './account.ts';
import type { StripeEvents } from './events.ts';

/** What the tests and the sandbox's page do to Stripe: let time pass, decline cards, hold back and repeat events. */
export function stripeControls(account: StripeAccount, events: StripeEvents): Route[] {
  const wrong = (status: number, message: string): Reply => json({ error: 'invalid_request', message }, status);
  const route = (method: string, path: string, handle: (call: Call) => Promise<Reply> | Reply): Route => ({
    method,
    path: `/sandbox/stripe${path}`,
    handle: async (call) => {
      if (call.headers['sec-fetch-site'] === 'cross-site') {
        return wrong(403, 'Another site may not change the sandbox.');
      }
      try {
        return await handle(call);
      } catch (error) {
        if (error instanceof NoSuch) {
          return wrong(404, error.message);
        }
        throw error;
      }
    },
  });
  const id = (call: Call): string => call.params['id'] ?? '';
  const bodyOf = (call: Call): Record<string, unknown> => (call.body.json ?? {}) as Record<string, unknown>;
  const count = (value: unknown, usual: number): number | null =>
    value === undefined
      ? usual
      : Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1000
        ? Number(value)
        : null;

  return [
    route('GET', '', () =>
      json({
        customers: [...account.customers.values()],
        subscriptions: [...account.subscriptions.values()],
        invoices: [...account.invoices.values()],
        checkouts: [...account.sessions.values()],
        declines: account.declines,
        ...events.list(),
      }),
    ),
    route('PUT', '/declines', (call) => {
      const declines = count(bodyOf(call)['count'], 1);
      if (declines === null) {
        return wrong(400, 'count must be a whole number from 0 to 1000.');
      }
      account.declines = declines;
      return json({ declines });
    }),
    route('POST', '/subscriptions/:id/advance', async (call) => json(await account.advance(id(call)))),
    route('POST', '/subscriptions/:id/retry', async (call) => json(await account.retry(id(call)))),
    route('POST', '/subscriptions/:id/give-up', async (call) => json(await account.end(id(call), 'payment_failed'))),
    route('POST', '/events/hold', () => {
      events.hold();
      return json({ held: true });
    }),
    route('POST', '/events/release', async (call) =>
      json({ deliveries: await events.release(bodyOf(call)['reversed'] === true) }),
    ),
    route('POST', '/events/:id/send', async (call) => {
      const { times, forged, ageSeconds } = bodyOf(call);
      const [often, age] = [count(times, 1), count(ageSeconds, 0)];
      return often === null || age === null
        ? wrong(400, 'times and ageSeconds must be whole numbers from 0 to 1000.')
        : json({ deliveries: await events.send(id(call), { times: often, forged: forged === true, ageSeconds: age }) });
    }),
    route('POST', '/events', async (call) => {
      const { type, object } = bodyOf(call);
      if (typeof type !== 'string' || typeof object !== 'object' || object === null) {
        return wrong(400, 'type must be a text and object an object.');
      }
      await events.happened(type, object);
      return json({ success: true });
    }),
  ];
}
