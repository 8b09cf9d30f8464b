import type { AccountDay } from '@postloom/contracts';
import { PlatformError } from './platform.port.ts';
import type { AccountReading, InsightAccount, PlatformProblem } from './platform.port.ts';

const DAY_MS = 86_400_000;
/** Figures of a day may come two days late: each is read until they are final, and a reading that was missed is made up for. */
export const ACCOUNT_DAYS = 3;

/** From a day's first moment to the next day's, in milliseconds. */
export interface DayWindow {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** The last full days of UTC, oldest first. */
export function lastFullDays(now: Date): readonly DayWindow[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: ACCOUNT_DAYS }, (_, index) => {
    const from = today - (ACCOUNT_DAYS - index) * DAY_MS;
    return { day: dayAt(from), from, to: from + DAY_MS };
  });
}

/** The day of UTC at that moment. */
function dayAt(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** The day that ends at that moment, or began before it by a clock behind UTC: Meta names days by their ends. */
export function dayEndingAt(end: Date): string {
  return dayAt(end.getTime() - DAY_MS);
}

/** What platforms tell of an account that tell how many follow it and nothing else. */
export function followersAlone(followers: number | null): AccountReading {
  return { followers, days: [], problem: null };
}

/**
 * Followers first, then the days, batch by batch: what was read is kept, whatever becomes of the rest. A refusal is an answer (a Page that
 * is too small, a metric that this account lacks): such days are not told. Nor are those that are left when the platform says that its limit
 * is near: the rest is for publishing, and tomorrow's reading asks about them again. @throws {PlatformError} about the followers
 */
export async function readAccount(
  account: InsightAccount,
  followers: (account: InsightAccount) => Promise<number | null>,
  batches: readonly ((account: InsightAccount) => Promise<readonly AccountDay[]>)[],
): Promise<AccountReading> {
  let isNearLimit = false;
  const watched: InsightAccount = {
    ...account,
    budget: (note) => {
      isNearLimit = true;
      account.budget(note);
    },
  };
  const count = await followers(watched);
  const told = new Map<string, AccountDay>();
  const answer = (problem: PlatformProblem | null): AccountReading => ({
    ...{ followers: count, days: [...told.values()], problem },
  });
  for (const batch of batches) {
    if (isNearLimit) {
      break;
    }
    try {
      for (const day of (await batch(watched)).filter(isTold)) {
        told.set(day.day, day);
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      if (!isNotTold(error.problem)) {
        return answer(error.problem);
      }
    }
  }
  return answer(null);
}

/** Nothing is not zero: a day without a figure is no day. */
function isTold({ views, reach, interactions }: AccountDay): boolean {
  return views !== null || reach !== null || interactions !== null;
}

/** The platform has answered that there is nothing to tell. */
export function isNotTold({ kind }: PlatformProblem): boolean {
  return kind === 'refused' || kind === 'stale';
}
