import type { OutboundResponse } from '@postloom/chassis';
import { asList, asObject, asText, jsonObject } from '../http-call.ts';
import type { BudgetNote, PlatformProblem } from '../platform.port.ts';
import {
  appRefused,
  connectionEnded,
  duplicate,
  ownProblem,
  permissionMissing,
  pictureRefused,
  postRefused,
  slowDown,
  uploadGone,
} from '../problems.ts';

const LABEL = 'X';
const FIFTEEN_MINUTES = 900;
const ONE_DAY = 86_400;

/** What X says beside the status: last segment of `type`, the sentence, the legacy code. */
interface XFailure {
  readonly type: string;
  readonly detail: string;
  readonly legacyCode: number | null;
}

function failureOf(response: OutboundResponse): XFailure {
  const body = jsonObject(response) ?? {};
  const first = asList(body['errors'])[0];
  const messages = asList(body['errors']).flatMap((error) => asText(error['message']) ?? []);
  const code = first?.['code'];
  return {
    type: (asText(body['type']) ?? '').split('/').at(-1) ?? '',
    detail: [asText(body['detail']) ?? asText(body['error_description']) ?? '', ...messages].join(' ').trim(),
    legacyCode: typeof code === 'number' ? code : null,
  };
}

/**
 * Seconds until `x-rate-limit-reset`, at least 1; X has no Retry-After. They are counted from X's own `date`, because our clock may
 * be minutes ahead and would make us ask too early; `nowMs`, this process's wall clock, only where the answer has none.
 */
function resetSeconds(
  headers: Readonly<Record<string, string>>,
  nowMs: number,
  prefix = 'x-rate-limit',
): number | null {
  const reset = Number(headers[`${prefix}-reset`]);
  const answeredAt = Date.parse(headers['date'] ?? '');
  const fromMs = Number.isNaN(answeredAt) ? nowMs : answeredAt;
  return Number.isFinite(reset) && reset > 0 ? Math.max(1, Math.ceil(reset - fromMs / 1_000)) : null;
}

/**
 * The last call of a window was used: wait for the next one. Of the three windows (15 minutes, and 24 hours per user and per app,
 * seen live) the one that ends last counts.
 */
export function xBudget(headers: Readonly<Record<string, string>>, nowMs: number): BudgetNote | null {
  const windows = [
    { prefix: 'x-rate-limit', scope: 'account' },
    { prefix: 'x-user-limit-24hour', scope: 'account' },
    { prefix: 'x-app-limit-24hour', scope: 'app' },
  ] as const;
  let longest: BudgetNote | null = null;
  for (const { prefix, scope } of windows) {
    if (headers[`${prefix}-remaining`] !== '0') {
      continue;
    }
    const seconds = resetSeconds(headers, nowMs, prefix);
    if (seconds === null || (longest !== null && longest.seconds >= seconds)) {
      continue;
    }
    longest = { scope, seconds: Math.min(seconds, ONE_DAY) };
  }
  return longest;
}

/** A refusal of X (status 300 and above) as what we do next. */
export function xProblem(response: OutboundResponse, nowMs: number): PlatformProblem {
  const failure = failureOf(response);
  const { status } = response;
  const code =
    failure.type !== '' && failure.type !== 'about:blank' && failure.type !== 'blank' ? failure.type : `http_${status}`;
  if (status === 401) {
    return connectionEnded(LABEL, code);
  }
  if (status === 402 || failure.type === 'usage-capped' || /CreditsDepleted/i.test(failure.detail)) {
    return {
      kind: 'wait',
      code,
      message: 'The X quota of this installation is used up.',
      seconds: ONE_DAY,
      scope: 'app',
    };
  }
  if (status === 429 || failure.legacyCode === 88) {
    // The window that is used up names its own end; without headers the shortest window is the best guess.
    const note = xBudget(response.headers, nowMs);
    const seconds = note?.seconds ?? resetSeconds(response.headers, nowMs) ?? FIFTEEN_MINUTES;
    return slowDown(LABEL, code, seconds, note?.scope);
  }
  if (/duplicate content/i.test(failure.detail) || failure.legacyCode === 187) {
    return duplicate(LABEL, 'duplicate');
  }
  if (failure.type === 'user-suspended' || failure.legacyCode === 64 || failure.legacyCode === 326) {
    return {
      kind: 'restricted',
      code,
      message: 'X has suspended or locked this account. Sign in at X, follow its instructions, then retry.',
    };
  }
  if (failure.type === 'not-authorized-for-resource') {
    return permissionMissing(LABEL, code);
  }
  if (
    ['unsupported-authentication', 'oauth1-permissions', 'client-forbidden', 'client-not-enrolled'].includes(
      failure.type,
    )
  ) {
    return appRefused(LABEL, code, 'check its access level at X');
  }
  if (status >= 500) {
    return ownProblem(LABEL, code);
  }
  if (/media ids are invalid/i.test(failure.detail)) {
    return uploadGone(LABEL, 'media_gone');
  }
  if (/file size exceeds/i.test(failure.detail)) {
    return pictureRefused(LABEL, code, 'it is larger than 5 MB. Make it smaller, then retry.');
  }
  if (/media|image/i.test(failure.detail)) {
    return pictureRefused(LABEL, code, 'it could not be used. Save it again as JPEG, then retry.');
  }
  if (/weighted|too long|longer than/i.test(failure.detail)) {
    return {
      kind: 'refused',
      code,
      message:
        'X refused the caption: it is longer than 280 characters (a link counts 23, an emoji 2). Shorten it, then retry.',
    };
  }
  if (/cashtag/i.test(failure.detail)) {
    return { kind: 'refused', code, message: 'X takes one cashtag in a post. Remove the others, then retry.' };
  }
  return postRefused(LABEL, code, failure.detail === '' ? null : failure.detail);
}

/** True when the token call says that the refresh token is no good any more. */
export function isRefusedToken(response: OutboundResponse): boolean {
  const error = asText(asObject(jsonObject(response))?.['error']);
  return response.status === 400 || (response.status === 401 && error !== 'unauthorized_client');
}
