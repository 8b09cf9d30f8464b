import { describe, expect, it } from 'vitest';
import { clockText, formatInstant } from './time-zones.ts';

const at = '2026-11-20T15:00:00Z';

describe('an instant in words', () => {
  it('carries its zone, and each zone has its own', () => {
    expect(formatInstant(at, 'America/New_York')).toBe('Fri, Nov 20, 10:00 AM New York, EST');
    expect(formatInstant(at, 'Asia/Kathmandu')).toBe('Fri, Nov 20, 8:45 PM Kathmandu, GMT+5:45');
    expect(formatInstant('2026-07-20T15:00:00Z', 'America/New_York')).toBe('Mon, Jul 20, 11:00 AM New York, EDT');
  });
  it('is a clock of the zone alone where the zone stands beside it', () => {
    expect(clockText(at, 'America/New_York')).toBe('10:00 AM');
    expect(clockText(at, 'Asia/Kathmandu')).toBe('8:45 PM');
  });
});
