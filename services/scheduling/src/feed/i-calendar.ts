import { fitting } from '@postloom/messaging';

/** One entry of a calendar (RFC 5545, VEVENT). */
export interface CalendarEntry {
  /** Stable and globally unique. */
  readonly uid: string;
  /** Grows with every change, from 0. */
  readonly sequence: number;
  readonly changedAt: Date;
  readonly createdAt: Date;
  readonly startsAt: Date;
  readonly summary: string;
  readonly description: string;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  readonly url: string | null;
}

/** Longest line in octets, without its line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

/**
 * A calendar as text: lines folded at 75 octets, CRLF, times in UTC. Contains as many of the first entries as fit into `most` bytes of
 * JSON.
 */
export function iCalendar(name: string, entries: readonly CalendarEntry[], most = Number.POSITIVE_INFINITY): string {
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Postloom//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    // RFC 7986, and what was read before it.
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ];
  const texts = entries.map((entry) => textOf(entryLines(entry)));
  const shown = fitting(texts, (text) => Buffer.byteLength(JSON.stringify(text)), most);
  return [textOf(head), ...shown, textOf(['END:VCALENDAR'])].join('');
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function entryLines(entry: CalendarEntry): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `DTSTAMP:${utc(entry.changedAt)}`,
    `CREATED:${utc(entry.createdAt)}`,
    `LAST-MODIFIED:${utc(entry.changedAt)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTART:${utc(entry.startsAt)}`,
    'DURATION:PT15M',
    `SUMMARY:${escaped(entry.summary)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `STATUS:${entry.status}`,
    'TRANSP:TRANSPARENT',
    ...(entry.url === null ? [] : [`URL:${withoutControls(entry.url)}`]),
    'END:VEVENT',
  ];
}

/** '20261231T183000Z' */
function utc(at: Date): string {
  return at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
}

/** TEXT of RFC 5545, 3.3.11: backslash, semicolon, comma and line breaks are escaped; other control characters cannot be written. */
function escaped(text: string): string {
  return withoutControls(text.replaceAll(/\r\n|\r|\n/g, '\u2028'))
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\u2028', '\\n');
}

function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ');
}

/** Folded after at most 75 octets, never inside a character; the continuation begins with a space, which counts. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= LINE_OCTETS) {
    return line;
  }
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = '';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
