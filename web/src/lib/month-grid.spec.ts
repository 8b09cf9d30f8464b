import { describe, expect, it } from 'vitest';
import { clockIn, dayIn, gridOf, isMonth, shiftDay, shiftMonth } from './month-grid.ts';

describe('the month page', () => {
  it('has 42 days, starts on a Sunday and holds the whole month', () => {
    for (let year = 2024; year <= 2030; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const name = `${year}-${String(month).padStart(2, '0')}`;
        const grid = gridOf(name);
        expect(grid).toHaveLength(42);
        expect(new Date(`${grid[0]}T00:00:00Z`).getUTCDay()).toBe(0);
        expect(new Set(grid).size).toBe(42);
        const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
        expect(grid.filter((day) => day.startsWith(name))).toHaveLength(days);
        expect(grid.indexOf(`${name}-01`)).toBeLessThan(7);
      }
    }
  });
  it('starts with the 1st itself when that is a Sunday', () => {
    expect(gridOf('2026-02')[0]).toBe('2026-02-01');
    expect(gridOf('2026-11')[0]).toBe('2026-11-01');
    expect(gridOf('2026-12')[0]).toBe('2026-11-29');
  });
  it('steps over years', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
    expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29');
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('months from the address', () => {
  it('are taken only when they exist', () => {
    expect(isMonth(null)).toBe(false);
    expect(isMonth('2026-2')).toBe(false);
    expect(isMonth('2026-13')).toBe(false);
    expect(isMonth('2026-12')).toBe(true);
  });
});

describe('an instant in a zone', () => {
  it('falls on the day of that zone', () => {
    expect(dayIn('America/New_York', '2026-11-21T03:30:00Z')).toBe('2026-11-20');
    expect(dayIn('Pacific/Auckland', '2026-11-20T12:30:00Z')).toBe('2026-11-21');
    expect(clockIn('America/New_York', '2026-11-21T05:00:00Z')).toBe('00:00');
    expect(clockIn('Asia/Kolkata', '2026-11-21T05:00:00Z')).toBe('10:30');
  });
});
