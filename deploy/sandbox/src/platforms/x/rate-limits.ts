import type { Call } from '../../http/call.ts';
import { Refusal } from '../../http/reply.ts';
import type { World } from '../../world/world.ts';
import { tooMany } from './problems.ts';

const windowSeconds = 15 * 60;

/** X's windows of 15 minutes per account and endpoint, and the headers that report them. */
export class RateLimits {
  readonly #world: World;
  readonly #headers = new WeakMap<object, Record<string, string>>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Counts the call; refuses with 429 when the window is used up. */
  take(call: Call, accountId: string, endpoint: string, limit: number): void {
    const most = this.#world.settings.quotas === 'documented' ? limit : 1_000_000;
    const key = `twitter ${accountId} ${endpoint}`;
    const taken = this.#world.calls.take(key, most, windowSeconds * 1000);
    this.#headers.set(call.response, {
      'x-rate-limit-limit': String(most),
      'x-rate-limit-remaining': String(Math.max(0, most - this.#world.calls.used(key, windowSeconds * 1000))),
      'x-rate-limit-reset': String(windowEnd()),
    });
    if (!taken) {
      throw new Refusal(tooMany(windowEnd()));
    }
  }

  /** The headers for the answer of that call; a call that was refused before it was counted shows a full window. */
  headers(call: Call): Record<string, string> {
    return (
      this.#headers.get(call.response) ?? {
        'x-rate-limit-limit': '100',
        'x-rate-limit-remaining': '100',
        'x-rate-limit-reset': String(windowEnd()),
      }
    );
  }
}

/** Unix second at which the current window ends. */
function windowEnd(): number {
  return (Math.floor(Date.now() / 1000 / windowSeconds) + 1) * windowSeconds;
}
