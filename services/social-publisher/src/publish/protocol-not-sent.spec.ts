import { describe, expect, it } from '@jest/globals';
import { rules, sent } from '../testing/job-views.ts';
import { afterSend } from './after-steps.ts';

describe('a call that never leaves us by our own doing', () => {
  it('is tried again at once, then more and more rarely, and is no failure of the platform', () => {
    const pauses = Array.from({ length: 12 }, (_, before) =>
      afterSend(sent({ notSent: before }), { kind: 'not_sent', code: 'too_late' }, rules),
    );
    expect(pauses.map((next) => next.readyIn)).toEqual([0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30, 30, 30]);
    expect(pauses.every((next) => next.failures === 0 && next.state === 'prepared')).toBe(true);
  });
});
