import { describe, expect, it } from 'vitest';
import { aPost } from '#data/testing/posts.ts';
import { withOverlay, type Change } from './post-changes.ts';

const old = aPost('a', '2026-11-22T10:00:00Z');
const moved = { ...old, scheduledFor: '2026-11-25T10:00:00Z' };
const dates = (lists: Parameters<typeof withOverlay>[0], change?: Change) =>
  withOverlay(lists, new Map(change ? [['a', change]] : [])).map(({ scheduledFor }) => scheduledFor);

describe('a change on its way', () => {
  it('shows at once, and a refetch of the old state does not move it back', () => {
    expect(dates([[old]], { post: moved, isPending: true })).toEqual([moved.scheduledFor]);
  });
  it('is taken back when it is taken out', () => expect(dates([[old]])).toEqual([old.scheduledFor]));
  it('stays until the lists know it, and then gives way to what is newer', () => {
    const answered: Change = { post: { ...moved, version: 2 }, isPending: false };
    expect(dates([[old]], answered)).toEqual([moved.scheduledFor]);
    expect(dates([[{ ...old, version: 3 }]], answered)).toEqual([old.scheduledFor]);
  });
  it('hides what goes', () => expect(dates([[old]], { post: null, isPending: true })).toEqual([]));
  it('shows a post of two lists once', () => expect(dates([[old], [old]])).toHaveLength(1));
});
