import { describe, expect, it } from '@jest/globals';
import { at, job, nobody, rules, sent, start } from '../testing/job-views.ts';
import { afterSend, afterVerify, undecided } from './after-steps.ts';
import { nextStep } from './protocol.ts';

describe('held by a limit or an operator', () => {
  it('makes no call, and shows an outcome that stays open too long', () => {
    for (const state of ['queued', 'prepared'] as const) {
      expect(nextStep(job({ state, isBlocked: true }), at(1), rules.boundMs)).toBe('wait');
    }
    expect(nextStep(job({ mustVerify: true, isBlocked: true }), at(1), rules.boundMs)).toBe('wait');
    expect(nextStep(sent({ isBlocked: true }), at(1_799), rules.boundMs)).toBe('wait');
    expect(nextStep(sent({ isBlocked: true }), at(1_800), rules.boundMs)).toBe('ask_person');
    expect(nextStep(job({ state: 'confirmed', isBlocked: true }), at(1), rules.boundMs)).toBe('announce');
  });
});

describe('a restored database', () => {
  it('looks before it calls anything too late', () => {
    expect(nextStep(job({ mustVerify: true }), at(30_000), rules.boundMs)).toBe('verify');
    expect(nextStep(job({ mustVerify: true, parked: 'reconnect' }), at(30_000), rules.boundMs)).toBe('ask_person');
    expect(nextStep(job({ parked: 'reconnect' }), at(30_000), rules.boundMs)).toBe('give_up');
  });

  it('asks a person only after the bound from its first look, however late the post is', () => {
    const first = afterVerify(job({ mustVerify: true }), { kind: 'unclear', code: 'x' }, at(90_000), rules, nobody);
    expect(first).toMatchObject({ state: 'verifying', processing: 'start' });
    const verifying = job({ state: 'verifying', mustVerify: true, processingSince: at(90_000) });
    expect(afterVerify(verifying, { kind: 'unclear', code: 'x' }, at(91_799), rules, nobody).state).toBe('verifying');
    expect(afterVerify(verifying, { kind: 'unclear', code: 'x' }, at(91_800), rules, nobody).state).toBe(
      'needs_attention',
    );
  });
});

describe('the word of a person while we look', () => {
  const absent = { kind: 'seen', sightings: [] } as const;
  const found = { kind: 'seen', sightings: [{ remoteId: '7', at: start, permalink: 'https://x.test/7' }] } as const;

  it('gives way to what we see', () => {
    for (const resolution of ['published', 'give_up', 'send_again'] as const) {
      const next = afterVerify(sent({ resolution }), found, at(5), rules, nobody);
      expect(next).toMatchObject({ state: 'published', byResolution: false, published: { remoteId: '7' } });
    }
  });

  it('ends a post whose call is proven to have come to nothing: it is not sent once more', () => {
    for (const state of ['queued', 'prepared'] as const) {
      for (const resolution of ['published', 'give_up'] as const) {
        expect(nextStep(job({ state, resolution }), at(1), rules.boundMs)).toBe('ask_person');
      }
      expect(nextStep(job({ state, resolution: 'send_again' }), at(1), rules.boundMs)).toBe(
        state === 'queued' ? 'prepare' : 'send',
      );
    }
    expect(undecided(job({ resolution: 'published' }), rules)).toMatchObject({
      state: 'published',
      byResolution: true,
    });
    expect(undecided(job({ resolution: 'give_up' }), rules)).toMatchObject({ state: 'failed' });
  });

  it('never ends the quarantine', () => {
    for (const resolution of ['published', 'give_up', 'send_again'] as const) {
      expect(afterVerify(sent({ resolution }), absent, at(89), rules, nobody)).toMatchObject({
        state: 'verifying',
        attempt: null,
      });
    }
  });

  it('decides when the look proves nothing or ends without an answer, so that nothing is sent against it', () => {
    expect(afterVerify(sent({ resolution: 'published' }), absent, at(90), rules, nobody)).toMatchObject({
      state: 'published',
      byResolution: true,
      attempt: { outcome: 'absent', code: 'by_resolution' },
    });
    expect(afterVerify(sent({ resolution: 'give_up' }), absent, at(90), rules, nobody)).toMatchObject({
      state: 'failed',
      error: { code: 'given_up' },
    });
    expect(undecided(sent({ resolution: 'published' }), rules)).toMatchObject({
      state: 'published',
      byResolution: true,
    });
    expect(undecided(sent({ resolution: 'give_up' }), rules)).toMatchObject({ state: 'failed' });
    expect(undecided(sent(), rules)).toMatchObject({ state: 'needs_attention' });
  });

  it('"send again" sends where nobody can look, and never while an attempt is open', () => {
    const unclear = { kind: 'unclear', code: 'closed' } as const;
    expect(
      afterVerify(job({ mustVerify: true, resolution: 'send_again' }), unclear, at(5), rules, nobody),
    ).toMatchObject({
      state: 'queued',
      verified: true,
    });
    expect(afterVerify(sent({ resolution: 'send_again' }), unclear, at(5), rules, nobody).state).toBe('verifying');
    expect(afterVerify(sent({ resolution: 'send_again' }), unclear, at(1_900), rules, nobody).state).toBe(
      'needs_attention',
    );
  });
});

describe('a finished picture', () => {
  it('asks a platform that is never ready with a finished picture as often as one that fails, not every other second', () => {
    const problem = {
      kind: 'transient' as const,
      code: '9007/2207027',
      message: 'Not ready.',
      isProcessing: true as const,
    };
    const next = afterSend(sent(), { kind: 'rejected', problem }, rules);
    expect(next).toMatchObject({ state: 'queued', readyIn: 2, failures: 0, processing: 'start' });
    const again = afterSend(sent({ processingSince: start }), { kind: 'rejected', problem }, rules);
    expect(again).toMatchObject({ state: 'prepared', readyIn: 60, failures: 1 });
  });
});
