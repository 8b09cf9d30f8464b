import { LONGEST_RANGE_DAYS } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { rangeOf, rangeProblem } from './range.ts';

const today = '2026-11-23';
const of = (address: string) => rangeOf((name) => new URLSearchParams(address).get(name), today);
const usual = { choice: '30', from: '2026-10-25', to: today };

describe('the range of the page', () => {
  it('is the last 30 days, today included, unless the address says otherwise', () => {
    expect(of('')).toEqual(usual);
    expect(of('days=7')).toEqual({ choice: '7', from: '2026-11-17', to: today });
    expect(of('days=365')).toMatchObject({ choice: '365', from: '2025-11-24' });
    expect(of('from=2026-01-01&to=2026-01-31')).toEqual({ choice: 'custom', from: '2026-01-01', to: '2026-01-31' });
  });

  it('is a month of the calendar: this one up to today, the last one whole', () => {
    expect(of('days=this-month')).toEqual({ choice: 'this-month', from: '2026-11-01', to: today });
    expect(of('days=last-month')).toEqual({ choice: 'last-month', from: '2026-10-01', to: '2026-10-31' });
    const newYear = (days: string) => rangeOf((name) => (name === 'days' ? days : null), '2027-01-01');
    expect(newYear('this-month')).toMatchObject({ from: '2027-01-01', to: '2027-01-01' });
    expect(newYear('last-month')).toMatchObject({ from: '2026-12-01', to: '2026-12-31' });
  });

  it.each(['days=12', 'days=custom', 'from=2026-01-01', 'from=2026-02-31&to=2026-03-01', 'from=x&to=y'])(
    'is the usual one when the address makes no sense: %s',
    (address) => expect(of(address)).toEqual(usual),
  );

  it('has both of its days, also while one is being typed anew', () => {
    expect(rangeProblem({ from: '', to: '2026-03-01' })).toBe('Please choose both days.');
    expect(rangeProblem({ from: '2026-03-01', to: '' })).toBe('Please choose both days.');
  });

  it('is in order and no longer than the server takes', () => {
    expect(of('from=2026-03-02&to=2026-03-01')).toEqual(usual);
    expect(rangeProblem({ from: '2026-03-02', to: '2026-03-01' })).toBe('The last day can’t be before the first.');
    expect(rangeProblem({ from: '2024-01-01', to: '2024-12-31' })).toBeNull();
    expect(rangeProblem({ from: '2024-01-01', to: '2025-01-01' })).toBe(
      `Please choose at most ${LONGEST_RANGE_DAYS} days.`,
    );
  });
});
