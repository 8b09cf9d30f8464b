import type { Occurrence, Post } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { countText, entriesByDay, entryKey } from './calendar-entries.ts';

const post = (id: string, scheduledFor: string | null): Post => ({
  id,
  caption: id,
  captionByPlatform: null,
  platforms: ['instagram'],
  status: 'scheduled',
  scheduledFor,
  photoId: null,
  photoIds: [],
  targets: [],
  source: 'manual',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  version: 1,
});
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
      [post('late', '2026-11-22T20:00:00Z'), post('none', null)],
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
  it('counts both kinds in words', () => {
    const both = entriesByDay([post('a', '2026-11-22T20:00:00Z')], [occurrence('2026-11-22T09:00')], () => 'd').get(
      'd',
    );
    expect(countText(both ?? [])).toBe('1 post and 1 recurring');
    expect(countText([])).toBe('nothing');
    expect(countText(entriesByDay([post('a', '2026-11-22T20:00:00Z')], [], () => 'd').get('d') ?? [])).toBe('1 post');
  });
});
