import { ZoneClock } from '@postloom/chassis';
import type { ReportFrequency } from '@postloom/contracts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** How many turns before and after the present week or month are looked at: more than a zone can shift one. */
const AROUND = [-3, -2, -1, 0, 1, 2];

export interface ReportRhythm {
  readonly frequency: ReportFrequency;
  /** Monday is 1, Sunday 7. */
  readonly weekday: number;
  readonly day: number;
  readonly hour: number;
}

/** The days that a report is about, both inclusive (`YYYY-MM-DD`). */
export interface ReportDays {
  readonly from: string;
  readonly to: string;
}

export interface ReportTurns {
  /** The latest that has come. */
  readonly last: ReportDays & { readonly at: Date };
  readonly next: Date;
}

/**
 * When a report is due on the wall clock of its business. It is about the days since the turn before, the day of that turn included, so
 * each day is in exactly one report: those of a monthly one on the first are a month, those of a weekly one seven days.
 */
export function reportTurns(rhythm: ReportRhythm, timeZone: string, now: Date): ReportTurns {
  const clock = ZoneClock.of(timeZone);
  const today = Math.floor(clock.wallAt(now.getTime()) / DAY_MS) * DAY_MS;
  const turns = AROUND.map((offset) => {
    const date =
      rhythm.frequency === 'weekly' ? weekly(today, rhythm.weekday, offset) : monthly(today, rhythm.day, offset);
    const wall = date + rhythm.hour * HOUR_MS;
    // A zone that skips the whole date (the date line) has its turn on the next one.
    return { date, at: clock.instantOf(wall) ?? clock.instantOf(wall + DAY_MS) ?? wall };
  });
  const upcoming = turns.findIndex(({ at }) => at > now.getTime());
  const [before, last, next] = [turns[upcoming - 2], turns[upcoming - 1], turns[upcoming]];
  if (before === undefined || last === undefined || next === undefined) {
    throw new Error('A report has no turn around now.');
  }
  return {
    last: { at: new Date(last.at), from: dayOf(before.date), to: dayOf(last.date - DAY_MS) },
    next: new Date(next.at),
  };
}

function weekly(today: number, weekday: number, weeks: number): number {
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  return monday + (weekday - 1 + 7 * weeks) * DAY_MS;
}

/** In a shorter month its last day. */
function monthly(today: number, day: number, months: number): number {
  const at = new Date(today);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, Math.min(day, lastDay));
}

function dayOf(date: number): string {
  return new Date(date).toISOString().slice(0, 10);
}
