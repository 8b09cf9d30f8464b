import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredMedia } from '../media/measure.ts';
import type { PlatformName } from '../platforms/definitions.ts';
import { AppendLog } from './append-log.ts';

/** What a platform made public, as `GET /sandbox/publications` answers it. */
export interface Publication {
  readonly platform: PlatformName;
  readonly accountId: string;
  /** The platform's id of the post: the one it gave in its answer. */
  readonly remoteId: string;
  /** `photo`, `carousel` or `text`. */
  readonly kind: string;
  text: string;
  readonly media: readonly MeasuredMedia[];
  /** ISO 8601, UTC. */
  at: string;
  /** Page on the sandbox that shows the post. */
  readonly permalink: string;
  readonly accountName: string;
  /** Set when the post was deleted through the platform's API; the row itself never goes. */
  deletedAt?: string;
  /** Other ids of the same post: `container` (Instagram), `photo` (Facebook), `shortcode`. */
  readonly refs?: Readonly<Record<string, string>>;
  /** Who may see it, where that is not everybody: TikTok's privacy levels, LinkedIn's visibility. */
  readonly privacy?: string;
  /** Alternative text per picture, in order, where the platform was given one. */
  readonly altTexts?: readonly (string | null)[];
}

type Entry =
  | { readonly type: 'published'; readonly post: Publication }
  | { readonly type: 'edited'; readonly platform: PlatformName; readonly remoteId: string; readonly text: string }
  | { readonly type: 'moved'; readonly platform: PlatformName; readonly remoteId: string; readonly at: string }
  | { readonly type: 'deleted'; readonly platform: PlatformName; readonly remoteId: string; readonly at: string };

interface OfAccount {
  readonly posts: Publication[];
  /** The newest post of each content, by a hash of it: numbers take less memory than texts. */
  readonly byContent: Map<number, Publication>;
}

function hashesOf(post: Pick<Publication, 'media'>): string {
  return post.media.length === 0 ? '' : post.media.map((media) => media.sha256).join();
}

/** Thirty bits of words and pictures (FNV-1a). Of two contents with the same hash only the newer is found: one in 10^9. */
function contentKey(post: Pick<Publication, 'text' | 'media'>): number {
  const content = `${post.text}\0${hashesOf(post)}`;
  let hash = 0x811c9dc5;
  for (let index = 0; index < content.length; index += 1) {
    hash = Math.imul(hash ^ content.charCodeAt(index), 0x01000193);
  }
  return hash & 0x3fffffff;
}

function inOrder(posts: Publication[]): void {
  posts.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function mapAt<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (!map) {
    maps.set(key, (map = new Map()));
  }
  return map;
}

/**
 * The record that tests judge by. Every entry is on disk with fsync before the platform's answer leaves, so a killed
 * sandbox never forgets a post that it had confirmed.
 */
export class Ledger {
  readonly #log: AppendLog;
  #posts: Publication[] = [];
  // Keys are the posts' own strings, so that an entry needs no string of its own.
  #byId = new Map<PlatformName, Map<string, Publication>>();
  #byAccount = new Map<PlatformName, Map<string, OfAccount>>();
  #byRef = new Map<string, Map<string, Publication>>();
  #shared = new Map<string, string>();
  #media = new Map<string, MeasuredMedia>();

  private constructor(log: AppendLog) {
    this.#log = log;
  }

  static async open(dir: string): Promise<Ledger> {
    await mkdir(dir, { recursive: true });
    const { log, entries } = await AppendLog.open(join(dir, 'publications.jsonl'), { sync: true });
    const ledger = new Ledger(log);
    for (const entry of entries) {
      ledger.#apply(entry as Entry);
    }
    return ledger;
  }

  /**
   * Makes a post public. Readers see it at once (a platform's post is out even while its answer is still on the way);
   * resolves when it is on disk.
   */
  publish(post: Publication): Promise<void> {
    return this.#record({ type: 'published', post });
  }

  edit(post: Publication, text: string): Promise<void> {
    return this.#record({ type: 'edited', platform: post.platform, remoteId: post.remoteId, text });
  }

  /** As if the post had gone out then. */
  move(post: Publication, at: string): Promise<void> {
    return this.#record({ type: 'moved', platform: post.platform, remoteId: post.remoteId, at });
  }

  remove(post: Publication, at: string): Promise<void> {
    return this.#record({ type: 'deleted', platform: post.platform, remoteId: post.remoteId, at });
  }

  /** A post by its id, deleted ones included. */
  find(platform: PlatformName, remoteId: string): Publication | undefined {
    return this.#byId.get(platform)?.get(remoteId);
  }

  /** A post by one of its `refs`. */
  findByRef(platform: PlatformName, kind: string, value: string): Publication | undefined {
    return this.#byRef.get(`${platform}/${kind}`)?.get(value);
  }

  /** Posts of one account, oldest first, deleted ones included. */
  ofAccount(platform: PlatformName, accountId: string): readonly Publication[] {
    return this.#byAccount.get(platform)?.get(accountId)?.posts ?? [];
  }

  /** How many posts of the account went out at that moment (milliseconds) or later, deleted ones included. */
  countSince(platform: PlatformName, accountId: string, since: number): number {
    const posts = this.ofAccount(platform, accountId);
    const from = new Date(since).toISOString();
    let low = 0;
    let high = posts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((posts[middle]?.at ?? '') < from) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return posts.length - low;
  }

  /** The account's newest post with the same words and the same pictures, deleted or not. */
  newestLike(post: Pick<Publication, 'platform' | 'accountId' | 'text' | 'media'>): Publication | undefined {
    const found = this.#byAccount.get(post.platform)?.get(post.accountId)?.byContent.get(contentKey(post));
    return found && hashesOf(found) === hashesOf(post) && found.text === post.text ? found : undefined;
  }

  /** All posts, oldest first, deleted ones included. */
  all(): readonly Publication[] {
    return this.#posts;
  }

  /** Resolves when every post that readers can see now is on disk. */
  durable(): Promise<void> {
    return this.#log.flush();
  }

  async clear(): Promise<void> {
    this.#posts = [];
    this.#byId = new Map();
    this.#byAccount = new Map();
    this.#byRef = new Map();
    this.#shared = new Map();
    this.#media = new Map();
    await this.#log.clear();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #record(entry: Entry): Promise<void> {
    this.#apply(entry);
    return this.#log.append(entry);
  }

  /** What many posts have in common (accounts, pictures) is kept in memory once. */
  #compact(post: Publication): Publication {
    const media = post.media.map((one) => {
      const known = this.#media.get(one.sha256);
      if (!known) {
        this.#media.set(one.sha256, one);
      }
      return known ?? one;
    });
    return { ...post, media, accountId: this.#share(post.accountId), accountName: this.#share(post.accountName) };
  }

  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known === undefined) {
      this.#shared.set(text, text);
    }
    return known ?? text;
  }

  #apply(entry: Entry): void {
    if (entry.type === 'published') {
      const post = this.#compact(entry.post);
      const { platform } = post;
      this.#posts.push(post);
      mapAt(this.#byId, platform).set(post.remoteId, post);
      const accounts = mapAt(this.#byAccount, platform);
      let own = accounts.get(post.accountId);
      if (!own) {
        accounts.set(post.accountId, (own = { posts: [], byContent: new Map() }));
      }
      own.posts.push(post);
      own.byContent.set(contentKey(post), post);
      for (const [kind, value] of Object.entries(post.refs ?? {})) {
        mapAt(this.#byRef, `${platform}/${kind}`).set(value, post);
      }
      return;
    }
    const post = this.find(entry.platform, entry.remoteId);
    if (!post) {
      return;
    }
    if (entry.type === 'deleted') {
      post.deletedAt = entry.at;
      return;
    }
    if (entry.type === 'moved') {
      post.at = entry.at;
      inOrder(this.#posts);
      inOrder(this.#byAccount.get(post.platform)?.get(post.accountId)?.posts ?? []);
      return;
    }
    post.text = entry.text;
    this.#byAccount.get(post.platform)?.get(post.accountId)?.byContent.set(contentKey(post), post);
  }
}
