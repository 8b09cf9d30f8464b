import { describe, expect, it } from '@jest/globals';
import { asCount } from './http-call.ts';

describe('a figure that a platform tells', () => {
  it.each([0, 1, 500_000_000])('%s counts', (value) => {
    expect(asCount(value)).toBe(value);
  });

  it.each([-1, 0.5, 500_000_001, Number.MAX_SAFE_INTEGER, NaN, Infinity, '5', null, undefined, {}])(
    '%s is not told',
    (value) => {
      expect(asCount(value)).toBeNull();
    },
  );
});
