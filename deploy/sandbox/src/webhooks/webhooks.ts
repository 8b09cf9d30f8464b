import { facebookUser } from '../platforms/facebook/login.ts';
import type { PlatformName } from '../store/ledger.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/world.ts';
import { closeDeliveryConnections, deliver } from './deliver.ts';
import type { Delivered, Message } from './deliver.ts';
import { metaCallback, metaVerification, metaWebhook, tiktokWebhook } from './messages.ts';

/** One message that the outside world sent to the product, or tried to. */
export interface Delivery extends Delivered {
  readonly at: string;
  readonly platform: PlatformName;
  readonly event: string;
  readonly accountId: string;
  readonly url: string;
  readonly durationMs: number;
  /** What the platform makes of the answer: null when it is satisfied, else a sentence. */
  readonly problem: string | null;
}

/** What `POST /sandbox/webhooks` asks for. */
export interface WebhookRequest {
  readonly platform: PlatformName;
  readonly event: string;
  /** null: the person (Facebook). */
  readonly account: Account | null;
  /** Event's own data: the value of a Meta change, TikTok's content. */
  readonly content: Readonly<Record<string, unknown>>;
  /** How often the same message is sent; platforms do repeat. */
  readonly times: number;
  /** Signed with a wrong secret. */
  readonly forged: boolean;
}

/** The request made no sense; the message says why. */
export class WebhookError extends Error {}

const capacity = 200;
const mostWaiting = 2000;
/** Milliseconds before a message that came about by itself is tried again. */
const retryAfter = [1000, 5000];

/** Words by which the removal of a connection is asked for. */
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
  async ask(request: WebhookRequest): Promise<Delivery[]> {
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
      deliveries.push(await this.#send(request, made.message, made.check));
    }
    return deliveries;
  }

  /** Tells of something that came about by itself; tried three times, dropped when too many wait. */
  tell(platform: 'tiktok', event: string, account: Account, content: Readonly<Record<string, unknown>>): void {
    if (this.#world.settings.webhookUrl === '' || this.#waiting >= mostWaiting) {
      return;
    }
    const request: WebhookRequest = { platform, event, account, content, times: 1, forged: false };
    const attempt = async (tries: number): Promise<void> => {
      // The address may have been taken away since the first try.
      const made = this.#world.settings.webhookUrl === '' ? null : this.#message(request);
      const done = made && (await this.#send(request, made.message, made.check));
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
    // A LinkedIn organization has no consent of its own: the member's ends.
    if (account?.owner !== undefined) {
      ids.push(account.owner);
    }
    for (const id of ids) {
      for (const grant of this.#world.grants.ofAccount(platform, id)) {
        await this.#world.grants.revoke(grant.id);
      }
    }
  }

  #message(request: WebhookRequest): { message: Message; check: Check } | null {
    const { platform, event, account, content, forged } = request;
    const base = this.#world.settings.webhookUrl.replace(/\/+$/, '');
    switch (platform) {
      case 'twitter':
      case 'linkedin':
        if (event === 'removed') {
          return null;
        }
        throw new WebhookError(
          `${platform} sends nothing to an app; only 'removed' (which ends the connection) is known.`,
        );
      case 'instagram':
      case 'facebook': {
        this.#requireUrl();
        if (event === 'verify') {
          const { message, challenge } = metaVerification(base, platform, forged);
          return { message, check: (answer) => (answer === challenge ? null : 'the answer is not the challenge') };
        }
        const page = platform === 'facebook' ? account : null;
        const who = { userId: platform === 'instagram' ? (account?.scopedId ?? '') : facebookUser.id, page };
        if (event === 'removed' || event === 'deauthorize') {
          return { message: metaCallback(base, platform, 'deauthorize', who, forged), check: accepted };
        }
        if (event === 'data_deletion') {
          return { message: metaCallback(base, platform, 'data-deletion', who, forged), check: deletionAnswer };
        }
        if (!account) {
          throw new WebhookError('accountId is required for this event.');
        }
        return { message: metaWebhook(base, platform, account, event, content, forged), check: accepted };
      }
      case 'tiktok': {
        this.#requireUrl();
        if (!account) {
          throw new WebhookError('accountId is required.');
        }
        const name = event === 'removed' ? 'authorization.removed' : event;
        const about = name === 'authorization.removed' ? { reason: 1, ...content } : content;
        return { message: tiktokWebhook(base, name, account.id, about, forged), check: accepted };
      }
    }
  }

  #requireUrl(): void {
    if (this.#world.settings.webhookUrl === '') {
      throw new WebhookError('There is no address to send to: set SANDBOX_WEBHOOK_URL, or webhookUrl in the settings.');
    }
  }

  async #send(request: WebhookRequest, message: Message, check: Check): Promise<Delivery> {
    const started = performance.now();
    const answer = await deliver(message);
    const refused = answer.status < 200 || answer.status >= 300;
    const problem = refused ? (answer.error ?? `the answer was ${answer.status}`) : await check(answer.body);
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

type Check = (answer: string) => string | null | Promise<string | null>;

const accepted: Check = () => null;

/** Meta wants `{url, confirmation_code}`, and a page for people at that URL. */
const deletionAnswer: Check = async (answer) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(answer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return 'the answer is not JSON';
  }
  const { url, confirmation_code: code } = (parsed ?? {}) as { url?: unknown; confirmation_code?: unknown };
  if (typeof url !== 'string' || !URL.canParse(url)) {
    return 'the answer has no url';
  }
  if (typeof code !== 'string' || !/^[A-Za-z0-9]+$/.test(code)) {
    return 'confirmation_code must be letters and digits';
  }
  const page = await deliver({ method: 'GET', url, headers: { accept: 'text/html' }, body: '' });
  return page.status === 200 ? null : `the status page at ${url} answered ${page.status}`;
};
