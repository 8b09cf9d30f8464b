import { describe, expect, it } from '@jest/globals';
import { failed, forNewerRound, nothing } from './transitions.ts';
import type { Transition } from './protocol.ts';
import { job } from '../testing/job-views.ts';

const given = { ...failed(job({ failures: 2 }), { code: 'given_up', message: 'Left as it is.' }) };
const settled = (outcome: 'absent' | 'rejected' | 'not_sent' | 'undecided'): Transition => ({
  ...given,
  attempt: { outcome, code: 'x' },
});

describe('a step of an earlier round', () => {
  it.each(['absent', 'rejected', 'not_sent'] as const)(
    'that proves the call %s: the newer round is sent',
    (outcome) => {
      expect(forNewerRound(settled(outcome))).toMatchObject({
        ...{ state: 'queued', readyIn: 0, failures: 0, forgetSteps: true, error: null },
        attempt: { outcome },
      });
    },
  );

  it('that proves nothing: the call stays open and is verified for the newer round', () => {
    expect(forNewerRound(settled('undecided'))).toMatchObject({ state: 'verifying', readyIn: 0, attempt: null });
    const later: Transition = { ...nothing, state: 'verifying', readyIn: 5, failures: 1 };
    expect(forNewerRound(later)).toMatchObject({ state: 'verifying', readyIn: 5, attempt: null });
  });

  it('whose refusal blocks or parks the lane: the newer round waits as well', () => {
    const park = { code: 'token', message: 'Reconnect.' };
    expect(forNewerRound({ ...settled('rejected'), readyIn: null, park })).toMatchObject({
      ...{ state: 'queued', readyIn: null, park },
    });
  });
});
