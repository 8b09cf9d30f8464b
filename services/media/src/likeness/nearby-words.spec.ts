import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nearbyWords } from './nearby-words.ts';

const hex = (bits: bigint): string => bits.toString(16).padStart(16, '0');
const wordsOf = (half: string): string[] => [0, 1, 2, 3].map((part) => part + half.slice(part * 4, part * 4 + 4));

describe('the words of photos that look alike', () => {
  it('meet in at least one, wherever up to seven bits differ', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 64n - 1n),
        fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 7 }),
        (own, changed) => {
          const other = changed.reduce((bits, bit) => bits ^ (1n << BigInt(bit)), own);
          const words = new Set(wordsOf(hex(other)));
          expect(nearbyWords(hex(own)).some((word) => words.has(word))).toBe(true);
        },
      ),
    );
  });

  it('are 68 different ones', () => {
    expect(new Set(nearbyWords('0123456789abcdef0123456789abcdef')).size).toBe(68);
  });
});
