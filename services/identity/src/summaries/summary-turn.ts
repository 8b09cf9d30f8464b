import { ZoneClock } from '@postloom/chassis';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** From eight on, over an hour: not everybody's mail leaves in the same minute. */
const FIRST_MINUTE = 8 * 60;
const SPREAD_MINUTES = 60;

export interface SummaryTurn {
  /** The Monday (`YYYY-MM-DD`) whose summary is due now; null: none is. */
  readonly monday: string | null;
  /** When the next one is. */
  readonly next: Date;
}

/**
 * A summary is due on Monday morning on the wall clock of its reader, and until the end of that day: one that was held up any longer
 * waits for the next Monday.
 */
export function summaryTurn(userId: string, timeZone: string, now: Date): SummaryTurn {
  const clock = ZoneClock.of(timeZone);
  const wall = clock.wallAt(now.getTime());
  const minute = minuteOf(userId);
  const today = Math.floor(wall / DAY_MS) * DAY_MS;
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const due = (weekMonday: number): number | null => clock.instantOf(weekMonday + minute * MINUTE_MS);
  const thisWeek = due(monday);
  if (thisWeek !== null && now.getTime() < thisWeek) {
    return { monday: null, next: new Date(thisWeek) };
  }
  // A zone that skips a whole Monday (the date line) has no summary in that week.
  const next = due(monday + WEEK_MS) ?? due(monday + 2 * WEEK_MS) ?? now.getTime() + WEEK_MS;
  return { monday: today === monday ? new Date(monday).toISOString().slice(0, 10) : null, next: new Date(next) };
}

/** The same for a person every week. */
function minuteOf(userId: string): number {
  return FIRST_MINUTE + (Number.parseInt(userId.slice(-8), 16) % SPREAD_MINUTES);
}
