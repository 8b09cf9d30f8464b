import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freshTarget } from './change-rules.ts';
import type { Target } from './post.ts';
import { afterEvent } from './target-event.ts';
import type { TargetEvent } from './target-event.ts';

const dispatched: Target = { ...freshTarget('t', 'instagram', 'a'), state: 'dispatched', round: 2, dueAt: new Date(0) };
const head = { round: 2, version: 1, attempts: 1, accountId: 'a' };
const error = { code: 'rejected', message: 'The picture was refused.' };
const publishing = (version: number, round = 2): TargetEvent => ({ ...head, round, version, kind: 'publishing' });
const published = (version: number, round = 2): TargetEvent => ({
  ...{ ...head, round, version, kind: 'published' as const },
  ...{ remoteId: 'r', permalink: 'https://example.com/p', publishedAt: new Date(1000) },
});
const failed = (version: number, round = 2): TargetEvent => ({ ...head, round, version, kind: 'failed', error });
const until = new Date(9_000_000);
const delayed = (version: number, round = 2): TargetEvent => ({
  ...head,
  round,
  version,
  kind: 'delayed',
  error,
  until,
  failures: null,
});
const doubt = (version: number, round = 2): TargetEvent => ({
  ...head,
  round,
  version,
  kind: 'needs_attention',
  error,
});

/**
 * A sequence of events the publisher can emit for one round: attempts and doubts, then at most one failure, then perhaps a late discovery
 * that it was published.
 */
const story = fc
  .record({
    middle: fc.array(fc.constantFrom('publishing' as const, 'doubt' as const, 'delayed' as const), { maxLength: 5 }),
    end: fc.constantFrom<'none' | 'failed' | 'published' | 'failed, then found'>(
      'none',
      'failed',
      'published',
      'failed, then found',
    ),
  })
  .map(({ middle, end }) => {
    const emitted: TargetEvent[] = [publishing(1)];
    const makers = { publishing, doubt, delayed };
    for (const step of middle) {
      emitted.push(makers[step](emitted.length + 1));
    }
    if (end === 'failed' || end === 'failed, then found') {
      emitted.push(failed(emitted.length + 1));
    }
    if (end === 'published' || end === 'failed, then found') {
      emitted.push(published(emitted.length + 1));
    }
    return emitted;
  });

const apply = (start: Target, emitted: readonly TargetEvent[]): Target =>
  emitted.reduce((target, event) => afterEvent(target, event) ?? target, start);

describe('events of a target', () => {
  it('any order, with repetitions and old rounds in between, ends like the order emitted', () => {
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat()), fc.boolean(), (emitted, randomness, withOld) => {
        const old = withOld ? [failed(9, 1), publishing(8, 1)] : [];
        const shuffled = [...emitted, ...emitted, ...old]
          .map((event) => ({ event, key: randomness.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ event }) => event);
        expect(apply(dispatched, shuffled)).toEqual(apply(dispatched, emitted));
      }),
      { numRuns: 1000 },
    );
  });

  it('once published stays published', () => {
    fc.assert(
      fc.property(story, (emitted) => {
        const out = apply(dispatched, [published(1)]);
        expect(apply(out, emitted)).toEqual(out);
      }),
    );
  });

  it("a person's resolution is not replaced by its own echo, only by proof", () => {
    const permalink = 'https://example.com/seen';
    const said: Target = {
      ...dispatched,
      state: 'published',
      isByResolution: true,
      permalink,
      publishedAt: new Date(5),
    };
    const echo = { ...published(3), remoteId: 'person:0198', permalink: null } as TargetEvent;
    expect(afterEvent(said, echo)).toBeNull();
    expect(afterEvent(said, published(3))).toMatchObject({ isByResolution: false, remoteId: 'r' });
    // To a target that knows nothing of the resolution (a restored database) it is new.
    expect(afterEvent(dispatched, echo)).toMatchObject({ state: 'published' });
  });

  it('a failure of the round before does not end the retry', () => {
    expect(afterEvent(dispatched, failed(7, 1))).toBeNull();
    expect(afterEvent({ ...dispatched, state: 'scheduled' }, publishing(7, 1))).toBeNull();
  });

  it('a publication of the round before is believed: it is public', () => {
    expect(afterEvent({ ...dispatched, state: 'scheduled' }, published(7, 1))).toMatchObject({
      state: 'published',
      round: 2,
    });
  });

  it('a failure is final in its round; only a find changes it', () => {
    const end = apply(dispatched, [failed(3)]);
    expect(afterEvent(end, publishing(4))).toBeNull();
    expect(afterEvent(end, doubt(4))).toBeNull();
    expect(afterEvent(end, published(4))).toMatchObject({ state: 'published', error: null, remoteId: 'r' });
  });

  it('a delay carries its end and reason, and is gone with the next event', () => {
    const waiting = apply(dispatched, [publishing(1), delayed(2)]);
    expect(waiting).toMatchObject({ state: 'dispatched', delayedUntil: until, error });
    expect(afterEvent(waiting, publishing(1))).toBeNull();
    expect(afterEvent(waiting, publishing(3))).toMatchObject({ state: 'publishing', delayedUntil: null, error: null });
    expect(afterEvent(waiting, published(3))).toMatchObject({ state: 'published', delayedUntil: null, error: null });
    expect(afterEvent(waiting, failed(3))).toMatchObject({ state: 'failed', delayedUntil: null, error });
  });

  it('keeps the greatest number of attempts', () => {
    const twice = apply(dispatched, [
      { ...publishing(1), attempts: 4 },
      { ...failed(2), attempts: 3 },
    ]);
    expect(twice.attempts).toBe(4);
  });
});
