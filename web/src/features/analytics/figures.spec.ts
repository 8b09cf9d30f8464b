import { describe, expect, it } from 'vitest';
import { beganAmid, changeOf, formatFigure, pointsOf, summaryOf } from './figures.ts';
import { daysFrom, measured, nothingYet, unmeasured } from './testing/analytics.ts';

describe('a change', () => {
  it.each([
    ['interactions', 120, 100, 'Up 20%'],
    ['interactions', 80, 100, 'Down 20%'],
    ['interactions', 100, 100, 'Unchanged'],
    ['posts', 0, 0, 'Unchanged'],
    ['posts', 24, 3, 'Up from 3'],
    ['posts', 3, 9, 'Down from 9'],
    ['posts', 12, 10, 'Up 20%'],
    ['engagementRate', 4.8, 3.8, 'Up 1 point'],
    ['engagementRate', 4.0, 4.75, 'Down 0.8 points'],
    ['engagementRate', 4.8, 0, 'Up 4.8 points'],
  ] as const)('of %s from %d against %d is %s', (metric, now, before, text) => {
    expect(changeOf(metric, now, before)?.text).toBe(text);
  });

  it.each([
    [null, 5],
    [5, null],
    [5, 0],
  ])('is unknown from %s against %s', (now, before) => {
    expect(changeOf('views', now, before)).toBeNull();
  });

  it('is told of no sum over a period that is known in part, but of what has a level', () => {
    expect(changeOf('interactions', 480, 60, false)).toBeNull();
    expect(changeOf('engagementRate', 4.8, 3.8, false)?.text).toBe('Up 1 point');
    expect(changeOf('followers', 120, 100, false)?.text).toBe('Up 20%');
  });

  it('knows the period before in part when the business began amid it, by its own clock', () => {
    const of = (timeZone: string, createdAt: string) => beganAmid({ ...nothingYet, timeZone }, createdAt);
    expect(of('UTC', '2026-09-26T02:00:00Z')).toBe('Sep 26, 2026');
    expect(of('America/New_York', '2026-09-26T02:00:00Z')).toBeNull();
    expect(of('UTC', '2026-09-25T23:00:00Z')).toBeNull();
    expect(of('UTC', '2026-10-24T23:00:00Z')).toBe('Oct 24, 2026');
    expect(of('UTC', '2026-10-25T00:00:00Z')).toBeNull();
  });
});

describe('what a chart shows', () => {
  it('is a value a day, and a gap where nothing is known', () => {
    const byDay = [
      { day: '2026-11-01', ...measured(1, 10, 200) },
      { day: '2026-11-02', ...unmeasured(1) },
    ];
    expect(pointsOf({ ...nothingYet, byDay }, 'interactions').map(({ value }) => value)).toEqual([10, null]);
    expect(pointsOf({ ...nothingYet, byDay }, 'posts').map(({ value }) => value)).toEqual([1, 1]);
  });

  it('is a value a week for long ranges, the rate that of the sums', () => {
    const byDay = daysFrom('2026-01-01', 100).map((day, index) => ({
      day,
      ...(index < 7 ? measured(1, index === 0 ? 90 : 1, index === 0 ? 1_000 : 10) : unmeasured(0)),
    }));
    const rates = pointsOf({ ...nothingYet, byDay }, 'engagementRate');
    expect(rates).toHaveLength(15);
    expect(rates[0]).toMatchObject({ key: '2026-01-01' });
    expect(rates[0]?.value).toBeCloseTo((96 / 1_060) * 100);
    expect(rates[1]?.value).toBeNull();
    expect(pointsOf({ ...nothingYet, byDay }, 'interactions')[0]?.value).toBe(96);
  });

  it('leaves interactions of posts without an audience out of the rate of a week, as each day does', () => {
    const byDay = daysFrom('2026-01-01', 100).map((day, index) => ({
      day,
      ...(index === 0 ? { ...measured(2, 50, 1_000), interactions: 80 } : unmeasured(0)),
      ...(index === 1 ? { posts: 1, measured: 1, interactions: 30 } : {}),
    }));
    expect(pointsOf({ ...nothingYet, byDay }, 'engagementRate')[0]?.value).toBe(5);
  });

  it('has the day or week of the period before beside it, where anybody told of one', () => {
    const byDay = daysFrom('2026-01-01', 100).map((day, index) => ({
      ...{ day, ...measured(1, 5, 100) },
      ...(index === 1 || index === 8 ? { previous: measured(2, index, 50) } : {}),
    }));
    const before = (days: number) =>
      pointsOf({ ...nothingYet, byDay: byDay.slice(0, days) }, 'engagementRate').map((point) => point.before);
    expect(before(1)).toEqual([undefined]);
    expect(before(3)).toEqual([null, 2, null]);
    expect(before(100).slice(0, 3)).toEqual([2, 16, null]);
  });

  it('is put into a sentence', () => {
    const point = (label: string, value: number | null) => ({ key: label, label, value });
    const say = (...points: ReturnType<typeof point>[]) => summaryOf('Views', points, (value) => String(value));
    expect(say(point('a', 3), point('b', null), point('c', 1))).toBe('Views: highest with 3, a; lowest with 1, c.');
    expect(say(point('a', 3), point('b', 3))).toBe('Views: 3 throughout.');
    expect(say(point('a', 0), point('b', 0))).toBe('No views in this period.');
    expect(say(point('a', 3), point('b', null))).toBe('Views: 3, a.');
    expect(say(point('a', null))).toBeNull();
  });

  it('shows a dash and never a zero for what is not known', () => {
    expect(formatFigure('views', null)).toBe('–');
    expect(formatFigure('engagementRate', 0)).toBe('0.0%');
    expect(formatFigure('audience', 12_345)).toBe('12,345');
  });
});
