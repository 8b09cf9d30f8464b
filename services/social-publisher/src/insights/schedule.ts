const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const LAST_DAY = 30;
/** How far a reading is spread: posts that went out together are not all read at the same moment. */
const MOST_SPREAD_HOURS = 3;

/** Hours after its publication at which a post is read: 1, 6, 24, then daily to day 30. */
export const readingHours: readonly number[] = [
  1,
  6,
  ...Array.from({ length: LAST_DAY }, (_, index) => (index + 1) * DAY_HOURS),
];

/**
 * The first reading after `now`; null: the last one is over. Readings that were missed are not made up for: the figures count from the
 * publication. `spread`: from 0 to 1, the post's own. A reading comes later by a tenth of its hour at most, and by three hours.
 */
export function nextReading(publishedAt: Date, now: Date, spread: number): Date | null {
  for (const hours of readingHours) {
    const later = spread * Math.min(hours / 10, MOST_SPREAD_HOURS);
    const at = Math.floor(publishedAt.getTime() + (hours + later) * HOUR_MS);
    if (at > now.getTime()) {
      return new Date(at);
    }
  }
  return null;
}

/** The post's own place within the spread: the same on every machine. */
export function spreadOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(-6), 16) / 0x1_00_00_00;
}
