import { describe, expect, it } from '@jest/globals';
import { afterPause, isOfPause, pauseEndsAt } from './pause.ts';
import { leadMs } from './schedule.ts';
import { aSchedule } from './testing/schedule-record.ts';

const at = (instant: string) => new Date(`${instant}:00Z`);
const paused = aSchedule({
  ...{ id: '0198a5a0-0000-7000-8000-0000ffffffff', timeZone: 'America/New_York' },
  ...{ isActive: false, pausedUntil: '2027-01-05', version: 7 },
});
/** Midnight in New York. */
const dayBegins = at('2027-01-05T05:00');

describe('a slot', () => {
  it('is one of the pause until the day on which that ends', () => {
    expect(['2027-01-04T23:59', '2027-01-05T00:00'].map((slot) => isOfPause(paused, slot))).toEqual([true, false]);
    expect(isOfPause({ ...paused, pausedUntil: null }, '2030-01-01T09:00')).toBe(true);
    expect(isOfPause({ ...paused, isActive: true, pausedUntil: null }, '2027-01-01T09:00')).toBe(false);
  });
});

describe('the end of a pause', () => {
  it('is the beginning of its day for the business', () => {
    expect(pauseEndsAt(paused)).toEqual(dayBegins);
    expect(pauseEndsAt({ ...paused, timeZone: 'Asia/Tokyo' })).toEqual(at('2027-01-04T15:00'));
    expect(pauseEndsAt({ ...paused, frequency: 'monthly' })).toEqual(dayBegins);
  });

  it('leaves the first slot of that day the time that it needs', () => {
    const early = { ...paused, timeOfDay: '00:05' };
    expect(pauseEndsAt(early)?.getTime()).toBe(dayBegins.getTime() + 5 * 60_000 - leadMs(paused.id));
    expect(afterPause(early, new Date(dayBegins.getTime() - 50 * 60_000))?.next?.localSlot).toBe('2027-01-05T00:05');
  });

  it('is none of one that runs, or that a person will resume', () => {
    for (const changes of [{ isActive: true }, { pausedUntil: null }]) {
      expect(pauseEndsAt({ ...paused, ...changes })).toBeNull();
      expect(afterPause({ ...paused, ...changes }, at('2028-01-01T00:00'))).toBeNull();
    }
  });

  it('comes for one without a slot left as well', () => {
    const ended = { ...paused, endDate: '2027-01-04' };
    expect(pauseEndsAt(ended)).toEqual(dayBegins);
    expect(afterPause(ended, dayBegins)).toMatchObject({ isActive: true, pausedUntil: null, next: null });
  });
});

describe('a schedule after its pause', () => {
  it('is not there a moment too early', () => {
    expect(afterPause(paused, new Date(dayBegins.getTime() - 1))).toBeNull();
  });

  it.each([
    ['as it ends', dayBegins],
    ['three days later', at('2027-01-08T12:00')],
  ])('runs from the first slot after the pause on, noticed %s', (_, now) => {
    const resumed = { isActive: true, pausedUntil: null, version: 8, updatedAt: now };
    expect(afterPause(paused, now)).toEqual({
      ...{ ...paused, ...resumed },
      next: { localSlot: '2027-01-05T09:00', dueAt: at('2027-01-05T14:00') },
    });
  });
});
