import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dueAtOf, localDate, nextSlot, slotOn, slotsBetween } from './slots.ts';
import type { Rule } from './slots.ts';

const rule = (facts: Partial<Rule> = {}): Rule => ({
  frequency: 'daily',
  timeOfDay: '09:00',
  startDate: '2027-01-01',
  endDate: null,
  weekdays: null,
  timeZone: 'Europe/Berlin',
  ...facts,
});
const dates = (slots: readonly { localSlot: string }[]): string[] =>
  slots.map(({ localSlot }) => localSlot.slice(0, 10));
const between = (facts: Partial<Rule>, from: string, to: string): string[] =>
  dates(slotsBetween(rule(facts), new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`)));

describe('slots of a schedule', () => {
  it.each(['daily', 'weekly', 'monthly'] as const)('a start that is no date ends with an error: %s', (frequency) => {
    const broken = rule({ frequency, startDate: String(new Date(0)) });
    expect(() => nextSlot(broken, new Date('2027-01-01T00:00:00Z'))).toThrow(RangeError);
  });

  it.each([
    // [what, slot, zone, due]
    ['an ordinary morning', '2027-06-01T09:00', 'Europe/Berlin', '2027-06-01T07:00'],
    ['02:30 in the gap: the first valid minute, never 03:30', '2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:00'],
    ['the last minute before the gap', '2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59'],
    ['the first minute after the gap', '2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00'],
    ['the gap of New York', '2027-03-14T02:30', 'America/New_York', '2027-03-14T07:00'],
    ['02:30 twice: the first pass', '2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30'],
    ['01:30 twice in New York: the first pass', '2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30'],
    ['midnight does not happen: Cairo', '2027-04-30T00:00', 'Africa/Cairo', '2027-04-29T22:00'],
    ['half past midnight does not happen: Cairo', '2027-04-30T00:30', 'Africa/Cairo', '2027-04-29T22:00'],
    ['half past midnight does not happen: Beirut', '2027-03-28T00:30', 'Asia/Beirut', '2027-03-27T22:00'],
    ['half past midnight does not happen: Santiago', '2027-09-05T00:30', 'America/Santiago', '2027-09-05T04:00'],
    [
      'half past midnight does not happen: Asuncion, for the last time',
      '2024-10-06T00:30',
      'America/Asuncion',
      '2024-10-06T04:00',
    ],
    ['half past midnight does not happen: Havana', '2027-03-14T00:30', 'America/Havana', '2027-03-14T05:00'],
    ['midnight twice: Havana, the first pass', '2027-11-07T00:30', 'America/Havana', '2027-11-07T04:30'],
    ['23:30 twice on the day before: Beirut', '2027-10-30T23:30', 'Asia/Beirut', '2027-10-30T20:30'],
    [
      'a gap up to midnight: Nuuk has no 23:30, so the next minute there is',
      '2027-03-27T23:30',
      'America/Nuuk',
      '2027-03-28T01:00',
    ],
    ['a gap of half an hour: Lord Howe', '2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:30'],
    ['an overlap of half an hour: Lord Howe', '2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45'],
    ['two hours of gap: Troll', '2027-03-28T01:30', 'Antarctica/Troll', '2027-03-28T01:00'],
    ['the leap day', '2028-02-29T09:00', 'Asia/Tokyo', '2028-02-29T00:00'],
  ])('%s', (_what, localSlot, timeZone, due) => {
    expect(dueAtOf(localSlot, timeZone)?.toISOString()).toBe(`${due}:00.000Z`);
  });

  it('the date that the date line took from Samoa has no slot, its neighbours have theirs', () => {
    const samoa = rule({ timeZone: 'Pacific/Apia', startDate: '2011-12-28' });
    const slots = slotsBetween(samoa, new Date('2011-12-28T00:00:00Z'), new Date('2012-01-01T00:00:00Z'));
    expect(slots.map(({ localSlot, dueAt }) => [localSlot, dueAt.toISOString()])).toEqual([
      ['2011-12-28T09:00', '2011-12-28T19:00:00.000Z'],
      ['2011-12-29T09:00', '2011-12-29T19:00:00.000Z'],
      ['2011-12-31T09:00', '2011-12-30T19:00:00.000Z'],
      ['2012-01-01T09:00', '2011-12-31T19:00:00.000Z'],
    ]);
    expect(nextSlot(samoa, new Date('2011-12-29T19:00:00Z'))?.localSlot).toBe('2011-12-31T09:00');
    const second = rule({ timeZone: 'Pacific/Apia', startDate: '2011-12-28', frequency: 'every2days' });
    expect(nextSlot(second, new Date('2011-12-28T19:00:00Z'))?.localSlot).toBe('2012-01-01T09:00');
  });

  it('monthly keeps the anchor day and takes the last day of shorter months', () => {
    const monthly = (startDate: string) => between({ frequency: 'monthly', startDate }, '2027-01-01', '2028-04-01');
    expect(monthly('2027-01-31')).toEqual([
      ...[
        '2027-01-31',
        '2027-02-28',
        '2027-03-31',
        '2027-04-30',
        '2027-05-31',
        '2027-06-30',
        '2027-07-31',
        '2027-08-31',
      ],
      ...['2027-09-30', '2027-10-31', '2027-11-30', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31'],
    ]);
    expect(monthly('2027-01-30').slice(0, 3)).toEqual(['2027-01-30', '2027-02-28', '2027-03-30']);
    expect(monthly('2027-01-29').slice(0, 3)).toEqual(['2027-01-29', '2027-02-28', '2027-03-29']);
    expect(monthly('2027-01-29').at(-2)).toBe('2028-02-29');
    expect(between({ frequency: 'monthly', startDate: '2028-02-29' }, '2028-02-01', '2029-04-01').slice(-3)).toEqual([
      '2029-01-29',
      '2029-02-28',
      '2029-03-29',
    ]);
  });

  it('every 2 and every 3 days count dates from the first, across clock changes, leap days and years', () => {
    expect(between({ frequency: 'every2days', startDate: '2027-03-25' }, '2027-03-25', '2027-04-01')).toEqual([
      ...['2027-03-25', '2027-03-27', '2027-03-29', '2027-03-31'],
    ]);
    expect(between({ frequency: 'every3days', startDate: '2027-12-26' }, '2027-12-26', '2028-01-06')).toEqual([
      ...['2027-12-26', '2027-12-29', '2028-01-01', '2028-01-04'],
    ]);
    expect(between({ frequency: 'every3days', startDate: '2028-02-27' }, '2028-02-27', '2028-03-06')).toEqual([
      ...['2028-02-27', '2028-03-01', '2028-03-04'],
    ]);
    const march = slotsBetween(
      rule({ frequency: 'every2days', startDate: '2027-03-27' }),
      new Date('2027-03-27'),
      new Date('2027-03-30'),
    );
    expect((march[1]?.dueAt.getTime() ?? 0) - (march[0]?.dueAt.getTime() ?? 0)).toBe(47 * 3_600_000);
  });

  it('weekly repeats the first day, or runs on the chosen weekdays', () => {
    expect(between({ frequency: 'weekly', startDate: '2027-01-06' }, '2027-01-01', '2027-01-25')).toEqual([
      ...['2027-01-06', '2027-01-13', '2027-01-20'],
    ]);
    expect(
      between({ frequency: 'weekly', startDate: '2027-01-06', weekdays: [1, 5, 7] }, '2027-01-01', '2027-01-17'),
    ).toEqual([...['2027-01-08', '2027-01-10', '2027-01-11', '2027-01-15']]);
    expect(
      between({ frequency: 'weekly', startDate: '2027-01-06', weekdays: [] }, '2027-01-01', '2027-01-14'),
    ).toHaveLength(2);
  });

  it('ends on its last day, and before its first there is nothing', () => {
    const short = rule({ startDate: '2027-12-30', endDate: '2028-01-02' });
    expect(dates(slotsBetween(short, new Date('2020-01-01'), new Date('2040-01-01')))).toEqual([
      ...['2027-12-30', '2027-12-31', '2028-01-01', '2028-01-02'],
    ]);
    expect(nextSlot(short, new Date('2028-01-02T08:00:00Z'))).toBeNull();
    expect(nextSlot(rule({ startDate: '2027-05-05', endDate: '2027-05-04' }), new Date('2027-01-01'))).toBeNull();
  });

  it('a business that moves keeps the wall clock, not the instant', () => {
    const [berlin, tokyo] = [rule(), rule({ timeZone: 'Asia/Tokyo' })];
    const now = new Date('2027-06-01T12:00:00Z');
    expect(nextSlot(berlin, now)).toEqual({ localSlot: '2027-06-02T09:00', dueAt: new Date('2027-06-02T07:00:00Z') });
    expect(nextSlot(tokyo, now)).toEqual({ localSlot: '2027-06-02T09:00', dueAt: new Date('2027-06-02T00:00:00Z') });
  });

  it('knows the slot of a date and no other', () => {
    const every = rule({ frequency: 'every3days' });
    expect(slotOn(every, '2027-01-04')?.dueAt.toISOString()).toBe('2027-01-04T08:00:00.000Z');
    expect(slotOn(every, '2027-01-05')).toBeNull();
    expect(slotOn(every, '2026-12-29')).toBeNull();
    expect(localDate(new Date('2027-01-04T22:59:00Z'), 'Europe/Berlin')).toBe('2027-01-04');
    expect(localDate(new Date('2027-01-04T23:00:00Z'), 'Europe/Berlin')).toBe('2027-01-05');
  });

  it('walking slot by slot gives the same as asking for the range, in any zone', () => {
    const anyRule = fc.record({
      frequency: fc.constantFrom('daily', 'every2days', 'every3days', 'weekly', 'monthly' as const),
      timeOfDay: fc
        .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
        .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
      startDate: fc
        .integer({ min: 19_800, max: 25_000 })
        .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
      timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
      weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }))),
      endDate: fc.constant(null),
    });
    fc.assert(
      fc.property(anyRule, (made) => {
        const from = new Date(`${made.startDate}T00:00:00Z`);
        const range = slotsBetween(made, from, new Date(from.getTime() + 400 * 86_400_000), 40);
        let at = new Date(from.getTime() - 1);
        for (const slot of range) {
          const next = nextSlot(made, at);
          expect(next).toEqual(slot);
          expect(next?.dueAt.getTime()).toBeGreaterThan(at.getTime());
          expect(slotOn(made, slot.localSlot.slice(0, 10))).toEqual(slot);
          at = slot.dueAt;
        }
      }),
      { numRuns: 150 },
    );
  });
});
