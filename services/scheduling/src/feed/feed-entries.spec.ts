import { describe, expect, it } from '@jest/globals';
import type { Occurrence, Post, PostTarget } from '@postloom/contracts';
import { feedEntry, occurrenceEntry } from './feed-entries.ts';

const target = (status: PostTarget['status']): PostTarget => ({
  ...{ platform: 'instagram', accountId: null, status, permalink: null, error: null, attempts: 0, publishedAt: null },
});
const post: Post = {
  ...{ id: 'p', caption: 'Shared', captionByPlatform: null, platforms: ['instagram'], status: 'scheduled' },
  ...{ scheduledFor: '2026-11-20T09:00:00Z', photoId: null, photoIds: [], targets: [target('pending')], version: 1 },
  ...{ source: 'manual', createdAt: '2026-11-20T09:00:00Z', updatedAt: '2026-11-20T09:00:00Z' },
};
const lines = (change: Partial<Post>) => feedEntry({ ...post, ...change }).description.split('\n');

describe('a post in the calendar feed', () => {
  it('says of its platforms what the screens say', () => {
    expect(lines({})).toEqual(['Shared', '', 'Scheduled', 'Instagram: Waiting']);
    expect(lines({ status: 'draft' })).toContain('Instagram: Not scheduled');
    expect(lines({ targets: [target('needs_attention')] })).toContain('Instagram: Needs attention');
  });

  it('is known by words that somebody gets', () => {
    const { summary, description } = feedEntry({ ...post, captionByPlatform: { instagram: 'For Instagram' } });
    expect(summary).toBe('Instagram: For Instagram');
    expect(description).not.toContain('Shared');
  });
});

describe('what a schedule will bring, in the calendar feed', () => {
  const occurrence: Occurrence = {
    ...{ scheduleId: 's', localSlot: '2026-11-23T09:00', dueAt: '2026-11-23T14:00:00Z', status: 'planned' },
    ...{ reason: null, postId: null, photoId: null, caption: null, platforms: ['instagram', 'twitter'] },
  };

  it('is called after its schedule while it has no words of its own', () => {
    expect(occurrenceEntry(occurrence, 'Yoga Monday').summary).toBe('Yoga Monday: Instagram, X');
    const written = occurrenceEntry({ ...occurrence, caption: 'Bring a mat' }, 'Yoga Monday');
    expect(written.summary).toBe('Instagram, X: Bring a mat');
    expect(written.description).toContain('Planned by the schedule “Yoga Monday”');
  });
});
