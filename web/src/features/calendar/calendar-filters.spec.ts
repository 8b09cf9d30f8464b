import { describe, expect, it } from 'vitest';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { entriesOf } from '#data/calendar-entries.ts';
import { addressOf, countOf, filtersOf, isShown } from './calendar-filters.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';

const from = (search: string) => {
  const words = new URLSearchParams(search);
  return filtersOf((name) => words.get(name));
};
const occurrence = anOccurrence('2026-11-23T09:00', { scheduleId: 's1', caption: 'Sold rye by noon' });
const entries = entriesOf(
  [
    { ...aPost('x', '2026-11-22T10:00:00Z', aTarget('pending')), platforms: ['twitter'] },
    {
      ...aPost('failed', '2026-11-22T11:00:00Z', aTarget('failed')),
      status: 'failed',
      caption: 'Just listed: Lake Road 5',
    },
    {
      ...aPost('unclear', '2026-11-22T12:00:00Z', aTarget('needs_attention')),
      captionByPlatform: { twitter: 'Last look at LAKE ROAD 5' },
    },
  ],
  [occurrence],
);
const shown = (search: string, postsOfSchedule: readonly string[] = []) =>
  entries
    .filter((entry) =>
      isShown(entry, from(search), {
        postsOfSchedule: new Set(postsOfSchedule),
        isTroubled: (key) => key === 'failed',
      }),
    )
    .map(({ key }) => key);
const recurring = `s1/${occurrence.localSlot}`;

describe('filters', () => {
  it('show everything while none is set', () => expect(shown('')).toHaveLength(4));
  it('keep to platforms', () => expect(shown('platform=twitter')).toEqual(['x']));
  it('keep to statuses; what needs a person is not scheduled', () => {
    expect(shown('status=scheduled')).toEqual(['x']);
    expect(shown('status=failed,attention')).toEqual(['failed', 'unclear']);
    expect(shown('status=recurring')).toEqual([recurring]);
  });
  it('keep to a schedule: what it will bring and what it has made', () => {
    expect(shown('schedule=s1', ['x'])).toEqual(['x', recurring]);
    expect(shown('schedule=s2')).toEqual([]);
  });
  it('keep to words of the caption, also of one platform’s own', () => {
    expect(shown('words=lake+road+5+')).toEqual(['failed', 'unclear']);
    expect(shown('words=sold')).toEqual([recurring]);
    expect(shown('words=lake+road+5&status=failed')).toEqual(['failed']);
    expect(shown('words=zebra')).toEqual([]);
  });
  it('keep to what is to be checked', () => expect(shown('check=1')).toEqual(['failed']));
  it('are the same after a reload, and leave out words they do not know', () => {
    const filters = from('platform=twitter,myspace&status=failed&schedule=s1&words=lake&check=1');
    const address = addressOf(filters);
    expect(address).toEqual({ platform: 'twitter', status: 'failed', schedule: 's1', words: 'lake', check: '1' });
    expect(filtersOf((name) => address[name] ?? null)).toEqual(filters);
    expect(countOf(filters)).toBe(4);
    expect(addressOf(from(''))).toEqual({ platform: null, status: null, schedule: null, words: null, check: null });
  });
});
