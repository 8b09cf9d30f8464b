import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { iCalendar } from './i-calendar.ts';
import type { CalendarEntry } from './i-calendar.ts';

const entry: CalendarEntry = {
  uid: '0190-a@postloom',
  sequence: 2,
  changedAt: new Date('2026-11-20T10:00:00.123Z'),
  createdAt: new Date('2026-11-19T10:00:00Z'),
  startsAt: new Date('2026-12-31T18:30:00Z'),
  summary: 'Instagram, X: Bread; "fresh"',
  description: 'Line 1\nLine 2\r\nC:\\path',
  status: 'CONFIRMED',
  url: 'https://example.com/p?a=1,2;3',
};
/** Unfolds lines, as a reader of RFC 5545 does. */
const unfolded = (text: string): string[] => text.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
const unescaped = (value: string): string =>
  value.replaceAll(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));

describe('iCalendar', () => {
  it('is a calendar with a whole entry, in order', () => {
    expect(unfolded(iCalendar('Corner Bakery, Berlin', [entry]))).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Postloom//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Corner Bakery\\, Berlin',
      'X-WR-CALNAME:Corner Bakery\\, Berlin',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:0190-a@postloom',
      'DTSTAMP:20261120T100000Z',
      'CREATED:20261119T100000Z',
      'LAST-MODIFIED:20261120T100000Z',
      'SEQUENCE:2',
      'DTSTART:20261231T183000Z',
      'DURATION:PT15M',
      'SUMMARY:Instagram\\, X: Bread\\; "fresh"',
      'DESCRIPTION:Line 1\\nLine 2\\nC:\\\\path',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'URL:https://example.com/p?a=1,2;3',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('without entries is still a calendar', () => {
    expect(iCalendar('x', [])).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
  });

  it('whatever the text: no line is longer than 75 octets, no character is split, and the text comes back', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constant('🌾'.repeat(60)),
    );
    fc.assert(
      fc.property(word, (description) => {
        const text = iCalendar('x', [{ ...entry, description }]);
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        }
        expect(Buffer.from(text).toString()).toBe(Buffer.from(text.toWellFormed()).toString());
        const found = unfolded(text).find((line) => line.startsWith('DESCRIPTION:')) ?? '';
        const expected = description
          .replaceAll(/\r\n|\r|\n|\u2028/g, '\n')
          .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ');
        expect(unescaped(found.slice('DESCRIPTION:'.length)).toWellFormed()).toBe(expected.toWellFormed());
      }),
    );
  });

  it('text cannot begin a line of its own', () => {
    const text = iCalendar('x', [
      { ...entry, summary: 'a\r\nEND:VEVENT\nATTACH:file:///etc/passwd', url: 'https://e.com/\r\nX:1' },
    ]);
    expect(unfolded(text).filter((line) => /^(END:VEVENT|ATTACH|X:1)/.test(line))).toEqual(['END:VEVENT']);
  });
});
