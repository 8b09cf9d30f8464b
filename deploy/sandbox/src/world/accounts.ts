import { randomUUID } from 'node:crypto';
import type { PlatformName, Publication } from '../store/ledger.ts';
import type { Collection } from '../store/state-store.ts';
import { digits, hashNumber, secret } from './ids.ts';

/** What an account may be used for. */
export type AccountKind =
  /** Can publish. */
  | 'business'
  /** A person's own account: at Instagram the API does not reach it, at TikTok it is private. */
  | 'personal'
  /** A LinkedIn member; organizations are `business`. */
  | 'member'
  /** A Facebook Page or LinkedIn organization on which the person may look, not post. */
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

/** A post from before the sandbox knew the product: history for insights, not part of the ledger. */
export interface PastPost {
  readonly platform: PlatformName;
  readonly accountId: string;
  readonly id: string;
  readonly text: string;
  readonly at: string;
}

type Seed = Omit<Account, 'createdAt' | 'following'>;

/** The LinkedIn member who is there from the start, and has a role at every demo organization. */
const linkedInDemoMember = 'dKz8fieldsQ';

const seeds: readonly Seed[] = [
  {
    platform: 'instagram',
    id: '17841400000000101',
    scopedId: '26100000000000101',
    username: 'marlow.bakehouse',
    name: 'Marlow Bakehouse',
    category: 'Bakery',
    kind: 'business',
    followers: 2840,
  },
  {
    platform: 'instagram',
    id: '17841400000000102',
    scopedId: '26100000000000102',
    username: 'juniper.yoga',
    name: 'Juniper Yoga Studio',
    category: 'Gym/Physical Fitness Center',
    kind: 'business',
    followers: 1265,
  },
  {
    platform: 'instagram',
    id: '17841400000000103',
    scopedId: '26100000000000103',
    username: 'dana.at.home',
    name: 'Dana Fields',
    category: '',
    kind: 'personal',
    followers: 212,
  },
  {
    platform: 'facebook',
    id: '100640000000201',
    scopedId: '100640000000201',
    username: 'marlowbakehouse',
    name: 'Marlow Bakehouse',
    category: 'Bakery',
    kind: 'business',
    followers: 3120,
  },
  {
    platform: 'facebook',
    id: '100640000000202',
    scopedId: '100640000000202',
    username: 'harbourstreetcafe',
    name: 'Harbour Street Café',
    category: 'Coffee shop',
    kind: 'business',
    followers: 1874,
  },
  {
    platform: 'facebook',
    id: '100640000000203',
    scopedId: '100640000000203',
    username: 'oldtownmarket',
    name: 'Old Town Market',
    category: 'Farmers market',
    kind: 'analyst',
    followers: 9400,
  },
  {
    platform: 'twitter',
    id: '1590000000000000301',
    scopedId: '1590000000000000301',
    username: 'marlowbakes',
    name: 'Marlow Bakehouse',
    category: '',
    kind: 'business',
    followers: 1530,
  },
  {
    platform: 'twitter',
    id: '1590000000000000302',
    scopedId: '1590000000000000302',
    username: 'harbourstcafe',
    name: 'Harbour Street Café',
    category: '',
    kind: 'business',
    followers: 640,
  },
  {
    platform: 'linkedin',
    id: linkedInDemoMember,
    scopedId: linkedInDemoMember,
    username: 'dana-fields',
    name: 'Dana Fields',
    category: '',
    kind: 'member',
    followers: 418,
  },
  {
    platform: 'linkedin',
    id: '5515401',
    scopedId: '5515401',
    username: 'marlow-bakehouse',
    name: 'Marlow Bakehouse',
    category: 'Food and Beverage Services',
    kind: 'business',
    followers: 965,
    owner: linkedInDemoMember,
  },
  {
    platform: 'linkedin',
    id: '5515402',
    scopedId: '5515402',
    username: 'old-town-market',
    name: 'Old Town Market',
    category: 'Retail',
    kind: 'analyst',
    followers: 2210,
    owner: linkedInDemoMember,
  },
  {
    platform: 'tiktok',
    id: '_000JPfMSandboxMarlowBakehouse01',
    scopedId: 'c6d1b2e4-0000-4000-8000-000000000501',
    username: 'marlow.bakes',
    name: 'Marlow Bakehouse',
    category: '',
    kind: 'business',
    followers: 5120,
  },
  {
    platform: 'tiktok',
    id: '_000JPfMSandboxDanaPrivate0000002',
    scopedId: 'c6d1b2e4-0000-4000-8000-000000000502',
    username: 'dana.private',
    name: 'Dana Fields',
    category: '',
    kind: 'personal',
    followers: 61,
  },
];

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
    for (const seed of seeds) {
      const key = `${seed.platform}/${seed.id}`;
      if (!this.#accounts.get(key)) {
        await this.#accounts.set(key, { ...seed, following: 180, createdAt });
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

  /** By name, handle or id, without regard to case. */
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
    const id = newAccountId(request.platform, kind);
    const account: Account = {
      platform: request.platform,
      id,
      scopedId: scopedIdOf(request.platform, id),
      username,
      name: request.name,
      category: request.category ?? 'Local business',
      kind,
      followers: request.followers ?? 400 + (hashNumber(request.name) % 4000),
      following: 150,
      createdAt: new Date(this.#now()).toISOString(),
      ...(request.platform === 'linkedin' && kind !== 'member' ? { owner: request.owner ?? linkedInDemoMember } : {}),
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
        id: pastId(account, at.getTime(), n),
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
      kind: account.platform === 'twitter' ? 'text' : 'photo',
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

function pastId(account: Account, at: number, n: number): string {
  switch (account.platform) {
    case 'twitter':
      return String(BigInt(at - 1_288_834_974_657) << 22n);
    case 'linkedin':
      return `urn:li:share:${String((BigInt(at) << 22n) + BigInt(n))}`;
    case 'tiktok':
      return String((BigInt(at) << 22n) + BigInt(n));
    case 'instagram':
      return digits('179', 17);
    case 'facebook':
      return `${account.id}_${digits('1220', 16)}`;
  }
}

function scopedIdOf(platform: PlatformName, id: string): string {
  if (platform === 'instagram') {
    return digits('261', 17);
  }
  return platform === 'tiktok' ? randomUUID() : id;
}

function newAccountId(platform: PlatformName, kind: AccountKind): string {
  switch (platform) {
    case 'instagram':
      return digits('178414', 17);
    case 'facebook':
      return digits('10064', 15);
    case 'twitter':
      return digits('159', 19);
    case 'linkedin':
      return kind === 'member' ? secret('').slice(0, 10) : digits('1', 9);
    case 'tiktok':
      return `_000${secret('').slice(0, 28)}`;
  }
}
