export type TimeZoneOption = { value: string; label: string };

/** 'America/New_York' becomes 'New York'. */
export function placeOf(timeZone: string): string {
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** 'GMT-5' style offset of a zone at an instant. */
export function offsetOf(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

/** 'Fri, Nov 20, 10:00 AM New York, EST': a time always carries its zone. */
export function formatInstant(instant: string | Date, timeZone: string): string {
  const at = new Date(instant);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const parts = format.formatToParts(at);
  const zone = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const clock = parts
    .filter((part) => part.type !== 'timeZoneName')
    .map((part) => part.value)
    .join('')
    .replaceAll('\u202f', ' ')
    .trim();
  return `${clock} ${placeOf(timeZone)}, ${zone}`;
}

/** Every zone the browser knows, ordered by name, each with its present offset; `include` is added when it is missing. */
export function timeZoneOptions(at: Date, include: string): TimeZoneOption[] {
  const names = new Set(Intl.supportedValuesOf('timeZone'));
  names.add(include);
  names.add('UTC');
  return [...names].sort().map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${offsetOf(value, at)})` }));
}
