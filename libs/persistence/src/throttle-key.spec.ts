import { describe, expect, it } from '@jest/globals';
import { inLockOrder, throttleRowKey, waitInWords } from './throttle-key.ts';

const limit = { allowed: 1, seconds: 1 };

describe('throttle keys', () => {
  it('differ by rule and by every part of the subject, and not by the limit', () => {
    const keys = [
      throttleRowKey({ name: 'pair', limit, subject: ['a', 'b'] }),
      throttleRowKey({ name: 'pair', limit, subject: ['ab'] }),
      throttleRowKey({ name: 'pair', limit, subject: ['a', 'c'] }),
      throttleRowKey({ name: 'account', limit, subject: ['a', 'b'] }),
      throttleRowKey({ name: 'account', limit: { allowed: 2, seconds: 9 }, subject: ['a', 'b'] }),
    ].map((key) => key.toString('hex'));
    expect(new Set(keys).size).toBe(4);
  });

  it('are locked in one order, whatever order they are given in', () => {
    const keys = ['x', 'y', 'z', 'v', 'w'].map((name) => ({ name, limit, subject: ['s'] }));
    expect(inLockOrder(keys.toReversed())).toEqual(inLockOrder(keys));
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
