import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { freshTarget } from './change-rules.ts';
import type { Target } from './post.ts';
import { afterNews } from './target-news.ts';
import type { TargetNews } from './target-news.ts';

const dispatched: Target = { ...freshTarget('t', 'instagram', 'a'), state: 'dispatched', round: 2, dueAt: new Date(0) };
const head = { round: 2, version: 1, attempts: 1, accountId: 'a' };
const error = { code: 'rejected', message: 'The picture was refused.' };
const publishing = (version: number, round = 2): TargetNews => ({ ...head, round, version, kind: 'publishing' });
const published = (version: number, round = 2): TargetNews => ({
  ...{ ...head, round, version, kind: 'published' as const },
  ...{ remoteId: 'r', permalink: 'https://example.com/p', publishedAt: new Date(1000) },
});
const failed = (version: number, round = 2): TargetNews => ({ ...head, round, version, kind: 'failed', error });
const until = new Date(9_000_000);
const delayed = (version: number, round = 2): TargetNews => ({
  ...head,
  round,
  version,
  kind: 'delayed',
  error,
  until,
});
const doubt = (version: number, round = 2): TargetNews => ({ ...head, round, version, kind: 'needs_attention', error });

/** A story the publisher can tell of one round: attempts and doubts, then at most one failure, then perhaps a late find. */
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
    const told: TargetNews[] = [publishing(1)];
    const tellers = { publishing, doubt, delayed };
    for (const step of middle) {
      told.push(tellers[step](told.length + 1));
    }
    if (end === 'failed' || end === 'failed, then found') {
      told.push(failed(told.length + 1));
    }
    if (end === 'published' || end === 'failed, then found') {
      told.push(published(told.length + 1));
    }
    return told;
  });

const apply = (start: Target, told: readonly TargetNews[]): Target =>
  told.reduce((target, news) => afterNews(target, news) ?? target, start);

describe('news of a target', () => {
  it('any order, with repetitions and old rounds in between, ends like the order told', () => {
    fc.assert(
      fc.property(story, fc.infiniteStream(fc.nat()), fc.boolean(), (told, randomness, withOld) => {
        const old = withOld ? [failed(9, 1), publishing(8, 1)] : [];
        const shuffled = [...told, ...told, ...old]
          .map((news) => ({ news, key: randomness.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ news }) => news);
        expect(apply(dispatched, shuffled)).toEqual(apply(dispatched, told));
      }),
      { numRuns: 1000 },
    );
  });

  it('once published stays published', () => {
    fc.assert(
      fc.property(story, (told) => {
        const out = apply(dispatched, [published(1)]);
        expect(apply(out, told)).toEqual(out);
      }),
    );
  });

  it("a person's word is not replaced by its own echo, only by proof", () => {
    const permalink = 'https://example.com/seen';
    const said: Target = { ...dispatched, state: 'published', isByWord: true, permalink, publishedAt: new Date(5) };
    const echo = { ...published(3), remoteId: 'person:0198', permalink: null } as TargetNews;
    expect(afterNews(said, echo)).toBeNull();
    expect(afterNews(said, published(3))).toMatchObject({ isByWord: false, remoteId: 'r' });
    // Of a target that knows nothing of the word (a restored database) it is news.
    expect(afterNews(dispatched, echo)).toMatchObject({ state: 'published' });
  });

  it('a failure of the round before does not end the retry', () => {
    expect(afterNews(dispatched, failed(7, 1))).toBeNull();
    expect(afterNews({ ...dispatched, state: 'scheduled' }, publishing(7, 1))).toBeNull();
  });

  it('a publication of the round before is believed: it is public', () => {
    expect(afterNews({ ...dispatched, state: 'scheduled' }, published(7, 1))).toMatchObject({
      state: 'published',
      round: 2,
    });
  });

  it('a failure is final in its round; only a find changes it', () => {
    const end = apply(dispatched, [failed(3)]);
    expect(afterNews(end, publishing(4))).toBeNull();
    expect(afterNews(end, doubt(4))).toBeNull();
    expect(afterNews(end, published(4))).toMatchObject({ state: 'published', error: null, remoteId: 'r' });
  });

  it('a delay is told with its end and reason, and gone with the next news', () => {
    const waiting = apply(dispatched, [publishing(1), delayed(2)]);
    expect(waiting).toMatchObject({ state: 'dispatched', delayedUntil: until, error });
    expect(afterNews(waiting, publishing(1))).toBeNull();
    expect(afterNews(waiting, publishing(3))).toMatchObject({ state: 'publishing', delayedUntil: null, error: null });
    expect(afterNews(waiting, published(3))).toMatchObject({ state: 'published', delayedUntil: null, error: null });
    expect(afterNews(waiting, failed(3))).toMatchObject({ state: 'failed', delayedUntil: null, error });
  });

  it('keeps the greatest number of attempts', () => {
    const twice = apply(dispatched, [
      { ...publishing(1), attempts: 4 },
      { ...failed(2), attempts: 3 },
    ]);
    expect(twice.attempts).toBe(4);
  });
});
