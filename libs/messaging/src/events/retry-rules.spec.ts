import { describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { Undecodable } from './event-wire.ts';
import { failureKind, MAX_TRIES, retryLimit, retryPauseMs, retriesToClaim } from './retry-rules.ts';

const withState = (code: string): Error => Object.assign(new Error('of the driver'), { code });

describe('retry rules', () => {
  it('pause 1 s, 2 s, 4 s … and never more than 5 min', () => {
    expect([1, 2, 3, 8, 9, 10, 50].map((runs) => retryPauseMs('own', runs, 1_000))).toEqual([
      1_000, 2_000, 4_000, 128_000, 256_000, 300_000, 300_000,
    ]);
  });

  it('never pause more than a minute after a passing failure', () => {
    expect([1, 6, 7, 50].map((runs) => retryPauseMs('passing', runs, 1_000))).toEqual([1_000, 32_000, 60_000, 60_000]);
  });

  it.each([
    new AppError('unavailable'),
    new AppError('deadline'),
    new AppError('rate_limited'),
    new AppError('conflict'),
    new AppError('dependency_failed'),
    withState('57014'),
    withState('55P03'),
    withState('53100'),
    withState('57P01'),
    withState('ECONNRESET'),
  ])('see a passing failure in %s %#', (error) => {
    expect(failureKind(error)).toBe('passing');
  });

  it.each([new AppError('not_found'), new AppError('internal'), new Error('unavailable'), withState('23505'), 'text'])(
    'see the event’s own failure in %s',
    (error) => {
      expect(failureKind(error)).toBe('own');
    },
  );

  it('tell data of a newer producer from both', () => {
    expect(failureKind(new Undecodable('platform: "threads" is unknown'))).toBe('unreadable');
  });

  it('count tries only for the event’s own failures, time only for the others', () => {
    const patience = { passingMs: 86_400_000, unreadableMs: 21_600_000 };
    expect(retryLimit('own', patience)).toEqual({ tries: MAX_TRIES, ageMs: null });
    expect(retryLimit('passing', patience)).toEqual({ tries: null, ageMs: 86_400_000 });
    expect(retryLimit('unreadable', patience)).toEqual({ tries: null, ageMs: 21_600_000 });
  });
});

describe('retries claimed at once', () => {
  const idle = { free: 4, running: 0, claimed: 0, runMs: 10 };
  const busy = { free: 0, running: 4, claimed: 0, runMs: 10 };

  it('are what the slots run in a quarter of a second', () => {
    expect(retriesToClaim(idle)).toBe(4 + 4 * 25);
    expect(retriesToClaim({ ...idle, runMs: 100 })).toBe(4 + 4 * 2);
  });

  it('are only as many as slots are free when runs are slow', () => {
    expect(retriesToClaim({ ...idle, runMs: 6_000 })).toBe(4);
    expect(retriesToClaim({ ...busy, runMs: 6_000 })).toBe(0);
  });

  it('are bounded when runs take no time', () => {
    expect(retriesToClaim({ ...idle, runMs: 0.01 })).toBe(4 + 4 * 32);
    expect(retriesToClaim({ ...idle, runMs: 0 })).toBe(4 + 4 * 32);
  });

  it('are claimed again while the slots are busy, when half of the last ones have begun', () => {
    expect(retriesToClaim({ ...busy, claimed: 51 })).toBe(0);
    expect(retriesToClaim({ ...busy, claimed: 50 })).toBe(50);
  });
});
