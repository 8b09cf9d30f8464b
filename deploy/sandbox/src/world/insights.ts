import type { Publication } from '../store/ledger.ts';
import type { Account } from './accounts.ts';

/** The results of a post so far, in whole numbers that never fall. */
export interface PostFigures {
  /** Accounts that saw it, each once. */
  readonly reach: number;
  /** How often it was shown. */
  readonly views: number;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
  readonly saves: number;
  /** On the post, on a link or the profile in it. */
  readonly clicks: number;
  readonly profileVisits: number;
  /** People who followed the account because of it. */
  readonly follows: number;
}

export type PostFigure = keyof PostFigures;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A post's figures, whichever platform asks: what is counted depends on these alone. */
export type Counted = Pick<Publication, 'remoteId' | 'at' | 'kind'>;

/** FNV-1a over UTF-16 units: thirty-two bits that depend on the text alone, cheap enough for every reading call. */
function noise(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A number from `low` to `high` that depends on the text alone. */
function between(text: string, low: number, high: number): number {
  return low + ((high - low) * noise(text)) / 4_294_967_296;
}

/** How well an hour performs: a small peak at noon, a larger one in the evening, quiet nights; weekends slightly better. */
function hourFactor(at: number): number {
  const time = new Date(at);
  const hour = time.getUTCHours() + time.getUTCMinutes() / 60;
  const bump = (peak: number, width: number): number => Math.exp(-(((hour - peak) / width) ** 2));
  const weekend = time.getUTCDay() === 0 || time.getUTCDay() === 6 ? 1.1 : 1;
  return (0.65 + 0.35 * bump(12, 2.5) + 0.6 * bump(18.5, 2.5)) * weekend;
}

function kindFactor(kind: string): number {
  switch (kind) {
    case 'carousel':
      return 1.25;
    case 'text':
      return 0.6;
    default:
      return 1;
  }
}

/** Share of the final figure reached after that time: steep on the first day, flat after a week. */
function grown(ageMs: number, hours: number): number {
  return ageMs <= 0 ? 0 : 1 - Math.exp(-ageMs / (hours * hourMs));
}

/**
 * The figures of a post at a moment (milliseconds). They follow from the post's id, its age, its kind, the hour it went
 * out and the account's followers, and from nothing else: the same question has the same answer on every machine.
 */
export function postFigures(post: Counted, followers: number, now: number): PostFigures {
  const { remoteId: id } = post;
  const published = Date.parse(post.at);
  const age = now - published;
  const finalReach =
    Math.max(followers, 20) * between(`${id} reach`, 0.16, 0.52) * kindFactor(post.kind) * hourFactor(published);
  const pace = between(`${id} pace`, 9, 26);
  const part = (name: string, low: number, high: number, delay: number): number =>
    Math.floor(finalReach * between(`${id} ${name}`, low, high) * grown(age, pace * delay));
  return {
    reach: part('seen', 1, 1.0001, 1),
    views: part('views', 1.15, 1.7, 1.05),
    likes: part('likes', 0.025, 0.085, 0.9),
    comments: part('comments', 0.002, 0.013, 1.3),
    shares: part('shares', 0.002, 0.012, 1.2),
    saves: part('saves', 0.003, 0.02, 1.6),
    clicks: part('clicks', 0.01, 0.05, 1),
    profileVisits: part('visits', 0.006, 0.03, 1),
    follows: part('follows', 0.0008, 0.006, 1.4),
  };
}

/** Followers of an account at a moment: those it had when it was made, growing slowly ever after (and before). */
export function followersAt(account: Account, now: number): number {
  const days = (now - Date.parse(account.createdAt)) / dayMs;
  const gain = between(`${account.id} gain`, 0.15, 0.6);
  const factor = days >= 0 ? 1 + gain * (1 - Math.exp(-days / 240)) : Math.exp((gain / 240) * days);
  return Math.floor(account.followers * factor);
}

/** The results of a post between two moments. */
function figuresBetween(post: Counted, followers: number, from: number, to: number): PostFigures {
  const before = postFigures(post, followers, from);
  const after = postFigures(post, followers, to);
  const difference = { ...after };
  for (const name of figureNames) {
    Object.assign(difference, { [name]: after[name] - before[name] });
  }
  return difference;
}

const figureNames: readonly PostFigure[] = [
  'reach',
  'views',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
  'profileVisits',
  'follows',
];

/** The results of an account between two moments: those of its posts, and visitors who came without one. */
export function accountFigures(account: Account, posts: readonly Counted[], from: number, to: number): PostFigures {
  const sum: Record<PostFigure, number> = {
    reach: 0,
    views: 0,
    likes: 0,
    comments: 0,
    shares: 0,
    saves: 0,
    clicks: 0,
    profileVisits: 0,
    follows: Math.max(0, followersAt(account, to) - followersAt(account, from)),
  };
  for (const post of posts) {
    if (Date.parse(post.at) >= to) {
      continue;
    }
    const brought = figuresBetween(post, account.followers, from, to);
    for (const name of figureNames) {
      if (name !== 'follows') {
        sum[name] += brought[name];
      }
    }
  }
  const days = Math.max(0, to - from) / dayMs;
  const passing = Math.floor(
    account.followers * between(`${account.id} passing ${Math.floor(from / dayMs)}`, 0.01, 0.03) * days,
  );
  sum.reach += passing;
  sum.views += Math.floor(passing * 1.3);
  sum.profileVisits += Math.floor(passing * 0.2);
  return sum;
}

/** The whole UTC days that a window touches, oldest first, at most `most`. */
export function daysOf(from: number, to: number, most: number): { readonly from: number; readonly to: number }[] {
  const days: { from: number; to: number }[] = [];
  for (let start = Math.floor(from / dayMs) * dayMs; start < to && days.length < most; start += dayMs) {
    days.push({ from: start, to: start + dayMs });
  }
  return days;
}
