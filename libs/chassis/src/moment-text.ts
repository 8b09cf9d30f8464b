const formats = new Map<string, Intl.DateTimeFormat>();
/** Creating a formatter is expensive, using one is cheap, and there are few zones. */
const MOST_FORMATS = 100;

/** 'Nov 21, 2026, 9:00 AM Berlin time': a time in a text that is stored always names its zone, by its city as the screens do. */
export function momentText(instant: string | Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    if (formats.size >= MOST_FORMATS) {
      formats.clear();
    }
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
    formats.set(timeZone, format);
  }
  return `${format.format(new Date(instant)).replaceAll('\u202f', ' ')} ${zoneText(timeZone)}`;
}

function zoneText(timeZone: string): string {
  if (/^(UTC|GMT)$|^Etc\//.test(timeZone)) {
    // 'Etc/GMT+5' is five hours behind: the sign of these names is the other way round.
    return timeZone.replace('Etc/', '').replace(/[+-]/, (sign) => (sign === '+' ? '-' : '+'));
  }
  return `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`;
}
