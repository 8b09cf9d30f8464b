import { describe, expect, it } from '@jest/globals';
import { comingOccurrences, dueAtOfOccurrence, sortDueSlots } from './occurrence-rules.ts';
import { plannedOccurrence } from './schedule.ts';
import type { OccurrenceRecord } from './schedule.ts';
import { slotsBetween } from './slots.ts';
import { aSchedule } from './testing/schedule-record.ts';

const at = (text: string): Date => new Date(`${text}:00Z`);
const schedule = aSchedule();
const slots = (from: string, to: string) => slotsBetween(schedule, at(from), at(to));
const days = (found: readonly { localSlot: string }[]): string[] =>
  found.map(({ localSlot }) => localSlot.slice(5, 10));

describe('slots that were missed', () => {
  const due = slots('2027-05-01T00:00', '2027-05-05T00:00');

  it.each([
    ['in time', '2027-05-04T08:50', ['05-04'], ['05-01', '05-02', '05-03']],
    ['at the slot', '2027-05-04T09:00', ['05-04'], ['05-01', '05-02', '05-03']],
    ['an hour late', '2027-05-04T10:00', ['05-04'], ['05-01', '05-02', '05-03']],
    ['a minute more', '2027-05-04T10:01', [], ['05-01', '05-02', '05-03', '05-04']],
  ])('%s: only the latest may run', (_what, now, run, missed) => {
    const sorted = sortDueSlots(due, at(now));
    expect([days(sorted.run), days(sorted.missed)]).toEqual([run, missed]);
  });

  it('of two within the hour (a zone change can bring them) the later one runs', () => {
    const close = [at('2027-05-01T09:10'), at('2027-05-01T09:40')].map((dueAt, index) => ({
      localSlot: `${index}`,
      dueAt,
    }));
    expect(sortDueSlots(close, at('2027-05-01T10:00'))).toEqual({ run: [close[1]], missed: [close[0]] });
  });
});

describe('what a schedule will bring', () => {
  const range = { from: at('2027-05-01T10:00'), to: at('2027-06-01T00:00'), count: 3 };
  const row = (day: string, facts: Partial<OccurrenceRecord> = {}): OccurrenceRecord => {
    const slot = { localSlot: `2027-${day}T09:00`, dueAt: at(`2027-${day}T09:00`) };
    return { ...plannedOccurrence(schedule, slot, day), ...facts };
  };

  it('is computed, with the rows of touched slots in their places', () => {
    const rows = [row('05-03', { ownCaption: 'Mine', ownTime: '20:00', dueAt: at('2027-05-03T20:00') })];
    expect(
      comingOccurrences(schedule, rows, range).map((one) => [
        one.localSlot.slice(5),
        one.dueAt.slice(5, 16),
        one.caption,
      ]),
    ).toEqual([
      ['05-02T09:00', '05-02T09:00', null],
      ['05-03T09:00', '05-03T20:00', 'Mine'],
      ['05-04T09:00', '05-04T09:00', null],
    ]);
  });

  it('a slot moved to a time that has passed is gone, and none takes its place', () => {
    const moved = row('05-02', { ownTime: '00:30', dueAt: at('2027-05-02T00:30') });
    const found = comingOccurrences(schedule, [moved], { ...range, from: at('2027-05-02T01:00') });
    expect(days(found)).toEqual(['05-03', '05-04', '05-05']);
  });

  it('is nothing while it is paused, unless that ends by itself: then what comes after it', () => {
    const paused = { ...schedule, isActive: false };
    expect(comingOccurrences(paused, [row('05-03')], range)).toEqual([]);
    const rows = [row('05-03'), row('05-05', { status: 'skipped' })];
    expect(days(comingOccurrences({ ...paused, pausedUntil: '2027-05-04' }, rows, range))).toEqual([
      '05-04',
      '05-05',
      '05-06',
    ]);
    expect(days(comingOccurrences({ ...paused, pausedUntil: '2027-04-01' }, [], range))).toEqual([
      '05-02',
      '05-03',
      '05-04',
    ]);
  });

  it('another time of the day is read on the same wall', () => {
    expect(dueAtOfOccurrence('2027-03-28T09:00', '02:30', 'Europe/Berlin')).toEqual(at('2027-03-28T01:00'));
    expect(dueAtOfOccurrence('2027-03-28T09:00', null, 'Europe/Berlin')).toEqual(at('2027-03-28T07:00'));
  });
});
