import { describe, expect, it } from 'vitest';
import { parseClock, parseDay } from './typed-when.ts';

/** A Sunday. */
const today = '2026-11-22';

describe('a typed day', () => {
  it.each([
    ['11/27', '2026-11-27'],
    ['11/27/2026', '2026-11-27'],
    ['11/27/26', '2026-11-27'],
    ['27.11.2026', '2026-11-27'],
    ['2026-11-27', '2026-11-27'],
    ['2026-3-7', '2026-03-07'],
    ['Nov 27, 2026', '2026-11-27'],
    ['Fri, Nov 27, 2026', '2026-11-27'],
    ['nov 27', '2026-11-27'],
    ['27 november', '2026-11-27'],
    ['November 27th', '2026-11-27'],
    ['Sept. 3', '2027-09-03'],
    ['1/5', '2027-01-05'],
    ['11/22', today],
    ['11/21', '2027-11-21'],
    ['2/29', '2028-02-29'],
    [' today ', today],
    ['Tomorrow', '2026-11-23'],
    ['friday', '2026-11-27'],
    ['thurs', '2026-11-26'],
    ['sun', today],
  ])('%s is %s', (text, day) => expect(parseDay(text, today)).toBe(day));

  it.each(['', 'soon', '13/13', '2/30/2027', '11/27/20266', 'no 27', 'monkey', 'nov', '27', 'nov 27 2026 at 9', '0/4'])(
    "'%s' is none",
    (text) => expect(parseDay(text, today)).toBeNull(),
  );
});

describe('a typed time', () => {
  it.each([
    ['9', '09:00'],
    ['9:30', '09:30'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['2', '14:00'],
    ['02:00', '02:00'],
    ['5', '17:00'],
    ['5:45', '17:45'],
    ['6', '06:00'],
    ['6:00', '06:00'],
    ['6.30', '06:30'],
    ['6pm', '18:00'],
    ['7', '07:00'],
    ['12', '12:00'],
    ['12am', '00:00'],
    ['12:15 PM', '12:15'],
    ['2:15 p.m.', '14:15'],
    ['3a', '03:00'],
    ['9:30\u202fAM', '09:30'],
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['0', '00:00'],
    ['Noon', '12:00'],
    ['midnight', '00:00'],
  ])('%s is %s on a 12-hour clock', (text, clock) => expect(parseClock(text, 12)).toBe(clock));

  it.each([
    ['2', '02:00'],
    ['6:45', '06:45'],
    ['2pm', '14:00'],
    ['18.05', '18:05'],
  ])('%s is %s on a 24-hour clock', (text, clock) => expect(parseClock(text, 24)).toBe(clock));

  it.each(['', 'later', '25', '24:00', '9:60', '13 pm', '9:3', '12345', '0pm'])("'%s' is none", (text) =>
    expect(parseClock(text, 12)).toBeNull(),
  );
});
