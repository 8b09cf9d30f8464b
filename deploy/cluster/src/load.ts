import { setTimeout as wait } from 'node:timers/promises';
import { makeBusinesses, makePost, PHOTOS_PER_BUSINESS } from '../../harness/src/customers.ts';
import type { Business, Made } from '../../harness/src/customers.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import type { PlatformName } from '../../harness/src/plan.ts';
import { ApiCalls } from '../../load/src/api-calls.ts';
import type { Measured } from '../../load/src/api-calls.ts';
import { publicityOf } from '../../load/src/public-in-time.ts';
import type { Publicity } from '../../load/src/public-in-time.ts';
import type { Cluster } from './cluster.ts';

const PLATFORMS = ['instagram', 'facebook', 'twitter'] as const satisfies readonly PlatformName[];
const BUSINESSES = 4;
const AHEAD_MS = 10_000;
const PUBLIC_LIMIT_MS = 240_000;
/** A copy that comes late is seen too. */
const SETTLED_MS = 10_000;

/** What became of the posts that fell due meanwhile. */
export interface Fate extends Publicity {
  /** Calls that made a post and had to be repeated. */
  readonly repeats: number;
  readonly lost: number;
}

/** People who use the product while something is done to the cluster. */
export class Load {
  private readonly cluster: Cluster;
  private readonly businesses: readonly Business[];
  private readonly ledger: Ledger;
  /** Marks its posts in the ledger. */
  private readonly run: string;

  private constructor(cluster: Cluster, businesses: readonly Business[], run: string) {
    this.cluster = cluster;
    this.businesses = businesses;
    this.ledger = new Ledger(cluster.sandboxUrl);
    this.run = run;
  }

  /** Businesses of its own; the sandbox then takes as many posts as come. */
  static async begin(cluster: Cluster, run: string): Promise<Load> {
    await new Ledger(cluster.sandboxUrl).settings({ quotas: 'off' });
    const seed = Math.floor(performance.timeOrigin + performance.now()) % 1_000_000_000;
    return new Load(cluster, await makeBusinesses(cluster.url, BUSINESSES, PLATFORMS, seed), `${run}${seed}`);
  }

  /** Reading calls at a steady rate while `work` goes on. */
  async calls(perSecond: number, work: () => Promise<unknown>): Promise<Measured> {
    const month = new Date().toISOString().slice(0, 8);
    const paths = [
      '/api/auth/user',
      '/api/photos',
      '/',
      '/api/social-accounts',
      `/api/calendar?from=${month}01&to=${month}28`,
    ];
    const customers = this.businesses.map(({ person, photoIds }) => ({
      cookie: person.session ?? '',
      businessId: person.businessId ?? '',
      photoId: photoIds[0] ?? '',
    }));
    // Each over a connection of its own, so that each asks the Service for a pod.
    const calls = new ApiCalls(this.cluster.url, customers, paths, perSecond, { connection: 'close' });
    try {
      return await calls.during(work);
    } finally {
      calls.stop();
    }
  }

  /** Posts fall due at a steady rate while `work` goes on; then all of them must be public, each once. */
  async posts(perSecond: number, work: () => Promise<unknown>): Promise<Fate> {
    const made: Made = { posts: [], repeats: 0, refused: 0 };
    const start = Date.now();
    const ended = new AbortController();
    const making: Promise<void>[] = [];
    const posting = async (): Promise<void> => {
      for (let number = 0; !ended.signal.aborted; number += 1) {
        await wait(Math.max(0, start + (number * 1_000) / perSecond - Date.now()));
        const one = this.onePost(number, start, made);
        one.catch(() => undefined); // shown when all of them are awaited
        making.push(one);
      }
    };
    await Promise.all([posting(), work().finally(() => ended.abort())]);
    await Promise.all(making);
    const wanted = made.posts.length + made.refused;
    const publicity = await this.publicity(wanted);
    return { ...publicity, repeats: made.repeats, lost: wanted - publicity.published };
  }

  private onePost(number: number, start: number, made: Made): Promise<void> {
    const dueAt = Date.now() + AHEAD_MS;
    const plan = {
      number,
      caption: `Loaf ${number} run ${this.run} due ${dueAt}`,
      platforms: [PLATFORMS[number % PLATFORMS.length] ?? 'facebook'],
      business: Math.floor(number / PLATFORMS.length) % BUSINESSES,
      photos: [number % PHOTOS_PER_BUSINESS],
      dueAfterMs: dueAt - start,
      madeAfterMs: null,
    };
    return makePost(this.businesses, plan, start, made);
  }

  private async publicity(wanted: number): Promise<Publicity> {
    const now = async (): Promise<Publicity> => publicityOf(await this.ledger.publications(), this.run, wanted);
    const until = performance.now() + PUBLIC_LIMIT_MS;
    while ((await now()).published < wanted && performance.now() < until) {
      await wait(1_000);
    }
    await wait(SETTLED_MS);
    return now();
  }
}
