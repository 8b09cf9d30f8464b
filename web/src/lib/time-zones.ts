export type TimeZoneOption = {
  value: string;
  /** 'New York' */
  city: string;
  /** 'America, GMT-5' */
  detail: string;
  /** All that finds it, in small letters. */
  words: string;
};

/** The IANA zone that the browser is set to. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Browsers keep some cities under the name they had when the zone was written down. */
const renamed: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Enderbury: 'Kanton',
  Faeroe: 'Faroe Islands',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
  Truk: 'Chuuk',
};

/** 'America/New_York' becomes 'New York'. */
export function placeOf(timeZone: string): string {
  const place = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
  return renamed[place] ?? place;
}

/** 'New York time' for a sentence; 'UTC' and the zones that are only an offset have no place. */
export function zoneName(timeZone: string): string {
  if (!/^(UTC|GMT)$|^Etc\//.test(timeZone)) {
    return `${placeOf(timeZone)} time`;
  }
  // 'Etc/GMT+5' is five hours behind: the sign of these names is the other way round.
  return placeOf(timeZone).replace(/[+-]/, (sign) => (sign === '+' ? '-' : '+'));
}

function zoneWords(timeZone: string, at: Date, timeZoneName: 'shortOffset' | 'longGeneric'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
}

/** 'GMT-5' style offset of a zone at an instant. */
export function offsetOf(timeZone: string, at: Date): string {
  return zoneWords(timeZone, at, 'shortOffset');
}

/** 'Chicago (GMT-6)': a zone as a field and its facts show it, with the offset that it has now. */
export function timeZoneText(timeZone: string): string {
  return `${placeOf(timeZone)} (${offsetOf(timeZone, new Date())})`;
}

/** Every zone the browser knows, by city, each with its present offset; `include` is added when it is missing. */
export function timeZoneOptions(at: Date, include: string): TimeZoneOption[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), include, 'UTC'])]
    .map((value) => {
      const city = placeOf(value);
      const detail = [value.split('/').slice(0, -1).join(', ').replaceAll('_', ' '), offsetOf(value, at)]
        .filter(Boolean)
        .join(', ');
      const words = `${city} ${value.replaceAll(/[/_]/g, ' ')} ${detail} ${zoneWords(value, at, 'longGeneric')}`;
      return { value, city, detail, words: words.toLowerCase() };
    })
    .sort((a, b) => a.city.localeCompare(b.city, 'en'));
}

/** The zones that every typed word finds: by city, country or continent, name ('eastern') or offset. Cities that begin so come first. */
export function findTimeZones(options: readonly TimeZoneOption[], typed: string): TimeZoneOption[] {
  const words = typed
    .toLowerCase()
    .split(/[\s,/]+/)
    .filter(Boolean);
  const found = options.filter((option) => words.every((word) => option.words.includes(word)));
  const begins = (option: TimeZoneOption) => option.city.toLowerCase().startsWith(typed.trim().toLowerCase());
  return [...found.filter(begins), ...found.filter((option) => !begins(option))];
}
