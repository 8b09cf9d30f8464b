import type { Doctor } from '@postloom/contracts';

export type Check = Doctor['checks'][number];
export type Verdict = Doctor['verdict'];

/** What a finding says; the words are for the person. */
interface Words {
  readonly title: string;
  readonly message: string;
  /** How to mend it, one step each. */
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

/** Found right. */
export const ok = (id: string, title: string, message: string): Check => check(id, 'ok', { title, message });
/** Works, but not for ever, or not for everything. */
export const warning = (id: string, words: Words): Check => check(id, 'warning', words);
/** Does not work until it is mended. */
export const problem = (id: string, words: Words): Check => check(id, 'problem', words);
/** Could not be found out. */
export const unknown = (id: string, title: string, message: string): Check => check(id, 'unknown', { title, message });

/** One word for all of it. What could not be found out counts for nothing. */
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
