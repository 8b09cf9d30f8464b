import { readingAllowances } from '../../../services/social-publisher/src/platforms/reading-allowances.ts';
import type { Allowance } from '../../../services/social-publisher/src/platforms/reading-allowances.ts';
import type { ReadingCall } from './reading-calls.ts';

/** The p99 of the due lag beside readings may be so much longer, of the best storm of each kind. */
export const MOST_RATIO = 1.2;

/** How often one account, or the app for all of them, was asked in the fullest window of its allowance. */
export interface Use {
  readonly platform: string;
  /** Null: all accounts of the platform together. */
  readonly account: string | null;
  readonly calls: number;
  readonly allowed: number;
  readonly seconds: number;
}

export interface Readings {
  /** p99 of the due lag in milliseconds, of each storm. */
  readonly without: readonly number[];
  readonly beside: readonly number[];
  readonly calls: readonly ReadingCall[];
  /** Calls were made that nobody counted. */
  readonly hasGap: boolean;
  /** Readings that are still open at the end. */
  readonly late: number;
}

/** Each account and app against its allowance, the fullest first. */
export function usesOf(calls: readonly ReadingCall[]): Use[] {
  const uses: Use[] = [];
  for (const [platform, ofPlatform] of Map.groupBy(calls, (call) => call.platform)) {
    const { account: ofAccount, app } = readingAllowances[platform];
    for (const [account, own] of Map.groupBy(ofPlatform, (call) => call.account)) {
      uses.push(useOf(platform, account, own, ofAccount));
    }
    if (app !== null) {
      uses.push(useOf(platform, null, ofPlatform, app));
    }
  }
  return uses.sort((one, other) => other.calls / other.allowed - one.calls / one.allowed);
}

/** The best of each kind: other work on the machine makes a storm slower, never faster. */
export function ratioOf({ without, beside }: Pick<Readings, 'without' | 'beside'>): number {
  return Math.min(...beside) / Math.min(...without);
}

/** What was not as it should be; nothing: the run has passed. */
export function complaintsOf(readings: Readings): string[] {
  const { calls, hasGap, late } = readings;
  const refused = calls.filter(({ isRefused }) => isRefused).length;
  const over = usesOf(calls).filter((use) => use.calls > use.allowed);
  const ratio = ratioOf(readings);
  return [
    ...(calls.length === 0 ? ['no reading was made, so nothing was compared'] : []),
    // Also when it is no number: without a storm of either kind there is no ratio.
    ...(ratio <= MOST_RATIO
      ? []
      : [`the p99 is ${ratio.toFixed(2)} times as long beside readings, above ${MOST_RATIO}`]),
    ...(refused > 0 ? [`refused readings: ${refused}`] : []),
    ...over.map(
      ({ platform, account, calls: made, allowed, seconds }) =>
        `${platform} ${account ?? 'of all accounts'}: ${made} calls in ${seconds} s, ${allowed} are allowed`,
    ),
    ...(hasGap ? ['the sandbox’s log has lost requests before they were counted'] : []),
    ...(late > 0 ? [`readings still open: ${late}`] : []),
  ];
}

function useOf(platform: string, account: string | null, calls: readonly ReadingCall[], allowance: Allowance): Use {
  const { calls: allowed, seconds } = allowance;
  return { platform, account, calls: fullest(calls, seconds), allowed, seconds };
}

/** The most calls within so many seconds, wherever they begin. */
function fullest(calls: readonly ReadingCall[], seconds: number): number {
  const times = calls.map(({ atMs }) => atMs).sort((one, other) => one - other);
  let most = 0;
  for (let first = 0, last = 0; last < times.length; last += 1) {
    while ((times[last] ?? 0) - (times[first] ?? 0) >= seconds * 1_000) {
      first += 1;
    }
    most = Math.max(most, last - first + 1);
  }
  return most;
}
