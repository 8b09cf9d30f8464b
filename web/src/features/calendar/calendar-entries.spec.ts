import type { Occurrence } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { countText, entriesByDay, entryKey, postsByDay } from './calendar-entries.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';

const occurrence = (localSlot: string, part: Partial<Occurrence> = {}): Occurrence => ({
  scheduleId: 's1',
  localSlot,
  dueAt: `${localSlot}:00Z`,
  status: 'planned',
  reason: null,
  postId: null,
  photoId: null,
  caption: null,
  platforms: ['instagram'],
  ...part,
});

describe('the calendar', () => {
  it('shows posts and what schedules will bring by time', () => {
    const days = entriesByDay(
      [aPost('late', '2026-11-22T20:00:00Z'), aPost('none', null)],
      [
        occurrence('2026-11-22T09:00'),
        occurrence('2026-11-23T09:00', { status: 'skipped' }),
        occurrence('2026-11-24T09:00', { postId: 'p', status: 'posted' }),
      ],
      (at) => at.slice(0, 10),
    );
    expect(days.get('2026-11-22')?.map(entryKey)).toEqual(['s1/2026-11-22T09:00', 'late']);
    expect([...days.keys()]).toEqual(['2026-11-22']);
  });
  it('shows posts alone on the day of the zone in the order of the clock', () => {
    const days = postsByDay(
      [
        aPost('late', '2026-11-20T22:00:00Z', aTarget('pending')),
        aPost('early', '2026-11-20T08:00:00Z', aTarget('pending')),
        aPost('none', null, aTarget('pending')),
        aPost('sent', null, aTarget('published', '2026-11-21T01:00:00Z')),
      ],
      (at) => at.slice(0, 10),
    );
    expect(days.get('2026-11-20')?.map(entryKey)).toEqual(['early', 'late']);
    expect(days.get('2026-11-21')?.map(entryKey)).toEqual(['sent']);
    expect([...days.values()].flat()).toHaveLength(3);
  });
  it('counts both kinds in words', () => {
    const both = entriesByDay([aPost('a', '2026-11-22T20:00:00Z')], [occurrence('2026-11-22T09:00')], () => 'd').get(
      'd',
    );
    expect(countText(both ?? [])).toBe('1 post and 1 recurring');
    expect(countText([])).toBe('nothing');
    expect(countText(entriesByDay([aPost('a', '2026-11-22T20:00:00Z')], [], () => 'd').get('d') ?? [])).toBe('1 post');
  });
});
