import type { Platform, Post } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { aPost, aTarget } from '#data/testing/posts.ts';
import { entriesOf } from '#data/calendar-entries.ts';
import { anOccurrence } from '#data/testing/occurrences.ts';
import { troublesOf, type TroubleFacts } from './troubles.ts';

const facts: TroubleFacts = {
  connected: new Set<Platform>(['instagram', 'twitter']),
  waiting: new Set(),
  timeZone: 'UTC',
  now: Date.parse('2026-11-22T08:00:00Z'),
};
const at = (id: string, clock: string, part: Partial<Post> = {}): Post => ({
  ...aPost(id, `2026-11-22T${clock}:00Z`, aTarget('pending')),
  ...part,
});
const kinds = (
  posts: readonly Post[],
  part: Partial<TroubleFacts> = {},
  occurrences = [] as Parameters<typeof entriesOf>[1],
) =>
  Object.fromEntries(
    [...troublesOf(entriesOf(posts, occurrences), { ...facts, ...part })].map(([key, found]) => [
      key,
      found.map(({ kind }) => kind),
    ]),
  );

describe('what a person should check', () => {
  it('is nothing while all is well', () => expect(kinds([at('a', '09:00'), at('b', '09:30')])).toEqual({}));
  it('is two posts of one platform within half an hour, also one that a schedule will bring', () => {
    expect(kinds([at('a', '09:00'), at('b', '09:29')])).toEqual({ a: ['close'], b: ['close'] });
    expect(kinds([at('a', '09:00')], {}, [anOccurrence('2026-11-22T09:15', { scheduleId: 's' })])).toEqual({
      a: ['close'],
      's/2026-11-22T09:15': ['close'],
    });
    expect(kinds([at('a', '09:00'), at('b', '09:10', { platforms: ['twitter'] })])).toEqual({});
  });
  it('is not what lies in the past', () => expect(kinds([at('a', '07:00'), at('b', '07:10')])).toEqual({}));
  it('is a post whose account is missing or must be reconnected', () => {
    const [found] = [
      ...troublesOf(entriesOf([at('a', '09:00', { platforms: ['facebook', 'instagram'] })], []), {
        ...facts,
        waiting: new Set<Platform>(['instagram']),
      }).values(),
    ];
    expect(found?.map(({ text }) => text)).toEqual([
      'Reconnect Instagram so this can go out.',
      'Connect Facebook so this can go out.',
    ]);
  });
  it('is not said before the accounts are known', () =>
    expect(kinds([at('a', '09:00', { platforms: ['facebook'] })], { connected: undefined })).toEqual({}));
  it('is, of a post whose time has come, what its platforms wait for: an account, an answer, or both', () => {
    const lost = {
      ...aTarget('needs_attention'),
      error: { code: 'reconnect', message: '' },
    };
    const unclear = { ...aTarget('needs_attention'), platform: 'facebook' as const };
    const said = (...targets: Post['targets']) =>
      [...troublesOf(entriesOf([aPost('n', '2026-11-21T10:00:00Z', ...targets)], []), facts).values()].flatMap(
        (found) => found.map(({ text }) => text),
      );
    const reconnect = 'Waiting for you to reconnect Instagram.';
    const decide = 'Needs your decision: it isn’t clear whether this went out.';
    expect(said(lost)).toEqual([reconnect]);
    expect(said(unclear)).toEqual([decide]);
    expect(said(lost, unclear)).toEqual([decide, reconnect]);
  });
  it('is a failure, a decision, and a rule that is broken', () => {
    expect(
      kinds([
        { ...aPost('f', '2026-11-21T09:00:00Z', aTarget('failed')), status: 'failed' },
        aPost('n', '2026-11-21T10:00:00Z', aTarget('needs_attention')),
        at('r', '12:00', { preflight: { errors: 2, warnings: 0 } }),
      ]),
    ).toEqual({ f: ['failed'], n: ['attention'], r: ['rules'] });
  });
});
