import type { Post } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { isWeekPlanned, progressOf } from './first-steps.ts';

const scheduled = aPost('one', '2026-11-24T16:00:00Z', aTarget('pending'));
const draft: Post = { ...scheduled, id: 'two', status: 'draft' };
const out: Post = { ...scheduled, id: 'three', status: 'published' };

describe('how far a newcomer is', () => {
  it('tells no post, drafts alone, and more than that', () => {
    const nothing = { posts: [], occurrences: [anOccurrence('2026-11-24T16:00', { status: 'skipped' })] };
    expect(progressOf({ posts: 0, begun: 0 }, nothing)).toBe('none');
    expect(progressOf({ posts: 0, begun: 0 }, null)).toBe('none');
    expect(progressOf({ posts: 3, begun: 0 }, nothing)).toBe('drafts');
    expect(progressOf({ posts: 3, begun: 1 }, nothing)).toBe('scheduled');
    expect(progressOf({ posts: 0, begun: 0 }, { posts: [], occurrences: [anOccurrence('2026-11-24T16:00')] })).toBe(
      'scheduled',
    );
  });

  it.each<[string, boolean, Parameters<typeof isWeekPlanned>[0], number]>([
    ['nothing', false, { posts: [] }, 0],
    ['the first post alone', false, { posts: [scheduled] }, 1],
    ['the first post, which is out', false, { posts: [out] }, 1],
    ['one draft', false, { posts: [draft] }, 0],
    ['drafts with a time', true, { posts: [draft, { ...draft, id: 'four' }] }, 0],
    ['a draft beside the first post', true, { posts: [scheduled, draft] }, 1],
    ['something that recurs', true, { posts: [], occurrences: [anOccurrence('2026-11-24T16:00')] }, 0],
    [
      'something that recurs, but is skipped',
      false,
      { posts: [], occurrences: [anOccurrence('2026-11-24T16:00', { status: 'skipped' })] },
      0,
    ],
    ['an empty week of a business past its first', true, { posts: [] }, 2],
  ])('a week with %s is planned: %s', (_, isPlanned, coming, begun) => {
    expect(isWeekPlanned(coming, { posts: begun, begun })).toBe(isPlanned);
  });
});
