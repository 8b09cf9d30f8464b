import type { Platform } from '@postloom/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporalReady, type TemporalApi } from '#lib/zoned-time.ts';
import { bestSlots } from './best-slots.ts';
import { freeSlots, plannedOf, presetTime, usualTimes, type Planned, type SlotQuestion } from './free-slots.ts';
import { aPost, aTarget } from './testing/posts.ts';

let api: TemporalApi;
beforeAll(async () => {
  api = await temporalReady();
});

const at = (instant: string, ...platforms: Platform[]): Planned => ({ at: instant, platforms });
const question: SlotQuestion = {
  timeZone: 'America/New_York',
  now: Date.parse('2026-11-20T13:00:00Z'), // 08:00 in New York
  platforms: ['instagram'],
  planned: [],
  from: '2026-11-20',
  count: 4,
};
const slots = (part: Partial<SlotQuestion>) =>
  freeSlots(api, { ...question, ...part }).map(({ date, time }) => `${date} ${time}`);

describe('the usual times', () => {
  it('are general ones for a business without habits', () => {
    expect(usualTimes([], 'UTC')).toEqual(['09:00', '12:00', '18:00']);
    expect(usualTimes([at('2026-11-02T07:15:00Z')], 'UTC')).toEqual(['09:00', '12:00', '18:00']);
  });
  it('are those the business uses, in its zone, and general ones that keep clear of them', () => {
    const planned = [
      at('2026-11-02T12:30:00Z'),
      at('2026-11-03T12:30:00Z'),
      at('2026-11-02T22:00:00Z'),
      at('2026-11-04T22:00:00Z'),
    ];
    expect(usualTimes(planned, 'America/New_York')).toEqual(['07:30', '09:00', '17:00']);
  });
  it('take what went out a minute late for the time it was meant for', () => {
    const planned = [at('2026-11-02T17:01:00Z'), at('2026-11-03T17:04:00Z'), at('2026-11-04T17:59:00Z')];
    expect(usualTimes(planned, 'UTC')).toEqual(['09:00', '12:00', '17:00']);
  });
  it('are at most four, the most used', () => {
    const daily = (time: string, days: number) =>
      Array.from({ length: days }, (_, day) => at(`2026-11-${String(day + 1).padStart(2, '0')}T${time}:00Z`));
    const planned = [
      ...daily('06:00', 2),
      ...daily('08:00', 5),
      ...daily('11:00', 4),
      ...daily('15:00', 6),
      ...daily('20:00', 3),
    ];
    expect(usualTimes(planned, 'UTC')).toEqual(['08:00', '11:00', '15:00', '20:00']);
  });
});

describe('free times', () => {
  it('start after now and go on with the next day', () => {
    expect(slots({})).toEqual(['2026-11-20 09:00', '2026-11-20 12:00', '2026-11-20 18:00', '2026-11-21 09:00']);
    expect(slots({ now: Date.parse('2026-11-20T16:55:00Z'), count: 1 })).toEqual(['2026-11-20 18:00']);
  });
  it('keep an hour from posts of the same platforms, and only from those', () => {
    const planned = [at('2026-11-20T14:30:00Z', 'instagram', 'facebook'), at('2026-11-20T17:00:00Z', 'twitter')];
    expect(slots({ planned, count: 2 })).toEqual(['2026-11-20 12:00', '2026-11-20 18:00']);
    expect(slots({ planned, platforms: ['linkedin'], count: 1 })).toEqual(['2026-11-20 09:00']);
    expect(slots({ planned, platforms: [], count: 1 })).toEqual(['2026-11-20 18:00']);
  });
  it('are of the day that was asked for', () => {
    expect(slots({ from: '2026-12-24', count: 1 })).toEqual(['2026-12-24 09:00']);
  });
  it('leave out a time that the clocks skip, and keep the wall clock over the change', () => {
    // New York, 8 March 2026: 02:00 becomes 03:00.
    const planned = ['2026-02-20T07:30:00Z', '2026-02-21T07:30:00Z'].map((instant) => at(instant, 'tiktok'));
    const found = freeSlots(api, {
      ...question,
      planned,
      now: Date.parse('2026-03-07T05:00:00Z'),
      from: '2026-03-07',
      count: 5,
    });
    expect(found.map(({ date, time, instant }) => [date, time, instant])).toEqual([
      ['2026-03-07', '02:30', '2026-03-07T07:30:00Z'],
      ['2026-03-07', '09:00', '2026-03-07T14:00:00Z'],
      ['2026-03-07', '12:00', '2026-03-07T17:00:00Z'],
      ['2026-03-08', '09:00', '2026-03-08T13:00:00Z'],
      ['2026-03-08', '12:00', '2026-03-08T16:00:00Z'],
    ]);
  });
  it('end after two weeks of full days', () => {
    const planned = Array.from({ length: 20 * 24 }, (_, hour) =>
      at(new Date(question.now + hour * 3_600_000).toISOString(), 'instagram'),
    );
    expect(slots({ planned })).toEqual([]);
  });
});

describe('the best free times', () => {
  const cell = (weekday: number, hour: number, low = 5) => ({
    ...{ weekday, hour, score: 20 + hour, posts: 12, low, high: 60, reason: 'Judging by your posts.' },
  });
  // 20 November 2026 is a Friday.
  const [friday, sunday, monday] = [cell(5, 18), cell(7, 9), cell(1, 6)];
  const best = (times: ReturnType<typeof cell>[], part: Partial<SlotQuestion> = {}) =>
    bestSlots(api, { ...question, count: 3, ...part }, times).map(
      ({ date, time, measured }) => `${date} ${time}${measured ? ` ${measured.score}% ${measured.posts}` : ''}`,
    );

  it('are the next ones of each time that did clearly better, with what was measured, soonest first', () => {
    expect(best([monday, friday, sunday])).toEqual([
      '2026-11-20 18:00 38% 12',
      '2026-11-22 09:00 29% 12',
      '2026-11-23 06:00 26% 12',
    ]);
  });
  it('leave out the lesser of many', () => {
    expect(best([sunday, monday, friday], { count: 2 })).toEqual([
      '2026-11-22 09:00 29% 12',
      '2026-11-23 06:00 26% 12',
    ]);
  });
  it('are filled up with usual ones, which say no figure and keep apart from them', () => {
    expect(best([friday])).toEqual(['2026-11-20 09:00', '2026-11-20 12:00', '2026-11-20 18:00 38% 12']);
  });
  it('are the usual ones where no time is clearly better, or none is known', () => {
    expect(
      best([
        { ...friday, low: -1 },
        { ...sunday, score: 0.4, low: 0.1 },
      ]),
    ).toEqual(best([]));
    expect(best([])).toEqual(slots({ count: 3 }));
  });
  it('are at the hour at which the business posts anyway', () => {
    const planned = ['2026-11-13T00:30:00Z', '2026-11-14T00:30:00Z'].map((instant) => at(instant, 'instagram'));
    expect(best([friday], { planned, count: 1 })).toEqual(['2026-11-20 19:30 38% 12']);
  });
  it('go on within their hours, and then to the next week, where others are planned', () => {
    const planned = [at('2026-11-20T23:00:00Z', 'instagram')];
    expect(best([friday], { planned, count: 1 })).toEqual(['2026-11-20 19:00 38% 12']);
    const evening = ['2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z'].map((instant) => at(instant, 'instagram'));
    expect(best([friday], { planned: evening, count: 1 })).toEqual(['2026-11-27 18:00 38% 12']);
    expect(best([friday], { now: Date.parse('2026-11-21T00:55:00Z'), count: 1 })).toEqual(['2026-11-27 18:00 38% 12']);
  });
});

describe('the time a post of a day starts with', () => {
  const evening = { timeZone: 'America/New_York', now: new Date('2026-11-21T01:38:00Z') }; // 20:38 on 20 November
  const slot = { date: '2026-11-21', time: '09:00', instant: '2026-11-21T14:00:00Z' };
  it('is the first free one', () => {
    expect(presetTime('2026-11-21', [slot, { ...slot, time: '18:00' }], evening)).toBe('09:00');
  });
  it('is one that did well, where there is one', () => {
    const measured = { score: 20, posts: 12 };
    expect(presetTime('2026-11-21', [slot, { ...slot, time: '18:00', measured }], evening)).toBe('18:00');
  });
  it('is noon while none is known, or none is free on that day', () => {
    expect(presetTime('2026-11-21', undefined, evening)).toBe('12:00');
    expect(presetTime('2026-11-22', [slot], evening)).toBe('12:00');
  });
  it('is a quarter of an hour that leaves time to finish, once the usual ones of today are over', () => {
    expect(presetTime('2026-11-20', [slot], evening)).toBe('21:00');
  });
  it('is none when the day is over', () => {
    const midnight = { ...evening, now: new Date('2026-11-21T04:50:00Z') };
    expect(presetTime('2026-11-20', [], midnight)).toBeNull();
    expect(presetTime('2026-11-19', [], midnight)).toBeNull();
    expect(presetTime('2026-11-21', [], midnight)).toBe('12:00');
  });
});

describe('what is planned', () => {
  it('are posts with a date and occurrences that are not skipped, without the post itself', () => {
    const occurrence = {
      ...{ scheduleId: 's', localSlot: '', reason: null, postId: null, photoId: null, caption: null },
      platforms: ['tiktok'] as Platform[],
    };
    const calendar: Parameters<typeof plannedOf>[0] = {
      posts: [
        aPost('1', '2026-11-20T10:00:00Z', aTarget('pending')),
        aPost('2', '2026-11-21T10:00:00Z', aTarget('pending')),
        { ...aPost('3', '2026-11-22T10:00:00Z'), status: 'draft' },
        aPost('4', null),
      ],
      occurrences: [
        { ...occurrence, dueAt: '2026-11-23T09:00:00Z', status: 'planned' },
        { ...occurrence, dueAt: '2026-11-24T09:00:00Z', status: 'skipped' },
      ],
    };
    expect(plannedOf(calendar, '2')).toEqual([
      at('2026-11-20T10:00:00Z', 'instagram'),
      at('2026-11-23T09:00:00Z', 'tiktok'),
    ]);
  });
});
