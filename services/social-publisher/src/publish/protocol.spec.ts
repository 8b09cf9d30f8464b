import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Finding, PlatformProblem, Preparation, SendOutcome } from '../platforms/index.ts';
import { afterGiveUp, afterPrepare, afterSend, afterVerify, undecided } from './after-steps.ts';
import { at, job, nobody, open, rules, sent, start } from '../testing/job-views.ts';
import { nextStep, openStates } from './protocol.ts';
import type { JobView, OpenState, Transition } from './protocol.ts';

describe('the next step', () => {
  it('looks, and never sends, wherever an attempt is open', () => {
    for (const state of openStates.filter((one) => one !== 'confirmed')) {
      expect(nextStep(job({ state, attempt: open }), at(1), rules.boundMs)).toBe('verify');
      expect(nextStep(job({ state, attempt: open }), at(1e6), rules.boundMs)).toBe('verify');
    }
  });

  it('makes no call on a parked lane, and asks a person when the bound is over', () => {
    expect(nextStep(job({ parked: 'reconnect' }), at(1), rules.boundMs)).toBe('wait');
    expect(nextStep(sent({ parked: 'reconnect' }), at(60), rules.boundMs)).toBe('wait');
    expect(nextStep(sent({ parked: 'reconnect' }), at(1_801), rules.boundMs)).toBe('ask_person');
  });

  it('gives up only what is proven not public', () => {
    expect(nextStep(job({ state: 'prepared' }), at(30_000), rules.boundMs)).toBe('give_up');
    expect(nextStep(sent(), at(30_000), rules.boundMs)).toBe('verify');
    expect(nextStep(job({ state: 'confirmed' }), at(30_000), rules.boundMs)).toBe('announce');
  });

  it('looks first when the database was restored from an older backup', () => {
    expect(nextStep(job({ mustVerify: true }), at(1), rules.boundMs)).toBe('verify');
    expect(nextStep(job({ mustVerify: true, state: 'prepared' }), at(1), rules.boundMs)).toBe('verify');
    const transition = afterVerify(job({ mustVerify: true }), { kind: 'seen', sightings: [] }, at(1), rules, nobody);
    expect(transition).toMatchObject({ state: 'queued', verified: true });
  });
});

describe('after the call', () => {
  it('publishes at once when the permalink is known, and otherwise asks for it after the id is safe', () => {
    expect(afterSend(sent(), { kind: 'published', remoteId: '7', permalink: 'https://x.test/7' }, rules)).toMatchObject(
      { state: 'published' },
    );
    expect(afterSend(sent(), { kind: 'published', remoteId: '7', permalink: null }, rules)).toMatchObject({
      state: 'confirmed',
      readyIn: 0,
    });
  });

  it('never counts an unknown outcome as a failure', () => {
    expect(afterSend(sent(), { kind: 'unknown', code: 'http_503' }, rules)).toMatchObject({
      state: 'verifying',
      failures: 0,
      attempt: null,
    });
  });

  it('retries what never left us after 1, 5, 25 and 60 minutes, then says so', () => {
    const waits: (number | null)[] = [];
    let failures = 0;
    for (let n = 0; n < 5; n += 1) {
      const next = afterSend(sent({ failures }), { kind: 'not_sent', code: 'no_connection_refused' }, rules);
      failures = next.failures;
      waits.push(next.readyIn);
    }
    expect(waits).toEqual([60, 300, 1_500, 3_600, null]);
    expect(failures).toBe(5);
  });

  it('parks the lane on a dead token and keeps the post waiting', () => {
    const problem: PlatformProblem = { kind: 'reconnect', code: '190/458', message: 'Reconnect.' };
    expect(afterSend(sent(), { kind: 'rejected', problem }, rules)).toMatchObject({
      state: 'prepared',
      failures: 0,
      park: { code: '190/458' },
      attempt: { outcome: 'rejected' },
    });
  });

  it('waits out a rate limit without counting it', () => {
    const problem: PlatformProblem = {
      kind: 'wait',
      code: '429',
      message: 'Slow down.',
      seconds: 120,
      scope: 'account',
    };
    expect(afterSend(sent(), { kind: 'rejected', problem }, rules)).toMatchObject({
      state: 'prepared',
      readyIn: 120,
      failures: 0,
      block: { seconds: 120 },
    });
  });

  it('looks when the platform says that the post exists already', () => {
    const problem: PlatformProblem = { kind: 'duplicate', code: '506', message: 'Posted before.' };
    expect(afterSend(sent(), { kind: 'rejected', problem }, rules)).toMatchObject({
      state: 'verifying',
      markDuplicate: true,
      attempt: null,
    });
  });
});

describe('after a look', () => {
  it('takes the post that nobody else owns', () => {
    const seen: Finding = {
      kind: 'seen',
      sightings: [
        { remoteId: '1', at: at(1), permalink: null },
        { remoteId: '2', at: at(2), permalink: 'https://x.test/2' },
      ],
    };
    expect(afterVerify(sent(), seen, at(5), rules, (id) => id === '1')).toMatchObject({
      state: 'published',
      published: { remoteId: '2' },
    });
  });

  it('believes "not there" only when the quarantine is over', () => {
    const none: Finding = { kind: 'seen', sightings: [] };
    expect(afterVerify(sent(), none, at(89), rules, nobody)).toMatchObject({ state: 'verifying', attempt: null });
    expect(afterVerify(sent(), none, at(90), rules, nobody)).toMatchObject({
      state: 'prepared',
      failures: 1,
      attempt: { outcome: 'absent' },
    });
    expect(afterVerify(sent(), { kind: 'not_public' }, at(89), rules, nobody)).toMatchObject({ state: 'verifying' });
  });

  it('fails a refused duplicate that is not ours', () => {
    const duplicate = sent({ attempt: { ...open, isDuplicate: true } });
    expect(afterVerify(duplicate, { kind: 'seen', sightings: [] }, at(91), rules, nobody)).toMatchObject({
      state: 'failed',
      error: { code: 'duplicate' },
    });
  });

  it('asks a person when looking leads to nothing for 30 minutes', () => {
    expect(afterVerify(sent(), { kind: 'unclear', code: 'x' }, at(1_799), rules, nobody)).toMatchObject({
      state: 'verifying',
    });
    expect(afterVerify(sent(), { kind: 'unclear', code: 'x' }, at(1_800), rules, nobody)).toMatchObject({
      state: 'needs_attention',
      attempt: { outcome: 'undecided' },
    });
  });

  it('names a public post itself when the platform hides its id', () => {
    const hidden: Finding = { kind: 'public_without_id', fallbackId: 'container:9' };
    expect(afterVerify(sent(), hidden, at(5), rules, nobody)).toMatchObject({ state: 'verifying' });
    expect(afterVerify(sent({ attempt: { ...open, verifications: 3 } }), hidden, at(5), rules, nobody)).toMatchObject({
      published: { remoteId: 'container:9' },
    });
  });
});

describe('preparing', () => {
  it('ends processing that never ends', () => {
    expect(
      afterPrepare(job({ processingSince: start }), { kind: 'processing', seconds: 1 }, at(1_799), rules),
    ).toMatchObject({ state: 'queued' });
    expect(
      afterPrepare(job({ processingSince: start }), { kind: 'processing', seconds: 1 }, at(1_800), rules),
    ).toMatchObject({
      state: 'failed',
      error: { message: 'X did not finish processing the picture within 30 minutes. Retry, or use another picture.' },
    });
  });

  it('never sends what is public already', () => {
    const next = afterPrepare(job(), { kind: 'published_already' }, start, rules);
    expect(next.state).toBe('verifying');
    expect(nextStep(job({ state: 'verifying' }), start, rules.boundMs)).toBe('verify');
  });
});

/**
 * A whole life of a job against a platform that behaves arbitrarily: commits or not, answers or not, late or never, with crashes between
 * any two writes. The platform's ledger decides.
 */
interface World {
  view: JobView;
  nowSeconds: number;
  /** Times at which the one text becomes public. */
  readonly ledger: number[];
  readonly sends: { at: number; open: boolean }[];
  ended: string | null;
}

const QUARANTINE = 90;

function apply(world: World, next: Transition): void {
  const { view } = world;
  if (!(openStates as readonly string[]).includes(next.state)) {
    world.ended = next.state;
    return;
  }
  let attempt = view.attempt;
  if (next.attempt !== null) {
    attempt = null;
  } else if (attempt && next.markDuplicate) {
    attempt = { ...attempt, isDuplicate: true };
  }
  const processingSince =
    next.processing === 'start' ? at(world.nowSeconds) : next.processing === 'clear' ? null : view.processingSince;
  world.view = {
    ...view,
    state: next.state as OpenState,
    failures: next.failures,
    attempt,
    processingSince,
    parked: next.park ? 'reconnect' : view.parked,
  };
  world.nowSeconds += next.readyIn ?? 0;
}

interface Turn {
  /** Does the platform make the post public, and how late (seconds; within the quarantine)? */
  readonly commits: number | null;
  readonly answer:
    | 'ok'
    | 'unknown'
    | 'refused_connection'
    | 'duplicate'
    | 'crash_before'
    | 'crash_after'
    | 'rate_limit'
    | 'dead_token'
    | 'not_ready';
  readonly verification: 'true' | 'unclear' | 'transient' | 'crash';
  readonly prepare: 'ready' | 'processing' | 'stale' | 'transient';
}

/** `quarantine`: seconds until "not there" is believed. */
function play(turns: readonly Turn[], quarantine = QUARANTINE): World {
  const world: World = { view: job({ giveUpAt: at(7_200) }), nowSeconds: 0, ledger: [], sends: [], ended: null };
  for (const turn of turns) {
    if (world.ended !== null) {
      break;
    }
    const now = at(world.nowSeconds);
    const step = nextStep(world.view, now, rules.boundMs);
    switch (step) {
      case 'wait':
        world.view = { ...world.view, parked: null }; // the person reconnects
        world.nowSeconds += 60;
        break;
      case 'ask_person':
        apply(world, undecided(world.view, rules));
        break;
      case 'give_up':
        apply(world, afterGiveUp(world.view, null));
        break;
      case 'announce':
        world.ended = 'published';
        break;
      case 'prepare': {
        const results: Record<Turn['prepare'], Preparation | PlatformProblem> = {
          ready: { kind: 'ready' },
          processing: { kind: 'processing', seconds: 1 },
          stale: { kind: 'stale', code: 's', message: 's' },
          transient: { kind: 'transient', code: 't', message: 't' },
        };
        apply(world, afterPrepare(world.view, results[turn.prepare], now, rules));
        break;
      }
      case 'send': {
        world.sends.push({ at: world.nowSeconds, open: world.view.attempt !== null });
        // The intent, in its own transaction.
        world.view = {
          ...world.view,
          state: 'verifying',
          attempt: {
            intentAt: now,
            quarantineUntil: at(world.nowSeconds + quarantine),
            verifications: 0,
            isDuplicate: false,
          },
        };
        if (turn.answer === 'crash_before') {
          break;
        }
        const isPublicAlready = world.ledger.length > 0;
        const refuses = ['refused_connection', 'rate_limit', 'dead_token', 'not_ready', 'duplicate'].includes(
          turn.answer,
        );
        const delay = turn.answer === 'ok' ? 0 : turn.commits;
        if (!refuses && delay !== null) {
          world.ledger.push(world.nowSeconds + delay);
        }
        if (turn.answer === 'crash_after') {
          break;
        }
        const outcomes: Record<Exclude<Turn['answer'], 'crash_before' | 'crash_after'>, SendOutcome> = {
          ok: { kind: 'published', remoteId: 'r', permalink: null },
          unknown: { kind: 'unknown', code: 'timeout' },
          refused_connection: { kind: 'not_sent', code: 'no_connection_refused' },
          duplicate: isPublicAlready
            ? { kind: 'rejected', problem: { kind: 'duplicate', code: 'd', message: 'd' } }
            : { kind: 'unknown', code: 'x' },
          rate_limit: {
            kind: 'rejected',
            problem: { kind: 'wait', code: 'w', message: 'w', seconds: 60, scope: 'account' },
          },
          dead_token: { kind: 'rejected', problem: { kind: 'reconnect', code: 'r', message: 'r' } },
          not_ready: {
            kind: 'rejected',
            problem: { kind: 'transient', code: '9007/2207027', message: 'n', isProcessing: true },
          },
        };
        apply(world, afterSend(world.view, outcomes[turn.answer as keyof typeof outcomes], rules));
        break;
      }
      case 'verify': {
        const { attempt } = world.view;
        if (attempt) {
          world.view = { ...world.view, attempt: { ...attempt, verifications: attempt.verifications + 1 } };
        }
        if (turn.verification === 'crash') {
          world.nowSeconds += 30;
          break;
        }
        const visible = world.ledger
          .filter((time) => time <= world.nowSeconds)
          .map((time, index) => ({ remoteId: `p${index}`, at: at(time), permalink: null }));
        const findings: Record<Exclude<Turn['verification'], 'crash'>, Finding | PlatformProblem> = {
          true: { kind: 'seen', sightings: visible },
          unclear: { kind: 'unclear', code: 'u' },
          transient: { kind: 'transient', code: 't', message: 't' },
        };
        apply(world, afterVerify(world.view, findings[turn.verification], now, rules, nobody));
        break;
      }
    }
  }
  return world;
}

const turns = fc.array(
  fc.record<Turn>({
    commits: fc.option(fc.integer({ min: 0, max: QUARANTINE }), { nil: null }),
    answer: fc.constantFrom<Turn['answer'][]>(
      'ok',
      'unknown',
      'unknown',
      'refused_connection',
      'duplicate',
      'crash_before',
      'crash_after',
      'rate_limit',
      'dead_token',
      'not_ready',
    ),
    verification: fc.constantFrom<Turn['verification'][]>('true', 'true', 'true', 'unclear', 'transient', 'crash'),
    prepare: fc.constantFrom<Turn['prepare'][]>('ready', 'ready', 'ready', 'processing', 'stale', 'transient'),
  }),
  { minLength: 1, maxLength: 80 },
);

describe('any life of a job', () => {
  it('makes the post public at most once, and never sends while an attempt is open', () => {
    fc.assert(
      fc.property(turns, (life) => {
        const world = play(life);
        expect(world.ledger.length).toBeLessThanOrEqual(1);
        expect(world.sends.every((send) => !send.open)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never calls a public post failed, nor an absent one published', () => {
    fc.assert(
      fc.property(turns, (life) => {
        const world = play(life);
        if (world.ended === 'failed') {
          expect(world.ledger).toEqual([]);
        }
        if (world.ended === 'published') {
          expect(world.ledger).toHaveLength(1);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('has a judge that can fail: without the quarantine the same lives show duplicates', () => {
    const counts = fc.sample(turns, { numRuns: 2_000, seed: 7 }).map((life) => play(life, 0).ledger.length);
    expect(Math.max(...counts)).toBeGreaterThan(1);
  });
});
