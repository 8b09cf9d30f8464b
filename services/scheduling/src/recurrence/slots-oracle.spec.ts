import { describe, expect, it } from '@jest/globals';
import { dueAtOf, nextSlot, slotsBetween } from './slots.ts';
import type { Rule } from './slots.ts';
import { dueByMinutes, dueTimes, plannedDays, walkedDays } from './testing/oracle.ts';
import { criticalTimes, zonesOfTheWorld } from './testing/zone-files.ts';

/** The short form of `npm run slots`: the days of clock changes, in every zone by every name, minute by minute. */
describe('slots on the days of clock changes, against the oracle', () => {
  const LAST_YEAR = 2040;
  const START = Date.UTC(2024, 0, 1) / 1000;
  const zones = zonesOfTheWorld(LAST_YEAR);
  const days = walkedDays(LAST_YEAR);
  const ordinary = ['00:00', '02:30', '09:00', '23:59'];
  const date = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

  it('are right in every zone from 2024 to 2040', () => {
    const wrong: string[] = [];
    let checked = 0;
    for (const [timeZone, segments] of zones) {
      const changes = segments.filter(({ start }) => start > START);
      if (changes.length === 0) {
        continue;
      }
      const times = [...new Set([...ordinary, ...criticalTimes(segments)])].toSorted();
      for (const { start, offset } of changes) {
        for (const timeOfDay of times) {
          const day = date(start + offset);
          const rule: Rule = { frequency: 'daily', timeOfDay, startDate: day, endDate: day, weekdays: null, timeZone };
          const wall = Date.parse(`${day}T${timeOfDay}:00Z`) / 1000;
          const expected = dueByMinutes(segments, start - 2 * 86_400, start + 2 * 86_400, wall);
          const found = nextSlot(rule, new Date((start - 3 * 86_400) * 1000));
          checked += 1;
          if (found?.dueAt.getTime() !== (expected ?? 0) * 1000) {
            wrong.push(`${timeZone} ${day} ${timeOfDay}`);
          }
        }
      }
    }
    expect(zones.size).toBeGreaterThan(590);
    expect(checked).toBeGreaterThan(50_000);
    expect(wrong).toEqual([]);
  });

  it('and so are whole years of every frequency where clocks change oddly', () => {
    const odd = [
      'Africa/Cairo',
      'Asia/Beirut',
      'America/Santiago',
      'America/Asuncion',
      'America/Havana',
      'America/Nuuk',
    ];
    const plans = [
      { frequency: 'daily', anchor: '2024-01-01', weekdays: null },
      { frequency: 'every2days', anchor: '2024-01-01', weekdays: null },
      { frequency: 'every3days', anchor: '2024-02-28', weekdays: null },
      { frequency: 'weekly', anchor: '2024-01-01', weekdays: [5, 7] },
      { frequency: 'monthly', anchor: '2024-01-31', weekdays: null },
    ] as const;
    const [from, to] = [new Date('2023-12-01T00:00:00Z'), new Date('2042-01-01T00:00:00Z')];
    for (const timeZone of [...odd, 'Africa/Casablanca', 'Australia/Lord_Howe', 'Antarctica/Troll', 'Europe/Dublin']) {
      const segments = zones.get(timeZone) ?? [];
      for (const timeOfDay of criticalTimes(segments)) {
        const due = dueTimes(segments, days, timeOfDay);
        for (const plan of plans) {
          const { anchor: startDate, ...rest } = plan;
          const rule = { ...rest, startDate, timeOfDay, timeZone, endDate: `${LAST_YEAR}-12-31` };
          const expected = plannedDays(days, plan).map((index) => (due[index] ?? 0) * 1000);
          expect(slotsBetween(rule, from, to).map(({ dueAt }) => dueAt.getTime())).toEqual(expected);
        }
      }
    }
  });

  it('the oracle notices the answers that are nearly right: 03:30 for 02:30, the second pass, and 24 hours for a day', () => {
    const berlin = zones.get('Europe/Berlin') ?? [];
    const at = (wall: string): number => Date.parse(`${wall}:00Z`) / 1000;
    const gap = dueByMinutes(berlin, at('2027-03-27T00:00'), at('2027-03-29T00:00'), at('2027-03-28T02:30'));
    expect(gap).toBe(at('2027-03-28T01:00'));
    expect(gap).not.toBe(at('2027-03-28T01:30')); // 03:30 on the wall
    const overlap = dueByMinutes(berlin, at('2027-10-30T00:00'), at('2027-11-01T00:00'), at('2027-10-31T02:30'));
    expect(overlap).toBe(at('2027-10-31T00:30'));
    expect(overlap).not.toBe(at('2027-10-31T01:30'));
    const [saturday = 0, sunday = 0] = dueTimes(berlin, days, '09:00').subarray(
      days.findIndex(({ text }) => text === '2027-03-27'),
    );
    expect(sunday - saturday).toBe(23 * 3600);
  });

  it('a date that a zone never had has no slot, and an oracle that says so as well', () => {
    const apia = zones.get('Pacific/Apia') ?? [];
    const missing = {
      text: '2011-12-30',
      midnight: Date.UTC(2011, 11, 30) / 1000,
      dayOfMonth: 30,
      monthLength: 31,
      weekday: 5,
    };
    expect(dueTimes(apia, [missing], '09:00')[0]).toBeNaN();
    expect(dueAtOf('2011-12-30T09:00', 'Pacific/Apia')).toBeNull();
  });
});
