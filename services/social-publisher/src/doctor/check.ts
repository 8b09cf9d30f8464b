import type { Doctor } from '@postloom/contracts';

export type Check = Doctor['checks'][number];
export type Verdict = Doctor['verdict'];

/** A finding's code; its sentences are for the person. */
interface Words {
  readonly title: string;
  readonly message: string;
  /** How to fix it, one step each. */
  readonly steps?: readonly string[];
  readonly action?: Check['action'];
}

const check = (id: string, status: Check['status'], words: Words): Check => ({
  id,
  status,
  title: words.title,
  message: words.message,
  steps: [...(words.steps ?? [])],
  action: words.action ?? null,
});

/** As it should be. */
export const ok = (id: string, title: string, message: string): Check => check(id, 'ok', { title, message });
/** Works, but not for ever, or not for everything. */
export const warning = (id: string, words: Words): Check => check(id, 'warning', words);
/** Does not work until it is fixed. */
export const problem = (id: string, words: Words): Check => check(id, 'problem', words);
/** Could not be determined. */
export const unknown = (id: string, title: string, message: string): Check => check(id, 'unknown', { title, message });

/** The overall result. What could not be determined does not count. */
export function verdictOf(checks: readonly Check[], isSetUp: boolean, isConnected: boolean): Verdict {
  if (!isSetUp) {
    return 'setup_required';
  }
  if (!isConnected) {
    return 'not_connected';
  }
  if (checks.some(({ status }) => status === 'problem')) {
    return 'broken';
  }
  return checks.some(({ status }) => status === 'warning') ? 'attention' : 'ok';
}
