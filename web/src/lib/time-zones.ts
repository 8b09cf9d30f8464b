/** One formatter per zone: making one costs far more than using it, and lists show hundreds of times. */
function perZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone);
    if (known) {
      return known;
    }
    const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}

const instantFormat = perZone({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const clockFormat = perZone({ hour: 'numeric', minute: '2-digit' });
const plainSpaces = (text: string) => text.replaceAll('\u202f', ' ');

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
  const parts = instantFormat(timeZone).formatToParts(new Date(instant));
  const zone = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const words = parts.filter((part) => part.type !== 'timeZoneName').map((part) => part.value);
  return `${plainSpaces(words.join('')).trim()} ${placeOf(timeZone)}, ${zone}`;
}

/** '10:00 AM', for places that name the zone themselves. */
export function clockText(instant: string, timeZone: string): string {
  return plainSpaces(clockFormat(timeZone).format(new Date(instant)));
}

/** Every zone the browser knows, ordered by name, each with its present offset; `include` is added when it is missing. */
export function timeZoneOptions(at: Date, include: string): TimeZoneOption[] {
  const names = new Set(Intl.supportedValuesOf('timeZone'));
  names.add(include);
  names.add('UTC');
  return [...names].sort().map((value) => ({ value, label: `${value.replaceAll('_', ' ')} (${offsetOf(value, at)})` }));
}
