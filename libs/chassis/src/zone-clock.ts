/** A moment at which a zone's clocks change: the offset before and from it on, in milliseconds east of UTC. */
export interface Change {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

interface Year {
  readonly start: number;
  readonly end: number;
  /** The offset before the first of its changes. */
  readonly offset: number;
  readonly changes: readonly Change[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** No wall clock is further than this from UTC. */
const FURTHEST_MS = 15 * HOUR_MS;
const MOST_ZONES = 700;

/**
 * The clock changes of one IANA zone, read from the runtime's own zone data (ICU) and cached: a year costs some 400 calls of Intl once,
 * then every answer is a lookup in a short list of changes. All times in milliseconds; a wall clock is written as the instant at which a
 * clock in UTC would show the same.
 */
export class ZoneClock {
  private static readonly known = new Map<string, ZoneClock>();

  private readonly format: Intl.DateTimeFormat;
  private readonly years = new Map<number, Year>();
  /** The last year requested: slots come in order. */
  private latest: Year | undefined;

  private constructor(timeZone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  }

  /** @throws RangeError for a zone this runtime does not know */
  static of(timeZone: string): ZoneClock {
    let clock = ZoneClock.known.get(timeZone);
    if (clock === undefined) {
      clock = new ZoneClock(timeZone);
      if (ZoneClock.known.size >= MOST_ZONES) {
        ZoneClock.known.clear();
      }
      ZoneClock.known.set(timeZone, clock);
    }
    return clock;
  }

  /** What the wall clock shows at an instant. */
  wallAt(instant: number): number {
    return instant + this.offsetAt(instant);
  }

  /**
   * When the wall clock first shows this time: a doubled time means its first pass, a skipped one the moment of the change (the first valid
   * minute after the gap). Null when its whole date is missing in this zone (the date line).
   */
  instantOf(wall: number): number | null {
    const early = this.offsetAt(wall - FURTHEST_MS);
    const late = this.offsetAt(wall + FURTHEST_MS);
    if (early === late) {
      return wall - early;
    }
    for (const { at, before, after } of this.changesBetween(wall - 2 * DAY_MS, wall + 2 * DAY_MS)) {
      if (wall < at + before) {
        return wall - before;
      }
      if (wall < at + after) {
        return isWholeDateSkipped(wall, at + before, at + after) ? null : at;
      }
    }
    return wall - late;
  }

  private offsetAt(instant: number): number {
    let year = this.latest;
    if (year === undefined || instant < year.start || instant >= year.end) {
      year = this.year(new Date(instant).getUTCFullYear());
      this.latest = year;
    }
    let found = year.offset;
    for (const change of year.changes) {
      if (change.at > instant) {
        break;
      }
      found = change.after;
    }
    return found;
  }

  private changesBetween(from: number, to: number): Change[] {
    const years = new Set([from, to].map((instant) => new Date(instant).getUTCFullYear()));
    return [...years].flatMap((year) => this.year(year).changes).filter(({ at }) => at >= from && at <= to);
  }

  /** A year in UTC: its first offset, and its changes, found day by day and then to the second. */
  private year(year: number): Year {
    const known = this.years.get(year);
    if (known !== undefined) {
      return known;
    }
    const end = Date.UTC(year + 1, 0, 1);
    const start = Date.UTC(year, 0, 1);
    // A change at the very start of the year belongs to it, so that no change is lost between two years.
    const offset = this.asked(start - 1000);
    const changes: Change[] = [];
    let before = offset;
    for (let from = start - 1000; from < end - 1000; from += DAY_MS) {
      const to = Math.min(from + DAY_MS, end - 1000);
      const after = this.asked(to);
      if (after === before) {
        continue;
      }
      changes.push({ at: this.changeWithin(from, to, before), before, after });
      before = after;
    }
    const found = { start, end, offset, changes };
    this.years.set(year, found);
    return found;
  }

  private changeWithin(from: number, to: number, before: number): number {
    let [low, high] = [from / 1000, to / 1000];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.asked(middle * 1000) === before) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high * 1000;
  }

  /** 'GMT', 'GMT+05:45', for old dates 'GMT-04:56:02'. */
  private asked(instant: number): number {
    const text = this.format.format(instant);
    const match = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text);
    if (match === null) {
      throw new Error(`"${text}" names no offset`);
    }
    const [, sign, hours, minutes, seconds] = match;
    if (sign === undefined) {
      return 0;
    }
    const size = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds ?? 0) * 1000;
    return sign === '-' ? -size : size;
  }
}

function isWholeDateSkipped(wall: number, gapStart: number, gapEnd: number): boolean {
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return gapStart <= midnight && midnight + DAY_MS <= gapEnd;
}
