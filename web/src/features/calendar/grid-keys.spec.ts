import { describe, expect, it } from 'vitest';
import { dayAfterKey } from './grid-keys.ts';

describe('the keys of the grid', () => {
  it.each([
    ['ArrowLeft', '2026-10-31'],
    ['ArrowRight', '2026-11-02'],
    ['ArrowUp', '2026-10-25'],
    ['ArrowDown', '2026-11-08'],
    ['Home', '2026-11-01'],
    ['End', '2026-11-07'],
    ['PageUp', '2026-10-01'],
    ['PageDown', '2026-12-01'],
    ['a', null],
  ])('%s leads from November 1 to %s', (key, day) => expect(dayAfterKey('2026-11-01', key, 'month')).toBe(day));
  it('keep to the last day of a shorter month', () => {
    expect(dayAfterKey('2027-01-31', 'PageDown', 'month')).toBe('2027-02-28');
  });
  it('turn a week where a week is shown', () => expect(dayAfterKey('2026-11-03', 'PageUp', 'week')).toBe('2026-10-27'));
});
