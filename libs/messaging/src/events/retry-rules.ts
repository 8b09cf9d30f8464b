import { AppError } from '@postloom/contracts';
import type { ErrorCode } from '@postloom/contracts';
import { isConnectionLoss, sqlState } from '@postloom/persistence';
import { Undecodable } from './event-wire.ts';

/** Runs of a handler that fail by the event's own fault, over all processes, after which the event is parked. */
export const MAX_TRIES = 8;
const LONGEST_PAUSE_MS = 300_000;
/** An outage ends for every event at once, so nothing of it should wait for long afterwards. */
const LONGEST_PASSING_PAUSE_MS = 60_000;

/**
 * Why a run failed:
 * - `own`: the handler can't cope with this event; counted, parked after `MAX_TRIES`.
 * - `passing`: says nothing about the event (a neighbour or the database was away or slow, a lock was taken); never counted.
 * - `unreadable`: the data does not keep the contract this build knows. A newer producer may say more than this build
 *   understands, so it is retried for as long as a rolling update may take; never counted.
 */
export type FailureKind = 'own' | 'passing' | 'unreadable';

const passingCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unavailable',
  'deadline',
  'rate_limited',
  'conflict',
  'dependency_failed',
]);

/** Statement cancelled by its time limit, lock not available, deadlock and serialization failure. */
const passingStates: ReadonlySet<string> = new Set(['57014', '55P03', '40P01', '40001']);
/** The first two characters of an SQLSTATE: the server lacks resources (disk, memory, connections). */
const INSUFFICIENT_RESOURCES = '53';

export function failureKind(error: unknown): FailureKind {
  if (error instanceof Undecodable) {
    return 'unreadable';
  }
  if (error instanceof AppError) {
    return passingCodes.has(error.code) ? 'passing' : 'own';
  }
  const state = sqlState(error);
  const isPassingState = state !== undefined && (passingStates.has(state) || state.startsWith(INSUFFICIENT_RESOURCES));
  return isPassingState || isConnectionLoss(error) ? 'passing' : 'own';
}

/** Milliseconds between the first failure and the parking of an event that fails by no fault of its own. */
export interface Patience {
  readonly passingMs: number;
  readonly unreadableMs: number;
}

/** The limit a failure puts on further retries: so many tries, or so many milliseconds since the first failure. */
export interface RetryLimit {
  readonly tries: number | null;
  readonly ageMs: number | null;
}

export function retryLimit(kind: FailureKind, patience: Patience): RetryLimit {
  switch (kind) {
    case 'own':
      return { tries: MAX_TRIES, ageMs: null };
    case 'passing':
      return { tries: null, ageMs: patience.passingMs };
    case 'unreadable':
      return { tries: null, ageMs: patience.unreadableMs };
  }
}

/**
 * Milliseconds before the next run: `firstMs` (1 s) doubled after each run, up to 5 min; up to 1 min when the failure is passing.
 * `runs`: how often the event was run so far, at least 1.
 */
export function retryPauseMs(kind: FailureKind, runs: number, firstMs: number): number {
  const longest = kind === 'passing' ? LONGEST_PASSING_PAUSE_MS : LONGEST_PAUSE_MS;
  return Math.min(longest, firstMs * 2 ** Math.min(Math.max(runs, 1) - 1, 20));
}

/**
 * Retries are claimed ahead: what the slots will run in this time, so that many runs share the cost of a claim, and the next claim is
 * made while they run. Far shorter than a claim lasts; should runs become a hundred times slower meanwhile, a claim that ends costs a try.
 */
const AHEAD_MS = 250;
const MOST_AHEAD_PER_SLOT = 32;

export interface RetryLoad {
  /** Slots for retries that are free. */
  readonly free: number;
  /** Retries that are running. */
  readonly running: number;
  /** Retries that are claimed and not begun. */
  readonly claimed: number;
  /** Average time of a run, in milliseconds. */
  readonly runMs: number;
}

/** How many retries a process claims now: for its free slots, and what its slots will run soon. None while half of that is still claimed. */
export function retriesToClaim({ free, running, claimed, runMs }: RetryLoad): number {
  const perSlot = Math.min(MOST_AHEAD_PER_SLOT, Math.floor(AHEAD_MS / runMs));
  const enough = free + (running + free) * perSlot;
  return claimed > enough / 2 ? 0 : enough - claimed;
}
