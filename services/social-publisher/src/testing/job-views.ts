import type { JobView, Rules } from '../publish/protocol.ts';

export const rules: Rules = { label: 'X', retrySeconds: [60, 300, 1_500, 3_600], boundMs: 1_800_000 };
export const start = new Date('2026-11-20T10:00:00Z');
export const at = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000);
/** No other job owns a post. */
export const nobody = (): boolean => false;

/** A job of the protocol's tests: queued, with six hours to go. */
export function job(overrides: Partial<JobView> = {}): JobView {
  return {
    state: 'queued',
    failures: 0,
    notSent: 0,
    processingSince: null,
    giveUpAt: at(21_600),
    mustVerify: false,
    attempt: null,
    parked: null,
    isBlocked: false,
    resolution: null,
    ...overrides,
  };
}

/** An attempt whose quarantine is over after 90 seconds. */
export const open = { intentAt: start, quarantineUntil: at(90), verifications: 1, isDuplicate: false };
export const sent = (overrides: Partial<JobView> = {}): JobView =>
  job({ state: 'verifying', attempt: open, ...overrides });
