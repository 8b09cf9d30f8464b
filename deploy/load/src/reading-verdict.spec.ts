import { describe, expect, it } from '@jest/globals';
import { ReadingCalls } from './reading-calls.ts';
import type { ReadingCall } from './reading-calls.ts';
import { complaintsOf, usesOf } from './reading-verdict.ts';
import type { Readings } from './reading-verdict.ts';

const call = (atMs: number, more: Partial<ReadingCall> = {}): ReadingCall => ({
  ...{ platform: 'instagram', account: 'a', atMs, isRefused: false },
  ...more,
});
const some = (count: number, more: Partial<ReadingCall> = {}, everyMs = 1): ReadingCall[] =>
  Array.from({ length: count }, (_, index) => call(index * everyMs, more));
const passed: Readings = { without: [900, 1_400], beside: [2_000, 1_000], calls: some(60), hasGap: false, late: 0 };

describe('the verdict on readings beside a storm', () => {
  it('compares the best storm of each kind', () => {
    expect(complaintsOf(passed)).toEqual([]);
    expect(complaintsOf({ ...passed, beside: [1_100, 1_090] })).toEqual([
      'the p99 is 1.21 times as long beside readings, above 1.2',
    ]);
    expect(complaintsOf({ ...passed, beside: [] })).toHaveLength(1);
  });

  it('is none without readings', () => {
    expect(complaintsOf({ ...passed, calls: [] })).toEqual(['no reading was made, so nothing was compared']);
  });

  it('holds each account against its allowance, in the fullest window wherever it begins', () => {
    expect(complaintsOf({ ...passed, calls: [...some(60), ...some(60, { account: 'b' })] })).toEqual([]);
    expect(complaintsOf({ ...passed, calls: some(61) })).toEqual(['instagram a: 61 calls in 3600 s, 60 are allowed']);
    // Sixty an hour, for two hours.
    expect(complaintsOf({ ...passed, calls: some(120, {}, 60_000) })).toEqual([]);
    const aroundTheHour = [...some(40), ...some(40).map(({ atMs }) => call(atMs + 3_000_000))];
    expect(usesOf(aroundTheHour)).toMatchObject([{ account: 'a', calls: 80, allowed: 60 }]);
  });

  it('holds all accounts together against what an app may have', () => {
    const ofPages = Array.from({ length: 31 }, (_, page) =>
      some(10, { platform: 'linkedin', account: `${page}` }),
    ).flat();
    expect(complaintsOf({ ...passed, calls: ofPages })).toEqual([
      'linkedin of all accounts: 310 calls in 86400 s, 300 are allowed',
    ]);
  });

  it('complains of what was refused, not counted, or not done', () => {
    const calls = [...some(5), call(9, { isRefused: true })];
    expect(complaintsOf({ ...passed, calls, hasGap: true, late: 3 })).toEqual([
      'refused readings: 1',
      'the sandbox’s log has lost requests before they were counted',
      'readings still open: 3',
    ]);
  });
});

describe('the calls of readings', () => {
  const logged = (number: number, path = '/instagram/graph/1/insights?metric=reach', status: number | null = 200) => ({
    ...{ at: new Date(number).toISOString(), target: 'instagram', account: 'a', body: null },
    ...{ path, status },
  });

  it('are counted once each, when they are answered, and others are not', () => {
    const reads = new ReadingCalls('');
    reads.take([logged(3, undefined, null), logged(2), logged(1, '/instagram/graph/1/media')]);
    reads.take([logged(4, undefined, 400), logged(3), logged(2)]);
    expect(reads.calls.map(({ atMs, isRefused }) => [atMs, isRefused])).toEqual([
      [2, false],
      [4, true],
      [3, false],
    ]);
    expect(reads.hasGap).toBe(false);
  });

  it('have a gap when a whole log went by between two looks', () => {
    const log = (from: number) => Array.from({ length: 500 }, (_, index) => logged(from + index)).reverse();
    const reads = new ReadingCalls('');
    reads.take(log(0));
    reads.take(log(499));
    expect(reads.hasGap).toBe(false);
    reads.take(log(1_000));
    expect(reads.hasGap).toBe(true);
  });
});
