export type TimeZoneOption = { value: string; label: string };

/** 'America/New_York' becomes 'New York'. */
export function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** 'New York time' for a sentence; 'UTC' and the zones that are only an offset have no place. */
export function zoneName(timeZone: string): string {
  if (!/^(UTC|GMT)$|^Etc\//.test(timeZone)) {
    return `${placeOf(timeZone)} time`;
  }
  // 'Etc/GMT+5' is five hours behind: the sign of these names is the other way round.
  return placeOf(timeZone).replace(/[+-]/, (sign) => (sign === '+' ? '-' : '+'));
}

/** 'GMT-5' style offset of a zone at an instant. */
export function offsetOf(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

/** Every zone the browser knows, ordered by name, each with its present offset; `include` is added when it is missing. */
export function timeZoneOptions(at: Date, include: string): TimeZoneOption[] {
  const names = new Set(Intl.supportedValuesOf('timeZone'));
  names.add(include);
  names.add('UTC');
  return [...names].sort().map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${offsetOf(value, at)})` }));
}
