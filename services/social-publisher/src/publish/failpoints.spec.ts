import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@postloom/testing';
import { createLogger } from '@postloom/chassis';
import type { PublisherConfig } from '../config.ts';
import { NotSent } from '../platforms/index.ts';
import { Failpoints, parseFailpoints } from './failpoints.ts';
import { LaneLease } from './lane-lease.ts';

const logger = createLogger('publisher', 'silent');
const config = (values: Partial<PublisherConfig>): PublisherConfig =>
  ({ postloomFailpoints: '', postloomFaultInjection: false, publishControl: 'none', ...values }) as PublisherConfig;

describe('failpoints', () => {
  it('are ignored unless fault injection is on', async () => {
    const off = new Failpoints(
      config({ postloomFailpoints: 'sent=throw', publishControl: 'resend-on-doubt' }),
      new FakeClock(),
      logger,
    );
    await off.hit('sent');
    expect(off.isVerifyingSwitchedOff).toBe(false);
    const on = new Failpoints(
      config({ postloomFailpoints: 'sent=throw', postloomFaultInjection: true }),
      new FakeClock(),
      logger,
    );
    await expect(on.hit('sent')).rejects.toThrow('failpoint sent');
  });

  it('strike at the pass that was asked for', async () => {
    const points = new Failpoints(
      config({ postloomFailpoints: 'sent=throw#2', postloomFaultInjection: true }),
      new FakeClock(),
      logger,
    );
    await points.hit('sent');
    await expect(points.hit('sent')).rejects.toThrow();
    await points.hit('sent');
  });

  it.each([
    ['resend-on-doubt', [true, false, false]],
    ['no-quarantine', [false, true, false]],
    ['no-guard', [false, false, true]],
    ['none', [false, false, false]],
  ] as const)('the control %s switches off one thing, and only with fault injection', (publishControl, switched) => {
    const off = (postloomFaultInjection: boolean): boolean[] => {
      const points = new Failpoints(config({ publishControl, postloomFaultInjection }), new FakeClock(), logger);
      return [points.isVerifyingSwitchedOff, points.isQuarantineSwitchedOff, points.isGuardSwitchedOff];
    };
    expect(off(true)).toEqual(switched);
    expect(off(false)).toEqual([false, false, false]);
  });

  it('refuse what they do not understand', () => {
    expect(() => parseFailpoints('sent=explode')).toThrow('"sent=explode" is not understood');
    expect(() => parseFailpoints('nowhere=kill')).toThrow();
    expect(parseFailpoints('')).toEqual([]);
  });
});

describe('the lease of a lane, by this process’s own clock', () => {
  it('forbids sending more than two seconds after the intent', () => {
    const clock = new FakeClock();
    const lease = new LaneLease(clock, clock.monotonicMs(), 30_000);
    const guard = lease.guard(clock.monotonicMs());
    clock.advance(2_000);
    expect(guard).not.toThrow();
    clock.advance(1);
    expect(guard).toThrow(NotSent);
  });

  it('is over when it was not extended, or somebody else took the lane', () => {
    const clock = new FakeClock();
    const lease = new LaneLease(clock, clock.monotonicMs(), 1_000);
    clock.advance(999);
    expect(lease.isLost).toBe(false);
    lease.extended(clock.monotonicMs());
    clock.advance(999);
    expect(lease.isLost).toBe(false);
    clock.advance(1);
    expect(lease.isLost).toBe(true);
    expect(lease.guard(clock.monotonicMs())).toThrow('lease_lost');
    const other = new LaneLease(clock, clock.monotonicMs(), 1_000);
    other.lose();
    expect(other.guard(clock.monotonicMs())).toThrow('lease_lost');
  });
});
