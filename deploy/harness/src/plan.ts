import { platforms } from '../../../libs/contracts/src/platforms/catalogue.ts';
import type { Platform } from '../../../libs/contracts/src/platforms/catalogue.ts';
import { seeded } from '../../../libs/testing/src/seeded.ts';

export const PLATFORMS = platforms;
export type PlatformName = Platform;

/** A post as the seed wants it; what it became is in `DuePost`. */
export interface PlannedPost {
  readonly number: number;
  readonly caption: string;
  readonly platforms: readonly PlatformName[];
  /** Index of the business. */
  readonly business: number;
  /** One to three of the business's photos, in this order. */
  readonly photos: readonly number[];
  /** Milliseconds from the window's start to its due time. */
  readonly dueAfterMs: number;
  /** Made while the faults go on, this many milliseconds after the window's start; null: before it. */
  readonly madeAfterMs: number | null;
}

/** Processes that are killed or frozen: the name in the run file, or `publisher-2` and `scheduling-2`, the second copies. */
export type Victim =
  | 'gateway'
  | 'identity'
  | 'media'
  | 'captions'
  | 'scheduling'
  | 'scheduling-2'
  | 'publisher'
  | 'publisher-2'
  | 'analytics'
  | 'web'
  | 'objects'
  | 'postgres'
  | 'nats';

export type Strike = {
  /** Milliseconds from the window's start. */
  readonly atMs: number;
} & (
  | { readonly kind: 'kill'; readonly victim: Victim }
  /** Postgres' immediate shutdown: as in a power cut, nothing is flushed. */
  | { readonly kind: 'crash'; readonly victim: 'postgres' }
  /** `kill -9` and its store thrown away before it is started again. */
  | { readonly kind: 'wipe'; readonly victim: 'nats' }
  | { readonly kind: 'freeze'; readonly victim: Victim; readonly forMs: number }
);

export interface StrikePlan {
  readonly seed: number;
  readonly windowMs: number;
  /** Shortest and longest time between two strikes. */
  readonly everyMs: readonly [number, number];
  /** A freeze that must outlast the lease. */
  readonly longFreezeMs: readonly [number, number];
}

/** Two publishers and two dispatchers, and they twice as often as the rest: they do what must happen once. */
const KILLED: readonly Victim[] = [
  'publisher',
  'publisher',
  'publisher-2',
  'publisher-2',
  'scheduling',
  'scheduling',
  'scheduling-2',
  'gateway',
  'identity',
  'media',
  'captions',
  'analytics',
  'web',
  'objects',
];
const FROZEN: readonly Victim[] = ['publisher', 'publisher-2', 'scheduling', 'media'];

const between = (share: number, [least, most]: readonly [number, number]): number => least + share * (most - least);

function pick<T>(from: readonly T[], share: number): T {
  const found = from[Math.floor(share * from.length)];
  if (found === undefined) {
    throw new Error('nothing to pick from');
  }
  return found;
}

/**
 * What happens when, wholly decided by the seed. Whatever the length, each of these is there if there is room for it: a killed
 * publisher and dispatcher, one frozen past its lease, Postgres and nats-server down, and nats-server's store lost exactly once.
 */
export function planStrikes({ seed, windowMs, everyMs, longFreezeMs }: StrikePlan): Strike[] {
  const next = seeded(seed ^ 0x5eed);
  const times: number[] = [];
  for (let at = between(next(), everyMs) / 2; at < windowMs; at += between(next(), everyMs)) {
    times.push(Math.round(at));
  }
  const musts: ((atMs: number) => Strike)[] = [
    (atMs) => ({ atMs, kind: 'kill', victim: 'publisher' }),
    (atMs) => ({ atMs, kind: 'freeze', victim: 'publisher-2', forMs: between(next(), longFreezeMs) }),
    (atMs) => ({ atMs, kind: 'crash', victim: 'postgres' }),
    (atMs) => ({ atMs, kind: 'wipe', victim: 'nats' }),
    (atMs) => ({ atMs, kind: 'kill', victim: 'scheduling' }),
    (atMs) => ({ atMs, kind: 'kill', victim: 'nats' }),
  ];
  // The first strikes of a short run are these, in an order that the seed decides; in a long one they are spread.
  const order = musts.map((must) => ({ must, key: next() })).sort((one, other) => one.key - other.key);
  const step = Math.max(1, Math.floor(times.length / order.length));
  return times.map((atMs, index) => {
    const must = index % step === 0 ? order[index / step] : undefined;
    return must === undefined ? randomStrike(atMs, next, longFreezeMs) : must.must(atMs);
  });
}

/** Each service, its second copy, the object store, Postgres and nats-server killed once, one after the other, over the window. */
export function planTurns(windowMs: number): Strike[] {
  const victims: readonly Victim[] = [...new Set(KILLED), 'postgres', 'nats'];
  return victims.map((victim, index) => ({
    kind: 'kill',
    victim,
    atMs: Math.round(((index + 0.5) * windowMs) / victims.length),
  }));
}

function randomStrike(atMs: number, next: () => number, longFreezeMs: readonly [number, number]): Strike {
  const kind = next();
  if (kind < 0.06) {
    return { atMs, kind: 'crash', victim: 'postgres' };
  }
  if (kind < 0.08) {
    return { atMs, kind: 'kill', victim: 'postgres' };
  }
  if (kind < 0.16) {
    return { atMs, kind: 'kill', victim: 'nats' };
  }
  if (kind < 0.3) {
    const victim = pick(FROZEN, next());
    const isLong = victim.startsWith('publisher') && next() < 0.5;
    return { atMs, kind: 'freeze', victim, forMs: between(next(), isLong ? longFreezeMs : [2_000, 9_000]) };
  }
  return { atMs, kind: 'kill', victim: pick(KILLED, next()) };
}

export interface PostPlan {
  readonly seed: number;
  readonly posts: number;
  readonly businesses: number;
  readonly photosPerBusiness: number;
  readonly platforms: readonly PlatformName[];
  readonly windowMs: number;
  /** Share of the posts that are made while the faults go on. */
  readonly madeDuring: number;
}

/** Every platform in turn, further ones by chance; a fifth of the posts with several photos. */
export function planPosts(plan: PostPlan): PlannedPost[] {
  const next = seeded(plan.seed);
  return Array.from({ length: plan.posts }, (_, index) => {
    const [share, several, first] = [next(), next(), Math.floor(next() * plan.photosPerBusiness)];
    const isMadeDuring = next() < plan.madeDuring;
    const madeAfterMs = isMadeDuring ? Math.round(next() * plan.windowMs * 0.6) : null;
    const earliest = madeAfterMs === null ? 0 : madeAfterMs + plan.windowMs * 0.3;
    const photoCount = several < 0.8 ? 1 : several < 0.9 ? 2 : 3;
    return {
      number: index + 1,
      caption: `Chaos ${plan.seed} post ${index + 1} of ${plan.posts}`,
      platforms: plan.platforms.filter((_platform, at) => at === index % plan.platforms.length || next() < 0.1),
      business: index % plan.businesses,
      photos: Array.from(
        { length: Math.min(photoCount, plan.photosPerBusiness) },
        (_photo, at) => (first + at) % plan.photosPerBusiness,
      ),
      dueAfterMs: Math.round(earliest + share * (plan.windowMs - earliest)),
      madeAfterMs,
    };
  });
}
