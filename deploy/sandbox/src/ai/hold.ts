import type { Call } from '../http/call.ts';
import { Refusal, json } from '../http/reply.ts';

/** Keeps the call open until the caller gives up: work that never ends. */
export async function hold(call: Call): Promise<never> {
  await new Promise<void>((resolve) => {
    if (call.response.destroyed) {
      resolve();
    } else {
      call.response.once('close', () => resolve());
    }
  });
  throw new Refusal(json({ error: 'gone' }, 499));
}
