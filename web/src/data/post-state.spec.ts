import { describe, expect, it } from 'vitest';
import { actionsOf, actorName, delayedUntilOf, shownStatus } from './post-state.ts';
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
    expect(half.edit).toContain('What failed can still be fixed');
    expect(actionsOf(aPost('a', null, aTarget('failed'))).edit).toBeNull();
  });
  it('says when it is unclear whether it went out', () => {
    const unclear = { ...aTarget('needs_attention'), error: { code: 'cannot_tell', message: '' } };
    expect(actionsOf(aPost('a', null, unclear)).edit).toContain('not yet clear');
    const parked = { ...aTarget('needs_attention'), error: { code: 'reconnect', message: '' } };
    expect(actionsOf(aPost('a', null, parked)).edit).toContain('reconnected');
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
});

describe('the history', () => {
  it('calls the person who reads it by that word', () => {
    expect(actorName({ actor: 'person', isYou: true })).toBe('You');
    expect(actorName({ actor: 'person', isYou: false })).toBe('Someone on your team');
    expect(actorName({ actor: 'system' })).toBe('Postloom');
  });
});
