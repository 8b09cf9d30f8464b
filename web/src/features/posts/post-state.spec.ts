import type { Post, PostTarget } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { actionsOf, byDay, isDelayed, needsAttention, permalinkOf } from './post-state.ts';

const target = (status: PostTarget['status'], publishedAt: string | null = null): PostTarget => ({
  platform: 'instagram',
  accountId: null,
  status,
  permalink: null,
  error: null,
  attempts: 0,
  publishedAt,
});
const post = (id: string, scheduledFor: string | null, ...targets: PostTarget[]): Post => ({
  id,
  caption: id,
  captionByPlatform: null,
  platforms: ['instagram'],
  status: 'scheduled',
  scheduledFor,
  photoId: null,
  photoIds: [],
  targets,
  source: 'manual',
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  version: 1,
});

describe('what can be done', () => {
  it('is everything while it waits', () => {
    expect(actionsOf(post('a', null, target('pending')))).toEqual({
      edit: null,
      publish: null,
      retry: false,
      unschedule: true,
      remove: null,
    });
  });
  it('is no way back to a draft once a part is out or under way', () => {
    expect(actionsOf(post('a', null, target('pending'), target('published'))).unschedule).toBe(false);
    expect(actionsOf({ ...post('a', null, target('pending')), status: 'draft' }).unschedule).toBe(false);
  });
  it('is nothing while it is under way', () => {
    const actions = actionsOf(post('a', null, target('published'), target('publishing')));
    expect(actions.edit).toContain('being published');
    expect(actions.remove).toContain('being published');
    expect(actions.retry).toBe(false);
  });
  it('is a retry where a platform failed, and no edit once a part is out', () => {
    const half = actionsOf(post('a', null, target('published'), target('failed')));
    expect(half.retry).toBe(true);
    expect(half.edit).toContain('already published');
    expect(actionsOf(post('a', null, target('failed'))).edit).toBeNull();
  });
  it('says when it is unclear whether it went out', () => {
    expect(actionsOf(post('a', null, target('needs_attention'))).edit).toContain('not yet clear');
  });
});

describe('posts by day', () => {
  it('stand on the day of the zone in the order of the clock', () => {
    const days = byDay(
      [
        post('late', '2026-11-20T22:00:00Z', target('pending')),
        post('early', '2026-11-20T08:00:00Z', target('pending')),
        post('none', null, target('pending')),
        post('sent', null, target('published', '2026-11-21T01:00:00Z')),
      ],
      (at) => at.slice(0, 10),
    );
    expect(days.get('2026-11-20')?.map((one) => one.id)).toEqual(['early', 'late']);
    expect(days.get('2026-11-21')?.map((one) => one.id)).toEqual(['sent']);
    expect([...days.values()].flat()).toHaveLength(3);
  });
});

describe('a target', () => {
  it('is delayed only while it waits', () => {
    const until = '2026-11-21T10:00:00Z';
    expect(isDelayed({ status: 'pending', delayedUntil: until })).toBe(until);
    expect(isDelayed({ status: 'published', delayedUntil: until })).toBeNull();
    expect(isDelayed({ status: 'pending' })).toBeNull();
  });
  it('needs a person when nothing can be known', () => {
    expect(needsAttention(post('a', null, target('published'), target('needs_attention')))).toBe(true);
    expect(needsAttention(post('a', null, target('failed')))).toBe(false);
  });
  it('takes only web addresses as its link', () => {
    expect(permalinkOf(' https://x.com/a/1 ')).toBe('https://x.com/a/1');
    expect(permalinkOf('  ')).toBeNull();
    expect(permalinkOf('x.com/a/1')).toBeUndefined();
    expect(permalinkOf('javascript:alert(1)')).toBeUndefined();
  });
});
