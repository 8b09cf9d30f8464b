import { setTimeout as wait } from 'node:timers/promises';
import type { Ledger } from '../../harness/src/ledger.ts';
import type { PlatformName } from '../../harness/src/plan.ts';
import { seeded } from '../../../libs/testing/src/seeded.ts';

/** What the platforms do while it lasts. */
export type Weather =
  /** A bit of everything, changing every few seconds. `limits`: 429s too, for which a whole platform pauses about a minute. */
  | { readonly kind: 'mixed'; readonly lateMs: number; readonly limits: boolean }
  /** That share of the publishing calls is carried out and never answered. */
  | { readonly kind: 'hang_after'; readonly probability: number }
  /** That share of the publishing calls is carried out only after the caller has given up. */
  | { readonly kind: 'late'; readonly probability: number; readonly lateMs: number }
  | { readonly kind: 'fair' };

/** The longest that a call which its caller has given up may still take to become public. */
export function longestDelay(weather: Weather): number {
  return 'lateMs' in weather ? weather.lateMs : 0;
}

type Fault = Readonly<Record<string, unknown>>;

/** Sets the sandbox's faults until `ended`, others every few seconds. Gives how many the sandbox has taken. */
export async function blow(
  weather: Weather,
  platforms: readonly PlatformName[],
  sandbox: Ledger,
  seed: number,
  ended: AbortSignal,
): Promise<number> {
  let set = 0;
  const next = seeded(seed ^ 0x3a7e);
  while (!ended.aborted) {
    for (const platform of platforms) {
      const fault = faultOf(weather, next);
      const isTaken = await sandbox.fault(platform, fault).then(
        () => true,
        () => false, // busy: the next round sets one
      );
      set += Number(isTaken && fault['mode'] !== 'none');
    }
    await wait(3_000 + next() * 3_000, undefined, { signal: ended }).catch(() => undefined);
  }
  for (const platform of platforms) {
    await sandbox.fault(platform, { mode: 'none' });
  }
  return set;
}

function faultOf(weather: Weather, next: () => number): Fault {
  switch (weather.kind) {
    case 'fair':
      return { mode: 'none' };
    case 'hang_after':
      return { mode: 'hang_after', probability: weather.probability };
    case 'late':
      return { mode: 'latency', latencyMs: weather.lateMs, probability: weather.probability, calls: ['publish'] };
    case 'mixed':
      return mixed(next(), weather);
  }
}

function mixed(share: number, { lateMs, limits }: { lateMs: number; limits: boolean }): Fault {
  if (share < 0.4) {
    return { mode: 'hang_after', probability: 0.03 };
  }
  if (share < 0.55) {
    return { mode: 'latency', latencyMs: lateMs, probability: 0.03, calls: ['publish'] };
  }
  if (share < 0.7) {
    return { mode: 'reset_before', probability: 0.04 };
  }
  if (share < 0.83) {
    return { mode: 'error', probability: 0.08 };
  }
  if (share < 0.85 && limits) {
    return { mode: 'rate_limit', retryAfter: 3, count: 1 };
  }
  return { mode: 'none' };
}
