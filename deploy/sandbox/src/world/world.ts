import type { MeasuredMedia } from '../media/measure.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { Ledger, Publication } from '../store/ledger.ts';
import type { Collection, StateStore } from '../store/state-store.ts';
import { Accounts } from './accounts.ts';
import type { Account, PastPost } from './accounts.ts';
import { Grants } from './grants.ts';
import type { AuthorizationCode, Grant, Token } from './grants.ts';
import { CallWindows } from './call-windows.ts';
import { followersAt, postFigures } from './insights.ts';
import type { Counted, PostFigures } from './insights.ts';
import { defaultSettings } from './settings.ts';
import type { SandboxSettings } from './settings.ts';

/** Instagram: a post in preparation. */
export interface Container {
  readonly id: string;
  readonly accountId: string;
  readonly kind: 'IMAGE' | 'CAROUSEL';
  readonly caption: string;
  readonly altText: string | null;
  readonly media: MeasuredMedia | null;
  readonly children: readonly string[];
  readonly carouselItem: boolean;
  readonly createdAt: number;
  readonly readyAt: number;
  /** Never leaves IN_PROGRESS. */
  readonly stuck: boolean;
  /** Ends in ERROR. */
  readonly failed?: boolean;
}

/** An uploaded picture that is not attached to a post yet (Facebook photo, X media). */
export interface Upload {
  readonly id: string;
  readonly accountId: string;
  readonly media: MeasuredMedia;
  readonly altText: string | null;
  readonly createdAt: number;
  readonly stuck: boolean;
  readonly used: boolean;
}

/** Everything that the platforms share: what is stored, the clock, the address under which the sandbox is reached. */
export class World {
  readonly ledger: Ledger;
  readonly media: MediaStore;
  readonly accounts: Accounts;
  readonly grants: Grants;
  readonly containers: Collection<Container>;
  readonly uploads: Collection<Upload>;
  /** Calls that quotas count; in memory, since nothing is known of how long the platforms keep theirs. */
  readonly calls = new CallWindows();
  /** Origin without a trailing slash, for the URLs in answers; set once the port is known. */
  origin = '';
  settings: SandboxSettings;
  readonly #aging: Collection<{ readonly createdAt: number }>[] = [];
  readonly #saved: Collection<Partial<SandboxSettings>>;
  readonly #initial: SandboxSettings;
  readonly #state: StateStore;

  constructor(state: StateStore, ledger: Ledger, media: MediaStore, initial: Partial<SandboxSettings>) {
    this.#state = state;
    this.ledger = ledger;
    this.media = media;
    this.#initial = { ...defaultSettings(), ...initial };
    this.#saved = state.collection<Partial<SandboxSettings>>('settings');
    this.settings = { ...this.#initial, ...this.#saved.get('current') };
    this.accounts = new Accounts(
      state.collection<Account>('accounts'),
      state.collection<PastPost[]>('history'),
      Date.now,
    );
    this.grants = new Grants(
      state.collection<Grant>('grants'),
      state.collection<AuthorizationCode>('codes'),
      state.collection<Token>('tokens'),
      () => this.tokenClock(),
    );
    this.containers = this.aging<Container>('containers');
    this.uploads = this.aging<Upload>('uploads');
  }

  /** Milliseconds by which tokens, codes and containers age; can be moved ahead by a setting. */
  tokenClock(): number {
    return Date.now() + this.settings.clockOffsetSeconds * 1000;
  }

  async changeSettings(settings: SandboxSettings): Promise<void> {
    this.settings = settings;
    // Only what differs from the start is kept, so that a later start with other settings has its own.
    const changed = Object.entries(settings).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(this.#initial[name as keyof SandboxSettings]),
    );
    await this.#saved.set('current', Object.fromEntries(changed));
  }

  /** Forgets every post, account, token and setting; the demo accounts come back. */
  async reset(): Promise<void> {
    await this.#state.clear();
    await this.ledger.clear();
    await this.media.clear();
    this.calls.clear();
    this.settings = { ...this.#initial };
    await this.accounts.seed();
  }

  /** A stored map of things that stay until a reset. */
  kept<T>(name: string): Collection<T> {
    return this.#state.collection<T>(name);
  }

  /** A stored map of things that nobody can use any more after a day (milliseconds of the token clock). */
  aging<T extends { readonly createdAt: number }>(name: string): Collection<T> {
    const collection = this.#state.collection<T>(name);
    this.#aging.push(collection);
    return collection;
  }

  /** Drops what no call can use any longer: containers, uploads and jobs older than a day. */
  async prune(): Promise<void> {
    const oldest = this.tokenClock() - 25 * 3_600_000;
    for (const collection of this.#aging) {
      for (const [key, item] of collection.entries()) {
        if (item.createdAt < oldest) {
          await collection.delete(key);
        }
      }
    }
  }

  /** All posts of an account that are not deleted, oldest first: those from before the sandbox, then its own. */
  posts(account: Account): Publication[] {
    const past = this.accounts.history(account).map((post) => this.accounts.asPublication(account, post));
    const own = this.ledger.ofAccount(account.platform, account.id).filter((post) => post.deletedAt === undefined);
    return past.length === 0 ? own : [...past, ...own];
  }

  /** One post of an account, unless it is deleted, by the platform's id. */
  post(account: Account, id: string): Publication | undefined {
    const own = this.ledger.find(account.platform, id);
    if (own) {
      return own.accountId === account.id && own.deletedAt === undefined ? own : undefined;
    }
    const past = this.accounts.history(account).find((post) => post.id === id);
    return past && this.accounts.asPublication(account, past);
  }

  /** The results of a post by now, on the clock that can be moved. */
  figures(account: Account, post: Counted): PostFigures {
    return postFigures(post, account.followers, this.tokenClock());
  }

  followers(account: Account): number {
    return followersAt(account, this.tokenClock());
  }

  /** Address of an account's avatar, a PNG. */
  avatar(account: Account): string {
    return `${this.origin}/sandbox/avatars/${account.platform}/${account.id}.png`;
  }
}
