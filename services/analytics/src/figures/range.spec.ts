import { describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { daysOf, rangeOf, weekdayOf } from './range.ts';

const today = '2026-03-10';

describe('the range of a question', () => {
  it('is the last 30 days with today, beside the 30 days before them', () => {
    expect(rangeOf({}, today)).toEqual({
      now: { from: '2026-02-09', to: '2026-03-10' },
      before: { from: '2026-01-10', to: '2026-02-08' },
    });
  });

  it('has as many days before it as it has itself', () => {
    const { now, before } = rangeOf({ from: '2026-03-01', to: '2026-03-31' }, today);
    expect(daysOf(now)).toHaveLength(31);
    expect(before).toEqual({ from: '2026-01-29', to: '2026-02-28' });
    expect(rangeOf({ from: today, to: today }, today).before).toEqual({ from: '2026-03-09', to: '2026-03-09' });
  });

  it('ends today, or on its first day when that is ahead', () => {
    expect(rangeOf({ from: '2026-03-01' }, today).now.to).toBe(today);
    expect(rangeOf({ from: '2026-04-01' }, today).now).toEqual({ from: '2026-04-01', to: '2026-04-01' });
  });

  it.each<[string, { from?: string; to?: string }, string]>([
    ['an end before the start', { from: '2026-03-02', to: '2026-03-01' }, 'invalid_date'],
    ['the year 1', { from: '0001-01-01', to: '0001-01-02' }, 'invalid_date'],
    ['the year 9999', { from: '9999-12-01', to: '9999-12-31' }, 'invalid_date'],
    ['367 days', { from: '2025-01-01', to: '2026-01-02' }, 'validation_failed'],
  ])('refuses %s', (_what, asked, code) => {
    const refusal = (): unknown => {
      try {
        return rangeOf(asked, today);
      } catch (error) {
        return error instanceof AppError ? error.code : error;
      }
    };
    expect(refusal()).toBe(code);
  });

  it('takes a whole leap year', () => {
    expect(daysOf(rangeOf({ from: '2024-01-01', to: '2024-12-31' }, today).now)).toHaveLength(366);
  });

  it('counts weekdays from Monday', () => {
    expect(['2026-03-09', '2026-03-14', '2026-03-15'].map(weekdayOf)).toEqual([1, 6, 7]);
  });
});
