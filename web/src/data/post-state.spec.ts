import { describe, expect, it } from 'vitest';
import { actionsOf, delayedUntilOf, permalinkOf, shownStatus } from './post-state.ts';
import { aPost, aTarget } from './testing/posts.ts';

describe('what can be done', () => {
  it('is everything while it waits', () => {
    expect(actionsOf(aPost('a', null, aTarget('pending')))).toEqual({
      edit: null,
      publish: null,
      retry: false,
      unschedule: true,
      remove: null,
    });
  });
  it('is no way back to a draft once a part is out or under way', () => {
    expect(actionsOf(aPost('a', null, aTarget('pending'), aTarget('published'))).unschedule).toBe(false);
    expect(actionsOf({ ...aPost('a', null, aTarget('pending')), status: 'draft' }).unschedule).toBe(false);
  });
  it('is nothing while it is under way', () => {
    const actions = actionsOf(aPost('a', null, aTarget('published'), aTarget('publishing')));
    expect(actions.edit).toContain('being published');
    expect(actions.remove).toContain('being published');
    expect(actions.retry).toBe(false);
  });
  it('is a retry where a platform failed, and no edit once a part is out', () => {
    const half = actionsOf(aPost('a', null, aTarget('published'), aTarget('failed')));
    expect(half.retry).toBe(true);
    expect(half.edit).toContain('already published');
    expect(actionsOf(aPost('a', null, aTarget('failed'))).edit).toBeNull();
  });
  it('says when it is unclear whether it went out', () => {
    expect(actionsOf(aPost('a', null, aTarget('needs_attention'))).edit).toContain('not yet clear');
  });
});

describe('a target', () => {
  it('is delayed only while it waits', () => {
    const until = '2026-11-21T10:00:00Z';
    expect(delayedUntilOf({ status: 'pending', delayedUntil: until })).toBe(until);
    expect(delayedUntilOf({ status: 'published', delayedUntil: until })).toBeNull();
    expect(delayedUntilOf({ status: 'pending' })).toBeNull();
  });
  it('needs a person when nothing can be known', () => {
    expect(shownStatus(aPost('a', null, aTarget('published'), aTarget('needs_attention')))).toBe('attention');
    expect(shownStatus({ ...aPost('a', null, aTarget('failed')), status: 'failed' })).toBe('failed');
  });
  it('takes only web addresses as its link', () => {
    expect(permalinkOf(' https://x.com/a/1 ')).toBe('https://x.com/a/1');
    expect(permalinkOf('  ')).toBeNull();
    expect(permalinkOf('x.com/a/1')).toBeUndefined();
    expect(permalinkOf('javascript:alert(1)')).toBeUndefined();
  });
});
