import { ZoneClock } from '@postloom/chassis';
import type { Frequency } from '@postloom/contracts';

/** A schedule's rule: a time on the wall clock of the business, never an instant. */
export interface Rule {
  readonly frequency: Frequency;
  /** `HH:MM` */
  readonly timeOfDay: string;
  /** `YYYY-MM-DD`, the anchor: every-n-days counts from it, weekly without weekdays and monthly repeat its day. */
  readonly startDate: string;
  /** The last day on which it may run. */
  readonly endDate: string | null;
  /** ISO weekdays (Monday is 1), with 'weekly' only; null or empty: that of the first day. */
  readonly weekdays: readonly number[] | null;
  /** IANA name. */
  readonly timeZone: string;
}

export interface Slot {
  /** `YYYY-MM-DDTHH:MM` as the rule means it, whatever a clock change makes of it. */
  readonly localSlot: string;
  readonly dueAt: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MONTHS = 12;
/** Nothing is planned beyond this year; a loop that finds no date ends here. */
const LAST_DAY = Math.floor(Date.UTC(2199, 11, 31) / DAY_MS);
const daysPerStep = { daily: 1, every2days: 2, every3days: 3 } as const;

/** The first slot that is due after this instant; null when the rule has ended. */
export function nextSlot(rule: Rule, after: Date): Slot | null {
  for (const slot of slotsFrom(rule, after.getTime())) {
    if (slot.dueAt > after) {
      return slot;
    }
  }
  return null;
}

/** The slots that are due from `from` on and before `to`, soonest first, at most `limit`. */
export function slotsBetween(rule: Rule, from: Date, to: Date, limit = Infinity): Slot[] {
  const found: Slot[] = [];
  for (const slot of slotsFrom(rule, from.getTime())) {
    if (slot.dueAt >= to || found.length >= limit) {
      break;
    }
    if (slot.dueAt >= from) {
      found.push(slot);
    }
  }
  return found;
}

/** The instant of a slot's wall clock; null when that date does not exist in the zone. Also answers for slots of other rules. */
export function dueAtOf(localSlot: string, timeZone: string): Date | null {
  const instant = ZoneClock.of(timeZone).instantOf(Date.parse(`${localSlot}:00Z`));
  return instant === null ? null : new Date(instant);
}

/** The slot of this local date, if the rule has one. */
export function slotOn(rule: Rule, date: string): Slot | null {
  const day = dayNumber(date);
  for (const candidate of days(rule, day)) {
    if (candidate !== day) {
      return null;
    }
    return slotOf(rule, ZoneClock.of(rule.timeZone), day);
  }
  return null;
}

/** The date of the wall clock at an instant, `YYYY-MM-DD`. */
export function localDate(instant: Date, timeZone: string): string {
  return dateText(Math.floor(ZoneClock.of(timeZone).wallAt(instant.getTime()) / DAY_MS));
}

/** When a day begins in a zone; one that the zone does not have begins where the next one does. */
export function dayStart(day: string, timeZone: string): Date {
  return dueAtOf(`${day}T00:00`, timeZone) ?? dayStart(dayAfter(day), timeZone);
}

export function dayAfter(day: string): string {
  return dateText(dayNumber(day) + 1);
}

/** Slots in order, starting at or shortly before the first that is due at `from`. */
function* slotsFrom(rule: Rule, from: number): Generator<Slot> {
  const clock = ZoneClock.of(rule.timeZone);
  // Two days back: a slot moved by a clock change or the date line may be due on a later date than its own.
  const firstDay = Math.floor(clock.wallAt(from) / DAY_MS) - 2;
  for (const day of days(rule, firstDay)) {
    const slot = slotOf(rule, clock, day);
    if (slot !== null) {
      yield slot;
    }
  }
}

function slotOf(rule: Rule, clock: ZoneClock, day: number): Slot | null {
  const instant = clock.instantOf(day * DAY_MS + minutesOf(rule.timeOfDay) * MINUTE_MS);
  return instant === null ? null : { localSlot: `${dateText(day)}T${rule.timeOfDay}`, dueAt: new Date(instant) };
}

/** The rule's dates from `from` on, as days since 1970, computed rather than found by trying each day. */
function* days(rule: Rule, from: number): Generator<number> {
  const anchor = dayNumber(rule.startDate);
  const last = Math.min(rule.endDate === null ? LAST_DAY : dayNumber(rule.endDate), LAST_DAY);
  const first = Math.max(anchor, from);
  switch (rule.frequency) {
    case 'daily':
    case 'every2days':
    case 'every3days': {
      const step = daysPerStep[rule.frequency];
      for (let day = anchor + Math.ceil((first - anchor) / step) * step; day <= last; day += step) {
        yield day;
      }
      return;
    }
    case 'weekly': {
      const chosen = rule.weekdays === null || rule.weekdays.length === 0 ? [weekday(anchor)] : rule.weekdays;
      const steps = stepsBetween(chosen);
      let day = first;
      while (!chosen.includes(weekday(day))) {
        day += 1;
      }
      for (; day <= last; day += steps[weekday(day)] ?? 7) {
        yield day;
      }
      return;
    }
    case 'monthly': {
      const wanted = new Date(anchor * DAY_MS).getUTCDate();
      const start = new Date(first * DAY_MS);
      let month = start.getUTCFullYear() * MONTHS + start.getUTCMonth();
      for (let day = dayOfMonth(month, wanted); day <= last; month += 1, day = dayOfMonth(month, wanted)) {
        if (day >= first) {
          yield day;
        }
      }
      return;
    }
  }
}

/** Days from each chosen weekday to the next one. */
function stepsBetween(chosen: readonly number[]): number[] {
  return Array.from({ length: 8 }, (_, from) => {
    let step = 1;
    while (step < 7 && !chosen.includes(((from - 1 + step) % 7) + 1)) {
      step += 1;
    }
    return step;
  });
}

/** The anchor's day in this month, or the month's last day where it has no such day. */
function dayOfMonth(month: number, wanted: number): number {
  const [year, index] = [Math.floor(month / MONTHS), month % MONTHS];
  const length = new Date(Date.UTC(year, index + 1, 0)).getUTCDate();
  return Date.UTC(year, index, Math.min(wanted, length)) / DAY_MS;
}

/** 1970-01-01 was a Thursday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** Throws RangeError for an invalid date: counting on from it would never end. */
function dayNumber(date: string): number {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
  if (Number.isNaN(day)) {
    throw new RangeError(`Not a date: ${date}`);
  }
  return day;
}

function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function minutesOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3, 5));
}
