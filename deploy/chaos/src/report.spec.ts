import { describe, expect, it } from '@jest/globals';
import { judge } from './judge.ts';
import { problemsOf } from './report.ts';
import type { Aim } from './report.ts';
import type { Outcome } from './scenario.ts';
import type { Struck } from '../../harness/src/strikes.ts';

const aim: Aim = { posts: 10, unknownLimit: 0.05, strikes: Array.from({ length: 4 }), weather: { kind: 'mixed' } };
const struck: Struck = {
  kind: 'kill',
  victim: 'publisher',
  atMs: 1,
  forMs: null,
  readyAgainMs: 1,
  lanes: null,
  takeoverMs: null,
};
const nothing = judge({ posts: [], postIds: [], targets: [], ledger: [], accountOf: () => undefined });
const outcome = (changes: Partial<Outcome> = {}, verdict: Partial<Outcome['verdict']> = {}): Outcome => ({
  verdict: { ...nothing, posts: 10, targets: 12, published: 12, ...verdict },
  shown: { checked: 12, wrong: 0 },
  strikes: [struck, struck, struck, struck],
  platforms: ['facebook'],
  madePerSecond: 1,
  faultsSet: 9,
  repeats: 0,
  refused: 0,
  quietAfterSeconds: 1,
  traces: [],
  ...changes,
});

describe('what is wrong with a run', () => {
  it('is nothing where all went out and nothing is wrong', () => {
    expect(problemsOf(outcome(), aim)).toEqual([]);
    expect(
      problemsOf(outcome({ faultsSet: 0, strikes: [] }), { ...aim, strikes: [], weather: { kind: 'fair' } }),
    ).toEqual([]);
  });

  it.each<[string, Outcome]>([
    ['only 0 of 10 posts were made', outcome({}, { posts: 0, targets: 0, published: 0 })],
    ['only 8 of 10 posts were made', outcome({}, { posts: 8, targets: 9, published: 9 })],
    ['only 0 of 0 went out', outcome({}, { targets: 0, published: 0 })],
    ['only 10 of 12 went out', outcome({}, { published: 10 })],
    ['nothing was looked at through the API', outcome({ shown: { checked: 0, wrong: 0 } })],
    ['only 0 of 4 strikes hit a process', outcome({ strikes: [] })],
    ['only 1 of 4 strikes hit a process', outcome({ strikes: [struck] })],
    ['the platforms never failed', outcome({ faultsSet: 0 })],
    ['1 doubled', outcome({}, { duplicates: 1 })],
    ['1 public and not asked for', outcome({}, { unasked: 1 })],
    ['2 there without having been asked for', outcome({ refused: 1 }, { unknownPosts: 3 })],
    ['10.00 % unknown', outcome({}, { unknownShare: 0.1 })],
  ])('%s', (sentence, found) => {
    expect(problemsOf(found, aim)).toContain(sentence);
  });
});
