import { describe, expect, it } from 'vitest';
import { frequencies, rhythmLabel } from './rhythm.ts';

describe('the words of a rhythm', () => {
  it('are the five of the product', () => {
    expect(frequencies.map((one) => one.label)).toEqual([
      'Every Day',
      'Every 2 Days',
      'Every 3 Days',
      'Every Week',
      'Every Month',
    ]);
  });
  const week = { frequency: 'weekly', startDate: '2026-11-20' } as const;
  it('name weekdays in the order of the week', () => {
    expect(rhythmLabel({ ...week, weekdays: [4, 7] })).toBe('Every Week on Sun and Thu');
    expect(rhythmLabel({ ...week, weekdays: null })).toBe('Every Week on Fri');
    expect(rhythmLabel({ ...week, startDate: '2026-11-22', weekdays: [] })).toBe('Every Week on Sun');
    expect(rhythmLabel({ ...week, frequency: 'daily', weekdays: [1] })).toBe('Every Day');
  });
});
