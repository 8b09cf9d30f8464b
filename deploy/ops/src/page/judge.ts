import { ALLOWED_LATE } from './snapshot.ts';
import type { PlatformFigures, ProviderFigures, QueueFigures, ServiceFigures, Snapshot } from './snapshot.ts';

/** How something is: the word stands beside the color. */
export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad' | 'still';
  readonly word: string;
}

const good = (word: string): Verdict => ({ tone: 'good', word });
const warn = (word: string): Verdict => ({ tone: 'warn', word });
const bad = (word: string): Verdict => ({ tone: 'bad', word });
const still = (word: string): Verdict => ({ tone: 'still', word });

/** Data of a process that is scraped every 15 or 30 seconds. */
const FRESH_SECONDS = 90;
/** Limits of the alerts in helm/postloom/files/alerts.yaml. */
const WAIT_SECONDS = 60;
const UNCLEAR_SHARE = 0.02;
const FAILED_SHARE = 0.2;
const OPEN_SECONDS = 1_800;
const PROVIDER_SHARE = 0.5;
const REQUESTS_SHARE = 0.01;
const SLOW_SECONDS = 1;
const QUEUE_SECONDS = 600;

/** Age of what is shown, in seconds: of the newest scrape, and of the moment at which Prometheus was asked. */
export const ageOf = (snapshot: Snapshot, now: number): number =>
  (snapshot.dataAge ?? 0) + Math.max(0, now - snapshot.at) / 1_000;
export const isStale = (snapshot: Snapshot, now: number): boolean => ageOf(snapshot, now) > FRESH_SECONDS;

export function ofPromise({ promise }: Snapshot): Verdict {
  if (promise.month === null) {
    return still('No post was due in 30 days');
  }
  if (promise.hour !== null && 1 - promise.hour > 14.4 * ALLOWED_LATE) {
    return bad('Posts are late now');
  }
  if (promise.month < 1 - ALLOWED_LATE) {
    return bad('Broken');
  }
  return (promise.budgetLeft ?? 1) < 0.25 ? warn('Kept, with little left') : good('Kept');
}

export const ofWait = (seconds: number | null): Verdict =>
  seconds === null ? still('No figure') : seconds > WAIT_SECONDS ? bad('Too long') : good('Fine');

/** A quantile cannot be larger than the last bound of its histogram, which is the promise itself. */
export const isBeyond = (seconds: number | null): boolean => seconds !== null && seconds >= WAIT_SECONDS;
export const ofLag = (seconds: number | null): Verdict =>
  seconds === null ? still('No post was due') : isBeyond(seconds) ? bad('Too long') : good('Fine');

export const ofParked = (events: number): Verdict => (events > 0 ? warn('Look at them') : good('None'));

export function ofPlatform(platform: PlatformFigures): Verdict {
  const ended = platform.published + platform.failed;
  if ((platform.openOldest ?? 0) > OPEN_SECONDS) {
    return bad('An outcome stays open');
  }
  if (ended > 0 && platform.failed / ended > FAILED_SHARE) {
    return bad('Posts fail');
  }
  if (platform.calls > 0 && platform.unclear / platform.calls > UNCLEAR_SHARE) {
    return warn('Does not always answer');
  }
  return platform.calls === 0 && ended === 0 ? still('Nothing was sent') : good('Fine');
}

export function ofProvider({ calls, failed }: ProviderFigures): Verdict {
  if (calls === 0) {
    return still('Nothing was asked');
  }
  return failed / calls > PROVIDER_SHARE ? bad('Gives no captions') : failed > 0 ? warn('Refuses some') : good('Fine');
}

export function ofService({ up, processes, failedShare, slow }: ServiceFigures): Verdict {
  if (up === 0) {
    return bad('Down');
  }
  if ((failedShare ?? 0) > REQUESTS_SHARE) {
    return bad('Fails requests');
  }
  if (up < processes) {
    return warn(`${processes - up} of ${processes} down`);
  }
  return (slow ?? 0) > SLOW_SECONDS ? warn('Slow') : good('Fine');
}

export const ofQueue = ({ oldest }: QueueFigures): Verdict => (oldest > QUEUE_SECONDS ? bad('Behind') : good('Moves'));
