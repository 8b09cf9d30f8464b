import { describe, expect, it } from '@jest/globals';
import { beginsLongWait } from './long-wait.ts';
import { nothing } from './transitions.ts';
import type { JobView, Transition } from './protocol.ts';

const start = new Date('2027-01-01T12:00:00Z');
const later = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
const sent = (seconds: number, verifications: number) =>
  ({
    attempt: { intentAt: start, verifications },
    processingSince: null,
    now: later(seconds),
  }) as unknown as JobView & {
    now: Date;
  };
const processing = (seconds: number) =>
  ({ attempt: null, processingSince: start, now: later(seconds) }) as unknown as JobView & { now: Date };
const pause = (state: Transition['state'], readyIn: number): Transition => ({
  ...nothing,
  ...{ state, readyIn, failures: 0 },
});

describe('a long wait', () => {
  it('begins once while the outcome is not known', () => {
    const waits = [sent(1, 1), sent(5, 2), sent(9, 3), sent(13, 4)].map((job) => [job, pause('verifying', 4)] as const);
    expect(waits.map(([job, next]) => beginsLongWait(job, next))).toEqual([true, false, false, false]);
    expect(beginsLongWait(sent(0, 0), pause('verifying', 2))).toBe(false);
    expect(beginsLongWait(sent(31, 1), pause('verifying', 2))).toBe(true);
    expect(beginsLongWait(sent(33, 2), pause('verifying', 4))).toBe(false);
  });

  it('begins once while the platform processes the picture', () => {
    const polls = [0, 2, 4, 6, 8].map((seconds) => beginsLongWait(processing(seconds), pause('queued', 2)));
    expect(polls).toEqual([false, false, true, false, false]);
  });

  it('is not that of a job that ends, that a limit delays, or that has not begun', () => {
    expect(beginsLongWait(sent(1, 1), { ...pause('published', 0), readyIn: null })).toBe(false);
    const waiting = { code: 'rate_limited', message: 'Later.' };
    expect(beginsLongWait(sent(1, 1), { ...pause('verifying', 60), waiting })).toBe(false);
    expect(beginsLongWait({ ...processing(1), processingSince: null }, pause('queued', 60))).toBe(false);
  });
});
