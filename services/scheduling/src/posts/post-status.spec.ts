import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changeability, hasEnded, postStatus, shownStatus, targetStates } from './post-status.ts';
import type { TargetState } from './post-status.ts';

const states = fc.array(fc.constantFrom(...targetStates), { minLength: 1, maxLength: 5 });
const ended = new Set<TargetState>(['published', 'failed']);

describe('the status of a post', () => {
  it.each<[TargetState[], string]>([
    [['draft', 'draft'], 'draft'],
    [['scheduled'], 'scheduled'],
    [['dispatched', 'published'], 'scheduled'],
    [['publishing', 'failed'], 'scheduled'],
    [['published', 'needs_attention'], 'scheduled'],
    [['failed', 'needs_attention'], 'scheduled'],
    [['published', 'published'], 'published'],
    [['published', 'failed'], 'failed'],
    [['failed'], 'failed'],
    [['cancelled', 'published'], 'published'],
    [['cancelled', 'cancelled'], 'draft'],
  ])('%j is %s', (targets, status) => {
    expect(postStatus(targets)).toBe(status);
  });

  it('is published exactly when every counted target is, and ends exactly when all of them have', () => {
    fc.assert(
      fc.property(states, (targets) => {
        const counted = targets.filter((state) => state !== 'cancelled');
        const status = postStatus(targets);
        expect(status === 'published').toBe(counted.length > 0 && counted.every((state) => state === 'published'));
        expect(hasEnded(status)).toBe(counted.length > 0 && counted.every((state) => ended.has(state)));
      }),
    );
  });

  it('does not depend on the order of the platforms', () => {
    fc.assert(
      fc.property(states, (targets) => {
        const turned = targets.toReversed();
        expect(postStatus(turned)).toBe(postStatus(targets));
        expect(changeability(turned)).toBe(changeability(targets));
      }),
    );
  });

  it('is open to change only while nothing is under way, unclear or out', () => {
    fc.assert(
      fc.property(states, (targets) => {
        const closed = targets.some((state) =>
          ['dispatched', 'publishing', 'needs_attention', 'published'].includes(state),
        );
        expect(changeability(targets) === 'open').toBe(!closed);
      }),
    );
  });

  it('shows a person only the states of the contract', () => {
    expect(targetStates.map(shownStatus)).toEqual([
      ...['pending', 'pending', 'pending', 'publishing', 'published', 'failed', 'needs_attention', 'pending'],
    ]);
  });
});
