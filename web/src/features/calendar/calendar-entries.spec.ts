import { describe, expect, it } from 'vitest';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { byDay, countText, entriesOf, postEntries, type CalendarEntry } from '#data/calendar-entries.ts';
import { agendaOf, cardsOf, linesOf, weekTitle } from './day-view.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';

const dayOf = (at: string) => at.slice(0, 10);

describe('the calendar', () => {
  it('shows posts and what schedules will bring by time', () => {
    const days = byDay(
      entriesOf(
        [aPost('late', '2026-11-22T20:00:00Z'), aPost('none', null)],
        [
          anOccurrence('2026-11-22T09:00', { scheduleId: 's1' }),
          anOccurrence('2026-11-23T09:00', { status: 'skipped' }),
          anOccurrence('2026-11-24T09:00', { postId: 'p', status: 'posted' }),
        ],
      ),
      dayOf,
    );
    expect(days.get('2026-11-22')?.map(({ key }) => key)).toEqual(['s1/2026-11-22T09:00', 'late']);
    expect([...days.keys()]).toEqual(['2026-11-22']);
  });
  it('shows a post without a date on the day it went out', () => {
    const days = byDay(
      postEntries([aPost('none', null), aPost('sent', null, aTarget('published', '2026-11-21T01:00:00Z'))]),
      dayOf,
    );
    expect([...days.keys()]).toEqual(['2026-11-21']);
  });
  it('counts both kinds in words', () => {
    const posts = entriesOf([aPost('a', '2026-11-22T20:00:00Z')], []);
    const both = entriesOf([aPost('a', '2026-11-22T20:00:00Z')], [anOccurrence('2026-11-22T09:00')]);
    expect([countText(both), countText(posts), countText([])]).toEqual(['1 post and 1 recurring', '1 post', 'nothing']);
  });
});

describe('a day of the month', () => {
  it('shows what it has in the order of time, and where there is too much its posts rather than what schedules will bring', () => {
    const entries = entriesOf(
      ['14', '10', '12'].map((hour) => aPost(hour, `2026-11-22T${hour}:00:00Z`)),
      [anOccurrence('2026-11-22T13:00', { scheduleId: 's2' }), anOccurrence('2026-11-22T08:00', { scheduleId: 's1' })],
    );
    expect(cardsOf(entries).map(({ key }) => key)).toEqual(['10', '12', '14']);
    expect(cardsOf(entries, 5).map(({ key }) => key)).toEqual([
      's1/2026-11-22T08:00',
      '10',
      '12',
      's2/2026-11-22T13:00',
      '14',
    ]);
  });
});

describe('the title of a week', () => {
  it.each([
    ['of this year has no year', '2026-11-29', '2026-12-05', 'Nov 29 – Dec 5'],
    ['of another year has its year', '2027-01-03', '2027-01-09', 'Jan 3 – 9, 2027'],
    ['between two years has the other one', '2026-12-27', '2027-01-02', 'Dec 27 – Jan 2, 2027'],
  ])('%s', (_, first, last, title) => expect(weekTitle(first, last, '2026-11')).toBe(title));
});

describe('the list', () => {
  const days = new Map(
    ['2026-12-02', '2026-11-03', '2026-11-20', '2026-11-22', '2026-11-30'].map((day) => [day, []] as const),
  );
  it('puts what is over of the present month apart, and goes on into the next one', () => {
    expect(agendaOf(days, '2026-11', '2026-11-22')).toEqual({
      earlier: ['2026-11-03', '2026-11-20'],
      coming: ['2026-11-22', '2026-11-30', '2026-12-02'],
    });
  });
  it('shows any other month from its first day on', () => {
    expect(agendaOf(days, '2026-11', '2027-01-01').coming).toHaveLength(4);
    expect(agendaOf(days, '2026-12', '2026-11-22').coming).toEqual(['2026-12-02']);
  });
  it('has a heading before the entries of each day', () => {
    const [first, second] = entriesOf([aPost('a', '2026-11-22T10:00:00Z'), aPost('b', '2026-11-22T11:00:00Z')], []);
    const full = new Map([
      ['1', [first, second]],
      ['2', [first]],
    ] as [string, CalendarEntry[]][]);
    expect(
      linesOf(['1', '2'], full).map(({ day, entry, place, heading }) => [day, entry?.key, place, heading]),
    ).toEqual([
      ['1', undefined, -1, 0],
      ['1', first?.key, 0, 0],
      ['1', second?.key, 1, 0],
      ['2', undefined, -1, 3],
      ['2', first?.key, 0, 3],
    ]);
  });
});
