import { definitions } from '../platforms/definitions.ts';
import type { PlatformName } from '../platforms/definitions.ts';
import type { Webhook, WebhookRequest } from '../platforms/definition.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/world.ts';
import { closeDeliveryConnections, deliver } from './deliver.ts';
import type { Delivered } from './deliver.ts';

/** One message that the outside world sent to the product, or tried to. */
export interface Delivery extends Delivered {
  readonly at: string;
  readonly platform: PlatformName;
  readonly event: string;
  readonly accountId: string;
  readonly url: string;
  readonly durationMs: number;
  /** The platform's verdict on the answer: null when it accepts it, else a sentence. */
  readonly problem: string | null;
}

/** What `POST /sandbox/webhooks` asks for. */
export interface SendRequest extends WebhookRequest {
  readonly platform: PlatformName;
  /** How often the same message is sent; platforms do repeat. */
  readonly times: number;
}

/** The request is invalid; the message says why. */
export class WebhookError extends Error {}

const capacity = 200;
const mostWaiting = 2000;
/** Milliseconds before a notification of the platform's own is tried again. */
const retryAfter = [1000, 5000];

/** Event names that ask for the removal of a connection. */
const removals = ['removed', 'deauthorize', 'authorization.removed'];

/** Sends what the platforms send to an app, signed as they sign it, and keeps the last answers. */
export class Webhooks {
  readonly #world: World;
  readonly #changed: () => void;
  readonly #deliveries: Delivery[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting = 0;

  constructor(world: World, changed: () => void) {
    this.#world = world;
    this.#changed = changed;
  }

  /** Newest first. */
  list(): Delivery[] {
    return this.#deliveries.toReversed();
  }

  clear(): void {
    this.#deliveries.length = 0;
  }

  close(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    this.#timers.clear();
    closeDeliveryConnections();
  }

  /** Does what is asked and gives back the answers; a true `removed` also ends the connection, on every platform. */
  async ask(request: SendRequest): Promise<Delivery[]> {
    const { platform, event, account } = request;
    if (removals.includes(event) && !request.forged) {
      await this.#revoke(platform, account);
    }
    const made = this.#message(request);
    if (made === null) {
      return [];
    }
    const deliveries: Delivery[] = [];
    for (let n = 0; n < request.times; n += 1) {
      deliveries.push(await this.#send(request, made));
    }
    return deliveries;
  }

  /** Notifies the app of something that nobody asked for by control call; three tries, dropped when too many wait. */
  notify(platform: PlatformName, event: string, account: Account, content: Readonly<Record<string, unknown>>): void {
    if (this.#world.settings.webhookUrl === '' || this.#waiting >= mostWaiting) {
      return;
    }
    const request: SendRequest = { platform, event, account, content, times: 1, forged: false };
    const attempt = async (tries: number): Promise<void> => {
      // The address may have been taken away since the first try.
      const made = this.#world.settings.webhookUrl === '' ? null : this.#message(request);
      const done = made && (await this.#send(request, made));
      const pause = retryAfter[tries];
      if (!done || (done.status >= 200 && done.status < 300) || pause === undefined) {
        this.#waiting -= 1;
        return;
      }
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void attempt(tries + 1);
      }, pause);
      timer.unref();
      this.#timers.add(timer);
    };
    this.#waiting += 1;
    void attempt(0);
  }

  async #revoke(platform: PlatformName, account: Account | null): Promise<void> {
    const ids = account ? [account.id] : this.#world.accounts.list(platform).map((one) => one.id);
    // An account that a member owns has no consent of its own: the member's ends.
    if (account?.owner !== undefined) {
      ids.push(account.owner);
    }
    for (const id of ids) {
      for (const grant of this.#world.grants.ofAccount(platform, id)) {
        await this.#world.grants.revoke(grant.id);
      }
    }
  }

  /** Null: the platform sends nothing, and only a removal was asked for. */
  #message(request: SendRequest): Webhook | null {
    const { platform, event } = request;
    const { webhook } = definitions[platform];
    if (webhook === undefined) {
      if (event === 'removed') {
        return null;
      }
      throw new WebhookError(
        `${platform} sends nothing to an app; only 'removed' (which ends the connection) is known.`,
      );
    }
    this.#requireUrl();
    const made = webhook.make(request, this.#world.settings.webhookUrl.replace(/\/+$/, ''));
    if (made === null) {
      throw new WebhookError('accountId is required for this event.');
    }
    return made;
  }

  #requireUrl(): void {
    if (this.#world.settings.webhookUrl === '') {
      throw new WebhookError('There is no address to send to: set SANDBOX_WEBHOOK_URL, or webhookUrl in the settings.');
    }
  }

  async #send(request: SendRequest, { message, check = () => null }: Webhook): Promise<Delivery> {
    const started = performance.now();
    const headers = { 'user-agent': 'Webhooks/1.0', ...message.headers };
    const answer = await deliver({ ...message, headers });
    const refused = answer.status < 200 || answer.status >= 300;
    const problem = refused ? (answer.error ?? `the answer was ${answer.status}`) : await check(answer.body, openPage);
    const delivery: Delivery = {
      at: new Date().toISOString(),
      platform: request.platform,
      event: request.event,
      accountId: request.account?.id ?? '',
      url: message.url,
      durationMs: Math.round(performance.now() - started),
      ...answer,
      body: answer.body.slice(0, 2000),
      problem,
    };
    this.#deliveries.push(delivery);
    if (this.#deliveries.length > capacity) {
      this.#deliveries.shift();
    }
    this.#changed();
    return delivery;
  }
}

const openPage = (url: string): Promise<Delivered> =>
  deliver({ method: 'GET', url, headers: { accept: 'text/html' }, body: '' });
