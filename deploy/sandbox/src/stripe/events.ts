import { createHmac } from 'node:crypto';
import type { Collection } from '../store/state-store.ts';
import { deliver } from '../webhooks/deliver.ts';
import { secret } from '../world/ids.ts';
import type { World } from '../world/world.ts';
import { stripeCredentials } from './credentials.ts';
import type { StripeEvent } from './objects.ts';

export interface EventDelivery {
  readonly at: string;
  readonly event: string;
  readonly type: string;
  readonly status: number;
}

/** How a delivery differs from an honest one. */
export interface Twist {
  readonly times?: number;
  readonly forged?: boolean;
  /** How long ago it was signed. */
  readonly ageSeconds?: number;
}

const retryAfter = [1000, 5000, 15_000];
const capacity = 200;
/** The API version of the official library whose shapes these are. */
const API_VERSION = '2026-10-28.endive';

/** Tells the product what happened: signed, again after failures, and on demand twice, late or out of order. */
export class StripeEvents {
  readonly #world: World;
  readonly #changed: () => void;
  readonly #events: Collection<StripeEvent>;
  readonly #deliveries: EventDelivery[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  /** While set, what happens is kept and not told. */
  #held: StripeEvent[] | null = null;

  constructor(world: World, changed: () => void) {
    this.#world = world;
    this.#changed = changed;
    this.#events = world.aging<StripeEvent & { readonly createdAt: number }>('stripe-events');
  }

  async happened(type: string, object: object): Promise<void> {
    const event: StripeEvent & { createdAt: number } = {
      ...{
        id: secret('evt_'),
        object: 'event',
        api_version: API_VERSION,
        created: Math.floor(Date.now() / 1000),
        type,
      },
      ...{ data: { object: structuredClone(object) }, livemode: false, createdAt: this.#world.tokenClock() },
    };
    await this.#events.set(event.id, event);
    if (this.#held === null) {
      void this.#tell(event, 0);
    } else {
      this.#held.push(event);
    }
  }

  hold(): void {
    this.#held ??= [];
  }

  /** Tells what was held back, the newest first if asked. */
  async release(reversed: boolean): Promise<EventDelivery[]> {
    const events = this.#held ?? [];
    this.#held = null;
    const done: EventDelivery[] = [];
    for (const event of reversed ? events.toReversed() : events) {
      done.push(...(await this.send(event.id, {})));
    }
    return done;
  }

  list(): { events: StripeEvent[]; deliveries: EventDelivery[] } {
    return { events: [...this.#events.values()].toReversed(), deliveries: this.#deliveries.toReversed() };
  }

  /** Sends a stored event now; empty when there is none, or no address. */
  async send(id: string, { times = 1, forged = false, ageSeconds = 0 }: Twist): Promise<EventDelivery[]> {
    const event = this.#events.get(id);
    const done: EventDelivery[] = [];
    for (let turn = 0; event !== undefined && turn < times; turn += 1) {
      const delivery = await this.#send(event, forged, ageSeconds);
      if (delivery !== null) {
        done.push(delivery);
      }
    }
    return done;
  }

  close(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
  }

  async #tell(event: StripeEvent, tries: number): Promise<void> {
    const delivery = await this.#send(event, false, 0);
    const pause = retryAfter[tries];
    if (delivery === null || delivery.status === 200 || pause === undefined) {
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#tell(event, tries + 1);
    }, pause);
    timer.unref();
    this.#timers.add(timer);
  }

  async #send(event: StripeEvent, forged: boolean, ageSeconds: number): Promise<EventDelivery | null> {
    const { webhookUrl } = this.#world.settings;
    if (webhookUrl === '') {
      return null;
    }
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000) - ageSeconds;
    const key = forged ? 'somebody else’s secret' : stripeCredentials.webhookSecret;
    const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
    const { status } = await deliver({
      method: 'POST',
      url: `${webhookUrl.replace(/\/+$/, '')}/stripe/webhook`,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': `t=${at},v1=${signature}`,
      },
      body,
    });
    const delivery = { at: new Date().toISOString(), event: event.id, type: event.type, status };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > capacity) {
      this.#deliveries.shift();
    }
    this.#changed();
    return delivery;
  }
}
