import { describe, expect, it } from '@jest/globals';
import { afterSend } from './after-steps.ts';
import type { JobView, Rules } from './protocol.ts';

const rules: Rules = { label: 'TikTok', retrySeconds: [60], boundMs: 1_800_000 };
const start = new Date('2026-11-20T10:00:00Z');
const sent = (notSent: number): JobView => ({
  ...{ state: 'verifying', failures: 0, notSent, processingSince: null, giveUpAt: new Date('2026-11-20T16:00:00Z') },
  ...{ mustLook: false, parked: null, isHeld: false, word: null },
  attempt: { intentAt: start, quarantineUntil: start, looks: 0, isDuplicate: false },
});

describe('a call that never leaves us by our own doing', () => {
  it('is tried again at once, then more and more rarely, and is no failure of the platform', () => {
    const pauses = Array.from({ length: 12 }, (_, before) =>
      afterSend(sent(before), { kind: 'not_sent', code: 'too_late' }, rules),
    );
    expect(pauses.map((next) => next.readyIn)).toEqual([0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30, 30, 30]);
    expect(pauses.every((next) => next.failures === 0 && next.state === 'prepared')).toBe(true);
  });
});
