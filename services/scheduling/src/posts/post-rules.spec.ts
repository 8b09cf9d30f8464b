import { describe, expect, it } from '@jest/globals';
import { AppError, captionLength, platformRules, platforms } from '@postloom/contracts';
import fc from 'fast-check';
import type { KnownFacts } from '../facts/index.ts';
import { changedPost, freshTarget } from './change-rules.ts';
import { contentOf } from './post-content.ts';
import { captionProblems, refusePast, unconnected, wantedStatus } from './post-rules.ts';
import type { TargetState } from './post-status.ts';
import type { PostRecord } from './post.ts';
import { postDueNow, postRetried } from './send-rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const facts: KnownFacts = {
  now,
  business: { timeZone: 'Europe/Berlin', lateLimitMinutes: 360, isDeleted: false },
  accounts: platforms.map((platform) => ({ platform, accountId: `account-${platform}` })),
  photoIds: ['photo'],
};

function post(states: readonly TargetState[]): PostRecord {
  return {
    ...{
      id: 'p',
      businessId: 'b',
      payerId: 'y',
      authorId: 'u',
      ...contentOf({ caption: 'Bread' }),
      photoIds: ['photo'],
    },
    ...{
      status: 'scheduled',
      source: 'manual',
      dueAt: now,
      timeZone: 'Europe/Berlin',
      chargedAt: now,
      settledAt: null,
    },
    ...{ version: 3, createdAt: now, updatedAt: now },
    targets: states.map((state, index) => ({
      ...freshTarget(`t${index}`, platforms[index] ?? 'instagram', 'gone'),
      state,
      round: 4,
      dueAt: now,
    })),
  };
}
const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) {
      return error.code;
    }
    throw error;
  }
  return 'none';
};
const someStates = fc.array(
  fc.constantFrom<TargetState>(
    'draft',
    'scheduled',
    'dispatched',
    'publishing',
    'published',
    'failed',
    'needs_attention',
  ),
  { minLength: 1, maxLength: 5 },
);

describe('rules of posts', () => {
  it('a date is past only beyond a minute of tolerance', () => {
    expect(codeOf(() => refusePast(new Date(now.getTime() - 59_000), now))).toBe('none');
    expect(codeOf(() => refusePast(new Date(now.getTime() - 61_000), now))).toBe('invalid_date');
  });

  it('is scheduled only when asked for and dated', () => {
    expect([wantedStatus('scheduled', now), wantedStatus('scheduled', null), wantedStatus('draft', now)]).toEqual([
      ...['scheduled', 'draft', 'draft'],
    ]);
  });

  it('names exactly the platforms whose limit the caption breaks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70_000 }),
        fc.subarray([...platforms], { minLength: 1 }),
        (length, chosen) => {
          const captions = { caption: 'x'.repeat(length), captionByPlatform: null };
          const named = captionProblems(captions, chosen).length;
          expect(named).toBe(
            chosen.filter((one) => captionLength(one, captions.caption) > platformRules[one].captionLimit).length,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a caption of its own counts instead of the common one', () => {
    const captions = { caption: 'x'.repeat(300), captionByPlatform: { twitter: 'short' } };
    expect(captionProblems(captions, ['twitter', 'facebook'])).toEqual([]);
    expect(
      captionProblems({ ...captions, captionByPlatform: { twitter: 'y'.repeat(281) } }, ['facebook']),
    ).toHaveLength(1);
  });

  it('finds what is not connected, in the order chosen', () => {
    const only = [{ platform: 'facebook' as const, accountId: 'f' }];
    expect(unconnected(['tiktok', 'facebook', 'twitter'], only)).toEqual(['tiktok', 'twitter']);
  });

  it('publish now makes due all that is not out, and touches nothing else', () => {
    fc.assert(
      fc.property(someStates, (states) => {
        const before = post(states);
        const isUnderWay = states.some((state) => state === 'dispatched' || state === 'publishing');
        const isOpen = states.some((state) => state === 'draft' || state === 'scheduled' || state === 'failed');
        if (isUnderWay || !isOpen) {
          expect(codeOf(() => postDueNow(before, facts))).toBe('publishing');
          return;
        }
        if (states.includes('scheduled')) {
          // Another account is connected in place of theirs, and nobody has decided about that.
          expect(codeOf(() => postDueNow(before, facts))).toBe('validation_failed');
        }
        const accounts = platforms.map((platform) => ({ platform, accountId: 'gone' }));
        const after = postDueNow(before, { ...facts, accounts });
        after.targets.forEach((target, index) => {
          const was = before.targets[index];
          if (was?.state === 'published' || was?.state === 'needs_attention') {
            expect(target).toEqual(was);
          } else {
            expect(target).toMatchObject({
              state: 'scheduled',
              dueAt: now,
              round: was?.state === 'failed' ? 5 : 4,
              error: null,
            });
          }
        });
      }),
    );
  });

  it('retry sends failed targets in a new round and no other', () => {
    fc.assert(
      fc.property(someStates, (states) => {
        const before = post(states);
        if (!states.includes('failed')) {
          const isUnderWay = states.some((state) => state === 'dispatched' || state === 'publishing');
          expect(codeOf(() => postRetried(before, facts))).toBe(isUnderWay ? 'publishing' : 'not_retryable');
          return;
        }
        const after = postRetried(before, facts);
        expect(after.dueAt).toEqual(before.dueAt);
        after.targets.forEach((target, index) => {
          const was = before.targets[index];
          if (was?.state === 'failed') {
            expect(target).toMatchObject({ state: 'scheduled', round: 5, attempts: 0 });
          } else {
            expect(target).toEqual(was);
          }
        });
      }),
    );
  });

  it('an edit changes only what is still in our hands', () => {
    fc.assert(
      fc.property(someStates, (states) => {
        const before = post(states);
        const isOpen = states.every((state) => state === 'draft' || state === 'scheduled' || state === 'failed');
        const edit = () => changedPost(before, { version: 3, caption: 'Cake' }, facts, () => 'new');
        if (!isOpen) {
          expect(codeOf(edit)).toBe('publishing');
          return;
        }
        const after = edit();
        expect(after.caption).toBe('Cake');
        expect(new Set(after.targets.map((target) => target.state)).size).toBe(1);
        expect(['draft', 'scheduled']).toContain(after.status);
        // The account is gone: what is scheduled waits for it, the others go to its replacement.
        expect(after.targets.map((target) => target.accountId)).toEqual(
          before.targets.map(({ state, platform, accountId }) =>
            state === 'scheduled' ? accountId : `account-${platform}`,
          ),
        );
      }),
    );
  });

  it('an edit of an older version is refused whatever it wants', () => {
    expect(codeOf(() => changedPost(post(['draft']), { version: 2 }, facts, () => 'new'))).toBe('version_conflict');
  });
});
