import { describe, expect, it } from '@jest/globals';
import { threadCost } from '@postloom/testing';
import { readMoment, readWallClock } from './wall-clock.ts';

describe('dates of a file', () => {
  it.each([
    ['2027-01-31', '18:30', 'Europe/Berlin', '2027-01-31T17:30:00.000Z'],
    ['2027/7/4', '9:05', 'America/New_York', '2027-07-04T13:05:00.000Z'],
    ['31.12.2027', '6:30 pm', 'Europe/Berlin', '2027-12-31T17:30:00.000Z'],
    ['2027-01-31', '12:00 AM', 'UTC', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31', '12:15pm', 'UTC', '2027-01-31T12:15:00.000Z'],
    ['2027-01-31', '18:30:59', 'UTC', '2027-01-31T18:30:00.000Z'],
    ['2027-03-28', '02:30', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'], // skipped: the first valid minute
    ['2027-10-31', '02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'], // occurs twice: the first pass
  ])('%s %s in %s', (date, time, zone, instant) => {
    expect(readWallClock(date, time, zone)).toEqual({ instant });
  });

  it.each([
    ['12/31/2027', '18:30', 'Please write the date as 2026-12-31.'],
    ['2027-02-30', '18:30', 'This date does not exist.'],
    ['2027-13-01', '18:30', 'This date does not exist.'],
    ['tomorrow', '18:30', 'Please write the date as 2026-12-31.'],
    ['2027-01-31', '25:00', 'Please write the time as 18:30.'],
    ['2027-01-31', '18:60', 'Please write the time as 18:30.'],
    ['2027-01-31', '13:00 pm', 'Please write the time as 18:30.'],
    ['2027-01-31', 'noon', 'Please write the time as 18:30.'],
  ])('%s %s: %s', (date, time, problem) => {
    expect(readWallClock(date, time, 'Europe/Berlin')).toEqual({ problem });
  });

  it.each([
    ['2027-01-31T18:30:00Z', '2027-01-31T18:30:00.000Z'],
    ['2027-01-31T18:30:00.000Z', '2027-01-31T18:30:00.000Z'],
    ['2027-01-31T18:30+02:00', '2027-01-31T16:30:00.000Z'],
    ['2027-01-31 18:30 -0500', '2027-01-31T23:30:00.000Z'],
    ['2027-01-31T18:30', '2027-01-31T17:30:00.000Z'],
    ['31.01.2027 18:30', '2027-01-31T17:30:00.000Z'],
  ])('%s', (text, instant) => {
    expect(readMoment(text, 'Europe/Berlin')).toEqual({ instant });
  });

  it.each([
    ['2027-01-31', 'Please write date and time as 2026-12-31T18:30.'],
    ['2027-02-30T10:00Z', 'This date does not exist.'],
    ['soon', 'Please write date and time as 2026-12-31T18:30.'],
    ['2027-01-31T', 'Please write date and time as 2026-12-31T18:30.'],
    ['1800000000', 'Please write date and time as 2026-12-31T18:30.'],
    ['2027-01-31T25:00Z', 'Please write the time as 18:30.'],
    ['2027-01-31T10:00+99:00', 'Please write date and time as 2026-12-31T18:30.'],
    ['2027-01-31T10:00-02:75', 'Please write date and time as 2026-12-31T18:30.'],
  ])('not %s', (text, problem) => {
    expect(readMoment(text, 'Europe/Berlin')).toEqual({ problem });
  });

  it.each([
    ['blanks', `2027-01-31T1${' '.repeat(20_000)}x`],
    ['beginnings', `${'T1'.repeat(10_000)} \nx`],
  ])('a cell of 20,000 %s is refused at once', (_, text) => {
    const read = () => expect(readMoment(text, 'Europe/Berlin')).toHaveProperty('problem');
    expect(threadCost(read)).toBeLessThan(500);
  });
});
