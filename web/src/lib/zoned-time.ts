import type { Temporal as TemporalTypes } from 'temporal-polyfill';

export type TemporalApi = typeof TemporalTypes;

/** The browser's own Temporal, or the polyfill, which is fetched only where it is missing. */
async function loadTemporal(): Promise<TemporalApi> {
  const own = (globalThis as unknown as { Temporal?: TemporalApi }).Temporal;
  return own ?? (await import('temporal-polyfill')).Temporal;
}

let ready: Promise<TemporalApi> | undefined;

/** The same promise every time, for React's `use`; a fetch that failed is forgotten, so that the next one may succeed. */
export function temporalReady(load = loadTemporal): Promise<TemporalApi> {
  ready ??= load().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

export type LocalMoment = {
  /** The instant, ISO 8601 in UTC. */
  instant: string;
  /** `skipped`: a clock change leaves this time out; `twice`: it occurs twice and the first one counts. */
  kind: 'plain' | 'skipped' | 'twice';
  /** The wall clock at the instant, 'HH:MM': another than asked when it was skipped. */
  clock: string;
};

/**
 * A day and a wall clock of a zone as an instant: a time that a clock change skips becomes the next valid minute, one that
 * occurs twice is the first of the two.
 */
export function momentOf(api: TemporalApi, date: string, time: string, timeZone: string): LocalMoment {
  const local = api.PlainDateTime.from(`${date}T${time}`);
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' });
  const clock = (at: TemporalTypes.ZonedDateTime) => at.toPlainTime().toString({ smallestUnit: 'minute' });
  if (earlier.equals(later)) {
    return { instant: iso(earlier), kind: 'plain', clock: clock(earlier) };
  }
  if (earlier.toPlainDateTime().equals(local)) {
    return { instant: iso(earlier), kind: 'twice', clock: clock(earlier) };
  }
  // In a gap both lie beside it: the next valid minute is where the clock jumps to.
  const next = earlier.getTimeZoneTransition('next') ?? later;
  return { instant: iso(next), kind: 'skipped', clock: clock(next) };
}

/** The moment of two form fields; null while one is empty or the date lies outside of what a calendar knows. */
export function typedMoment(api: TemporalApi, date: string, time: string, timeZone: string): LocalMoment | null {
  if (date === '' || time === '') {
    return null;
  }
  try {
    return momentOf(api, date, time, timeZone);
  } catch (error) {
    if (error instanceof RangeError) {
      return null;
    }
    throw error;
  }
}

function iso(at: TemporalTypes.ZonedDateTime): string {
  return at.toInstant().toString({ smallestUnit: 'second' });
}
