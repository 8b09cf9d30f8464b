import { describe, expect, it } from '@jest/globals';
import { inLockOrder, throttleRowKey, waitInWords } from './throttle-key.ts';

describe('throttle keys', () => {
  it('differ by rule and by every part of the subject', () => {
    const keys = [
      throttleRowKey({ limit: 'limitSignInPair', subject: ['a', 'b'] }),
      throttleRowKey({ limit: 'limitSignInPair', subject: ['ab'] }),
      throttleRowKey({ limit: 'limitSignInPair', subject: ['a', 'c'] }),
      throttleRowKey({ limit: 'limitSignInAccount', subject: ['a', 'b'] }),
    ].map((key) => key.toString('hex'));
    expect(new Set(keys).size).toBe(4);
  });

  it('are locked narrowest first, whatever order they are given in', () => {
    const order = inLockOrder([
      { limit: 'limitSignInAddress', subject: ['x'] },
      { limit: 'limitSignInAccount', subject: ['y'] },
      { limit: 'limitSignInPair', subject: ['z'] },
    ]).map((key) => key.limit);
    expect(order).toEqual(['limitSignInPair', 'limitSignInAccount', 'limitSignInAddress']);
  });

  it('say how long to wait, rounded up', () => {
    expect([1, 0.2, 59, 89].map(waitInWords)).toEqual(['in 1 second', 'in 1 second', 'in 59 seconds', 'in 89 seconds']);
    expect([90, 120, 121, 900, 5_399].map(waitInWords)).toEqual([
      'in 2 minutes',
      'in 2 minutes',
      'in 3 minutes',
      'in 15 minutes',
      'in 90 minutes',
    ]);
    expect([5_400, 86_400].map(waitInWords)).toEqual(['in 2 hours', 'in 24 hours']);
  });
});
