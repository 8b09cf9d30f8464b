const formats = new Map<string, Intl.DateTimeFormat>();
/** Creating a formatter is expensive, using one is cheap, and there are few zones. */
const MOST_FORMATS = 100;

/** '21 November 2026 at 09:00 (Europe/Berlin)': times always with their zone. */
export function moment(instant: string, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    if (formats.size >= MOST_FORMATS) {
      formats.clear();
    }
    format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
    formats.set(timeZone, format);
  }
  return `${format.format(new Date(instant))} (${timeZone})`;
}
