import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MeasuredMedia } from '../media/measure.ts';
import { AppendLog } from './append-log.ts';

/** The product's names of the platforms; `twitter` is shown as X and answers to `x` as well. */
export type PlatformName = 'instagram' | 'facebook' | 'twitter' | 'linkedin' | 'tiktok';

export const platformNames: readonly PlatformName[] = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'];

/** The platform that a person means by that word (`x` is `twitter`), or undefined. */
export function platformNamed(word: string): PlatformName | undefined {
  const name = word.toLowerCase() === 'x' ? 'twitter' : word.toLowerCase();
  return platformNames.find((platform) => platform === name);
}

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
  readonly at: string;
  /** Page on the sandbox that shows the post. */
  readonly permalink: string;
  readonly accountName: string;
  /** Set when the post was deleted through the platform's API; the row itself never goes. */
  deletedAt?: string;
  /** Other ids of the same post: `container` (Instagram), `photo` (Facebook), `shortcode`. */
  readonly refs?: Readonly<Record<string, string>>;
  /** Who may see it, where that is not everybody (TikTok's privacy levels). */
  readonly privacy?: string;
  /** Alternative text per picture, in order, where the platform was given one. */
  readonly altTexts?: readonly (string | null)[];
}

type Entry =
  | { readonly type: 'published'; readonly post: Publication }
  | { readonly type: 'edited'; readonly platform: PlatformName; readonly remoteId: string; readonly text: string }
  | { readonly type: 'deleted'; readonly platform: PlatformName; readonly remoteId: string; readonly at: string };

/**
 * The record that tests judge by. Every entry is on disk with fsync before the platform's answer leaves, so a killed
 * sandbox never forgets a post that it had confirmed.
 */
export class Ledger {
  readonly #log: AppendLog;
  #posts: Publication[] = [];
  #byId = new Map<string, Publication>();
  #byAccount = new Map<string, Publication[]>();
  #byRef = new Map<string, Publication>();

  private constructor(log: AppendLog) {
    this.#log = log;
  }

  static async open(dir: string): Promise<Ledger> {
    await mkdir(dir, { recursive: true });
    const { log, entries } = await AppendLog.open(join(dir, 'publications.jsonl'), { sync: true });
    const ledger = new Ledger(log);
    for (const entry of entries) ledger.#apply(entry as Entry);
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

  remove(post: Publication, at: string): Promise<void> {
    return this.#record({ type: 'deleted', platform: post.platform, remoteId: post.remoteId, at });
  }

  /** A post by its id, deleted ones included. */
  find(platform: PlatformName, remoteId: string): Publication | undefined {
    return this.#byId.get(`${platform}/${remoteId}`);
  }

  /** A post by one of its `refs`. */
  findByRef(platform: PlatformName, kind: string, value: string): Publication | undefined {
    return this.#byRef.get(`${platform}/${kind}/${value}`);
  }

  /** Posts of one account, oldest first, deleted ones included. */
  ofAccount(platform: PlatformName, accountId: string): readonly Publication[] {
    return this.#byAccount.get(`${platform}/${accountId}`) ?? [];
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
    await this.#log.clear();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #record(entry: Entry): Promise<void> {
    this.#apply(entry);
    return this.#log.append(entry);
  }

  #apply(entry: Entry): void {
    if (entry.type === 'published') {
      const post = entry.post;
      this.#posts.push(post);
      this.#byId.set(`${post.platform}/${post.remoteId}`, post);
      const key = `${post.platform}/${post.accountId}`;
      const list = this.#byAccount.get(key);
      if (list) list.push(post);
      else this.#byAccount.set(key, [post]);
      for (const [kind, value] of Object.entries(post.refs ?? {})) {
        this.#byRef.set(`${post.platform}/${kind}/${value}`, post);
      }
      return;
    }
    const post = this.#byId.get(`${entry.platform}/${entry.remoteId}`);
    if (!post) return;
    if (entry.type === 'edited') post.text = entry.text;
    else post.deletedAt = entry.at;
  }
}
