import { describe, expect, it } from '@jest/globals';
import { momentText } from './moment-text.ts';

describe('a moment in a text', () => {
  it.each([
    ['Europe/Berlin', 'Nov 21, 2026, 9:00 AM Berlin time'],
    ['America/New_York', 'Nov 21, 2026, 3:00 AM New York time'],
    ['UTC', 'Nov 21, 2026, 8:00 AM UTC'],
    ['Etc/GMT+5', 'Nov 21, 2026, 3:00 AM GMT-5'],
  ])('is on the wall clock of %s, which it names', (timeZone, text) => {
    expect(momentText('2026-11-21T08:00:00Z', timeZone)).toBe(text);
  });
});
