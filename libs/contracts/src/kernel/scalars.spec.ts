import { describe, expect, it } from '@jest/globals';
import { LocalSlot } from '../scheduling/recurring.ts';
import { Instant, LocalDate } from './scalars.ts';

describe('dates', () => {
  it.each(['0000-01-01', '2026-02-30', '2026-13-01', '10000-01-01'])('the day %s is none', (day) => {
    expect(LocalDate.safeParse(day).success).toBe(false);
    expect(LocalSlot.safeParse(`${day}T09:00`).success).toBe(false);
  });

  it.each(['0001-01-01', '2028-02-29', '9999-12-31'])('the day %s is one', (day) => {
    expect(LocalDate.safeParse(day).success).toBe(true);
    expect(LocalSlot.safeParse(`${day}T09:00`).success).toBe(true);
  });

  it.each(['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-01:00'])(
    'no database keeps the instant %s',
    (instant) => {
      expect(Instant.safeParse(instant).success).toBe(false);
    },
  );
});
