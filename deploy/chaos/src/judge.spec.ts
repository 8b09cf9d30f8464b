import { describe, expect, it } from '@jest/globals';
import type { Publication } from '../../harness/src/ledger.ts';
import type { DuePost } from '../../harness/src/customers.ts';
import type { TargetRow } from '../../harness/src/facts.ts';
import { judge } from './judge.ts';

const caption = 'Chaos 1 post 1 of 1';
const post: DuePost = {
  id: 'p1',
  business: 0,
  caption,
  platforms: ['facebook'],
  scheduledFor: '2026-12-01T09:00:00.000Z',
};
const target = (changes: Partial<TargetRow> = {}): TargetRow => ({
  id: 't1',
  postId: 'p1',
  platform: 'facebook',
  state: 'published',
  remoteId: 'r1',
  error: null,
  jobState: 'published',
  ...changes,
});
const row = (changes: Partial<Publication> = {}): Publication => ({
  platform: 'facebook',
  accountId: 'page-1',
  remoteId: 'r1',
  kind: 'photo',
  text: caption,
  media: [],
  at: '2026-12-01T09:00:01.500Z',
  ...changes,
});
const verdict = (ledger: readonly Publication[], targets: readonly TargetRow[], postIds = ['p1']) =>
  judge({ posts: [post], postIds, targets, ledger, accountOf: () => 'page-1' });
const broken = { error: 'Facebook refused it.', remoteId: null };

describe('the judge', () => {
  it('finds nothing where nothing is wrong', () => {
    const { findings, published, lagMs } = verdict([row()], [target()]);
    expect([findings, published, lagMs.max]).toEqual([[], 1, 1_500]);
  });

  it.each([
    ['a post that is not out and not ended', [], [target({ state: 'publishing', jobState: 'verifying' })], { lost: 1 }],
    ['a post without any row', [], [], { lost: 1 }],
    ['a second copy', [row(), row({ remoteId: 'r2' })], [target()], { duplicates: 1, published: 0 }],
    ['a third copy', [row(), row({ remoteId: 'r2' }), row({ remoteId: 'r3' })], [target()], { duplicates: 2 }],
    ['published without a trace of it', [], [target()], { disagreements: 1, lost: 0 }],
    [
      'failed and yet public',
      [row()],
      [target({ ...broken, state: 'failed', jobState: 'failed' })],
      { disagreements: 1 },
    ],
    ['public under another id', [row({ remoteId: 'r9' })], [target()], { disagreements: 1 }],
    ['two services that differ', [row()], [target({ jobState: 'verifying' })], { disagreements: 1 }],
    ['published by nobody', [row()], [target({ jobState: null })], { disagreements: 1 }],
    [
      'a question of nobody',
      [],
      [target({ ...broken, state: 'needs_attention', jobState: null })],
      { unknown: 1, disagreements: 1 },
    ],
    [
      'no disagreement about what failed before it was handed over',
      [],
      [target({ ...broken, state: 'failed', jobState: null })],
      { failed: 1, disagreements: 0 },
    ],
    ['cancelled by nobody', [], [target({ ...broken, state: 'cancelled', jobState: 'cancelled' })], { lost: 1 }],
    ['a platform that was not asked for', [row(), row({ platform: 'twitter' })], [target()], { unasked: 1 }],
    ['what nobody wrote', [row(), row({ text: 'How fast is it here?' })], [target()], { unasked: 1 }],
    [
      'a second copy of a post that was never confirmed',
      [row(), row({ text: 'Chaos 1 post 9 of 9' }), row({ text: 'Chaos 1 post 9 of 9' })],
      [target()],
      { duplicates: 1, unasked: 0, published: 1 },
    ],
    ['out, and never told', [row()], [target({ state: 'dispatched', jobState: 'published' })], { disagreements: 1 }],
    ['the account of somebody else', [row({ accountId: 'page-2' })], [target()], { wrongAccount: 1 }],
    [
      'a failure without a reason',
      [],
      [target({ ...broken, state: 'failed', jobState: 'failed', error: '' })],
      { failed: 1, withoutReason: 1, lost: 0 },
    ],
    [
      'an open outcome',
      [],
      [target({ ...broken, state: 'needs_attention', jobState: 'needs_attention' })],
      { unknown: 1, unknownShare: 1, lost: 0, disagreements: 0 },
    ],
  ] as const)('sees %s', (_what, ledger, targets, expected) => {
    expect(verdict(ledger, targets)).toMatchObject(expected);
  });

  it('sees a confirmed post that is gone, and one that nobody confirmed', () => {
    expect(verdict([row()], [target()], [])).toMatchObject({ missingPosts: 1 });
    expect(verdict([row()], [target()], ['p1', 'p2'])).toMatchObject({ missingPosts: 0, unknownPosts: 1 });
  });

  it('knows an account by its name at LinkedIn', () => {
    const evidence = { posts: [post], postIds: ['p1'], targets: [target()], ledger: [row({ accountId: '4711' })] };
    const wrong = (account: string): number => judge({ ...evidence, accountOf: () => account }).wrongAccount;
    expect([wrong('urn:li:organization:4711'), wrong('urn:li:organization:14711')]).toEqual([0, 1]);
  });

  it('does not take an account on trust that it does not know', () => {
    const evidence = { posts: [post], postIds: ['p1'], targets: [target()], ledger: [row()] };
    expect(judge({ ...evidence, accountOf: () => undefined })).toMatchObject({ wrongAccount: 1 });
  });

  it('knows a text that the platform has dressed up', () => {
    expect(verdict([row({ text: `${caption} | Bakery` })], [target()])).toMatchObject({ published: 1, lost: 0 });
  });
});
