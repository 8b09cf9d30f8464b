import { describe, expect, it } from '@jest/globals';
import { byteRange } from './byte-range.ts';

describe('the range of a download', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=10-19', { from: 10, to: 19 }],
    ['bytes=90-500', { from: 90, to: 99 }],
    ['bytes=-30', { from: 70, to: 99 }],
    ['bytes=-500', { from: 0, to: 99 }],
    ['bytes=99-99', { from: 99, to: 99 }],
    ['bytes=100-', null],
    ['bytes=-0', null],
    ['bytes=20-10', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=-', undefined],
    ['lines=1-2', undefined],
    ['bytes=99999999999999999999-', undefined],
  ])('%j of 100 bytes is %j', (header, range) => {
    expect(byteRange(header, 100)).toEqual(range);
  });
});
