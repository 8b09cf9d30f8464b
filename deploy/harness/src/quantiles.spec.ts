import { describe, expect, it } from '@jest/globals';
import { quantile, quantiles } from './quantiles.ts';

describe('quantiles', () => {
  it('of numbers in any order', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => 99 - index);
    expect(quantiles(numbers)).toEqual({ p50: 50, p99: 99, max: 99 });
    expect(quantile(numbers, 0.95)).toBe(95);
    expect(quantiles([])).toEqual({ p50: 0, p99: 0, max: 0 });
  });
});
