import { definitions, platformNames } from '../platforms/definitions.ts';
import type { PlatformName } from '../platforms/definitions.ts';
import type { Publication } from '../store/ledger.ts';
import type { Collection } from '../store/state-store.ts';
import { hashNumber } from './ids.ts';

/** What an account may be used for. */
export type AccountKind =
  /** Can publish. */
  | 'business'
  /** A person's own account: at Instagram the API does not reach it, at TikTok it is private. */
  | 'personal'
  /** A LinkedIn member; organizations are `business`. */
  | 'member'
  /** A Facebook Page or LinkedIn organization that the person may read but not post to. */
  | 'analyst';

export const accountKinds: readonly AccountKind[] = ['business', 'personal', 'member', 'analyst'];

/** An account of a platform (for Facebook a Page). */
export interface Account {
  readonly platform: PlatformName;
  readonly id: string;
  /** Instagram's app-scoped id; TikTok's union id. */
  readonly scopedId: string;
  /** Handle without `@`. */
  readonly username: string;
  readonly name: string;
  readonly category: string;
  readonly kind: AccountKind;
  readonly followers: number;
  readonly following: number;
  readonly createdAt: string;
  /** LinkedIn organizations: the id of the member who has a role there. */
  readonly owner?: string;
}

/** A post from before the product was connected: history for insights, not part of the ledger. */
export interface PastPost {
  readonly platform: PlatformName;
  readonly accountId: string;
  readonly id: string;
  readonly text: string;
  readonly at: string;
}

const topics = [
  'Fresh out of the oven this morning.',
  'A quiet Tuesday, and the door is open.',
  'Thank you for a full house last night.',
  'New on the counter from today.',
  'Behind the scenes before we open.',
  'Our regulars know this one.',
  'The weekend list is up.',
  'Small batch, gone by noon.',
];

/** What `POST /sandbox/accounts` may say about a new account. */
export interface AccountRequest {
  readonly platform: PlatformName;
  readonly name: string;
  readonly username?: string;
  readonly category?: string;
  readonly kind?: AccountKind;
  readonly followers?: number;
  /** LinkedIn organizations: id of the member with the role; the demo member unless given. */
  readonly owner?: string;
}

/** The accounts of all platforms. The demo accounts are always there, with the same ids on every machine. */
export class Accounts {
  readonly #accounts: Collection<Account>;
  readonly #history: Collection<PastPost[]>;
  readonly #now: () => number;

  constructor(accounts: Collection<Account>, history: Collection<PastPost[]>, now: () => number) {
    this.#accounts = accounts;
    this.#history = history;
    this.#now = now;
  }

  /** Adds the demo accounts that are missing. */
  async seed(): Promise<void> {
    const createdAt = new Date(this.#now()).toISOString();
    for (const platform of platformNames) {
      for (const seed of definitions[platform].seeds) {
        const key = `${platform}/${seed.id}`;
        if (!this.#accounts.get(key)) {
          await this.#accounts.set(key, { platform, ...seed, following: 180, createdAt });
        }
      }
    }
  }

  get(platform: PlatformName, id: string): Account | undefined {
    return this.#accounts.get(`${platform}/${id}`);
  }

  /** Accounts of a platform (or all), the demo accounts first. */
  list(platform?: PlatformName): Account[] {
    return [...this.#accounts.values()].filter((account) => platform === undefined || account.platform === platform);
  }

  /** By name, handle or id, ignoring case. */
  find(platform: PlatformName, word: string): Account | undefined {
    const wanted = word.trim().toLowerCase().replace(/^@/, '');
    return this.list(platform).find((account) =>
      [account.name, account.username, account.id].some((value) => value.toLowerCase() === wanted),
    );
  }

  async create(request: AccountRequest): Promise<Account> {
    const base = (request.username ?? request.name)
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '');
    const taken = new Set(this.list(request.platform).map((account) => account.username));
    const stem = base.slice(0, 15) || 'account';
    let username = stem;
    for (let n = 2; taken.has(username); n += 1) {
      username = `${stem.slice(0, 12)}${n}`;
    }
    const kind = request.kind ?? 'business';
    const { newAccountId, newScopedId, defaultOwner } = definitions[request.platform];
    const id = newAccountId(kind);
    const owner = kind === 'member' || defaultOwner === undefined ? undefined : (request.owner ?? defaultOwner);
    const account: Account = {
      platform: request.platform,
      id,
      scopedId: newScopedId?.() ?? id,
      username,
      name: request.name,
      category: request.category ?? 'Local business',
      kind,
      followers: request.followers ?? 400 + (hashNumber(request.name) % 4000),
      following: 150,
      createdAt: new Date(this.#now()).toISOString(),
      ...(owner === undefined ? {} : { owner }),
    };
    await this.#accounts.set(`${account.platform}/${account.id}`, account);
    return account;
  }

  /** Gives the account that many past posts, spread over the last days. */
  async addHistory(account: Account, posts: number, days: number): Promise<PastPost[]> {
    const history: PastPost[] = [];
    for (let n = 0; n < posts; n += 1) {
      const noise = hashNumber(`${account.id}/${n}`);
      const daysAgo = (days * (posts - n)) / posts;
      const at = new Date(this.#now() - daysAgo * 86_400_000);
      at.setUTCHours(8 + (noise % 12), noise % 60, 0, 0);
      history.push({
        platform: account.platform,
        accountId: account.id,
        id: definitions[account.platform].pastPost.id(account, at.getTime(), n),
        text: topics[noise % topics.length] ?? '',
        at: at.toISOString(),
      });
    }
    await this.#history.set(`${account.platform}/${account.id}`, history);
    return history;
  }

  /** A past post in the shape of a ledger row. */
  asPublication(account: Account, post: PastPost): Publication {
    return {
      platform: account.platform,
      accountId: account.id,
      accountName: account.name,
      remoteId: post.id,
      kind: definitions[account.platform].pastPost.kind,
      text: post.text,
      media: [],
      at: post.at,
      permalink: '',
    };
  }

  /** Past posts, oldest first. */
  history(account: Account): readonly PastPost[] {
    return this.#history.get(`${account.platform}/${account.id}`) ?? [];
  }
}
