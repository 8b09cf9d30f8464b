import { describe, expect, it } from '@jest/globals';
import { freshTarget } from './change-rules.ts';
import { editSentences, history } from './history.ts';
import { contentOf } from './post-content.ts';
import type { PostRecord } from './post.ts';

const at = new Date('2026-11-20T08:00:00Z');
const post: PostRecord = {
  ...{
    id: 'p',
    businessId: 'b',
    payerId: 'y',
    authorId: 'u',
    ...contentOf({ caption: 'Bread' }),
    photoIds: ['one'],
  },
  ...{ status: 'draft', source: 'manual', dueAt: null, timeZone: null, chargedAt: at, settledAt: null },
  ...{ version: 1, createdAt: at, updatedAt: at, targets: [freshTarget('t', 'twitter', 'a')] },
};

describe('the timeline', () => {
  it('gives times on the wall clock of the business', () => {
    const scheduled = { ...post, status: 'scheduled' as const, dueAt: at, timeZone: 'Asia/Kathmandu' };
    expect(history.created(scheduled)).toBe('Created and scheduled for Nov 20, 2026, 1:45 PM Kathmandu time.');
    expect(history.created(post)).toBe('Created as a draft.');
  });

  it('says what an edit did, and that it did nothing', () => {
    const after = { ...post, caption: 'Cake', photoIds: [], targets: [freshTarget('t', 'linkedin', 'a')] };
    expect(editSentences(post, after)).toEqual([
      'Caption changed.',
      'Photo removed.',
      'Platforms changed to LinkedIn.',
    ]);
    expect(editSentences(post, post)).toEqual(['Saved without changes.']);
    expect(editSentences({ ...post, dueAt: at, timeZone: 'UTC' }, post)).toEqual(['Date removed.']);
  });
});
