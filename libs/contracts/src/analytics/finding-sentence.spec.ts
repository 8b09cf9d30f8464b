import { describe, expect, it } from '@jest/globals';
import type { Finding } from './analytics.ts';
import { findingSentence } from './finding-sentence.ts';

const finding: Finding = {
  ...{ kind: 'format', value: 'carousel', posts: 12, others: 25 },
  ...{ change: 34.4, low: 10.2, high: 61.7 },
};

describe('a finding in words', () => {
  it('says what went along with more engagement, and its evidence', () => {
    expect(findingSentence(finding)).toBe(
      'Posts with several photos got about 34% more engagement than your others (12 posts against 25; most likely between 10% and 62% more).',
    );
  });

  it('says less with the nearer end first', () => {
    expect(findingSentence({ ...finding, kind: 'hashtag', value: 'rye', change: -20, low: -35, high: -5 })).toBe(
      'Posts with #rye got about 20% less engagement than your others (12 posts against 25; most likely between 5% and 35% less).',
    );
  });

  it.each([
    [{ kind: 'album', value: 'an id' }, 'Market', 'Photos from the album “Market” got'],
    [{ kind: 'album', value: 'an id' }, undefined, 'Photos from one album got'],
    [{ kind: 'weekday', value: '7' }, undefined, 'Posts on Sundays got'],
    [{ kind: 'style', value: 'casual' }, undefined, 'Captions in the casual style got'],
    [{ kind: 'source', value: 'recurring' }, undefined, 'Posts of your recurring schedules got'],
  ] as const)('names %o', (trait, albumName, beginning) => {
    expect(findingSentence({ ...finding, ...trait }, albumName)).toContain(beginning);
  });
});
