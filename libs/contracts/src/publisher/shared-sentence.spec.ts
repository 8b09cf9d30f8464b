import { describe, expect, it } from '@jest/globals';
import { sharedSentence } from './shared-sentence.ts';

describe('sharedSentence', () => {
  it.each([
    [['Harbor Yoga'], 'Harbor Yoga'],
    [['Harbor Yoga', 'Rye'], 'Harbor Yoga and Rye'],
    [['A', 'B', 'C', 'D'], 'A, B, C, and D'],
    [['A', 'B', 'C', 'D', 'E'], 'A, B, C, and 2 more of your businesses'],
  ])('names %j', (businesses, named) => {
    expect(sharedSentence('X', businesses)).toBe(`This X account is also connected to ${named}.`);
  });
});
