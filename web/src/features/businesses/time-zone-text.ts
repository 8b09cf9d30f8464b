import { offsetOf, placeOf } from '#lib/time-zones.ts';

/** 'Chicago (GMT-6)': a zone as its field and its facts show it, with the offset that it has now. */
export function timeZoneText(timeZone: string): string {
  return `${placeOf(timeZone)} (${offsetOf(timeZone, new Date())})`;
}
