import type { OutboundResponse } from '@postloom/chassis';
import { asList, asObject, asText, jsonObject } from '../http-call.ts';
import type { BudgetNote, PlatformProblem } from '../platform.port.ts';

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

/** Seconds until `x-rate-limit-reset`, at least 1; X has no Retry-After. `nowMs`: this process's wall clock. */
export function resetSeconds(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const reset = Number(headers['x-rate-limit-reset']);
  return Number.isFinite(reset) && reset > 0 ? Math.max(1, Math.ceil(reset - nowMs / 1_000)) : null;
}

/** The last call of the window was used: wait for the next one. */
export function xBudget(headers: Readonly<Record<string, string>>, nowMs: number): BudgetNote | null {
  if (headers['x-rate-limit-remaining'] !== '0') return null;
  const seconds = resetSeconds(headers, nowMs);
  return seconds === null ? null : { scope: 'account', seconds: Math.min(seconds, ONE_DAY) };
}

/** A refusal of X (status 300 and above) as what we do next (platform-apis 4.6). */
export function xProblem(response: OutboundResponse, nowMs: number): PlatformProblem {
  const failure = failureOf(response);
  const { status } = response;
  const code =
    failure.type !== '' && failure.type !== 'about:blank' && failure.type !== 'blank' ? failure.type : `http_${status}`;
  if (status === 401) {
    return {
      kind: 'reconnect',
      code,
      message: 'X no longer accepts the connection. Reconnect the account, waiting posts follow by themselves.',
    };
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
    return {
      kind: 'wait',
      code,
      message: 'X asks us to slow down.',
      seconds: resetSeconds(response.headers, nowMs) ?? FIFTEEN_MINUTES,
      scope: 'account',
    };
  }
  if (/duplicate content/i.test(failure.detail) || failure.legacyCode === 187) {
    return {
      kind: 'duplicate',
      code: 'duplicate',
      message: 'X refused the post because the same text was posted before. Change the text, then retry.',
    };
  }
  if (failure.type === 'user-suspended' || failure.legacyCode === 64 || failure.legacyCode === 326) {
    return {
      kind: 'restricted',
      code,
      message: 'X has suspended or locked this account. Sign in at X, follow its instructions, then retry.',
    };
  }
  if (failure.type === 'not-authorized-for-resource') {
    return {
      kind: 'reconnect',
      code,
      message: 'X says that a permission is missing. Reconnect the account and allow everything that is asked.',
    };
  }
  if (
    ['unsupported-authentication', 'oauth1-permissions', 'client-forbidden', 'client-not-enrolled'].includes(
      failure.type,
    )
  ) {
    return {
      kind: 'setup',
      code,
      message: 'X refuses the app of this installation. Whoever runs it must check its access level at X.',
    };
  }
  if (status >= 500) return { kind: 'transient', code, message: 'X had a problem of its own.' };
  if (/media ids are invalid/i.test(failure.detail)) {
    return { kind: 'stale', code: 'media_gone', message: 'X no longer has the uploaded picture.' };
  }
  if (/file size exceeds/i.test(failure.detail)) {
    return {
      kind: 'refused',
      code,
      message: 'X refused the picture: it is larger than 5 MB. Make it smaller, then retry.',
    };
  }
  if (/media|image/i.test(failure.detail)) {
    return {
      kind: 'refused',
      code,
      message: 'X refused the picture: it could not be used. Save it again as JPEG, then retry.',
    };
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
  return {
    kind: 'refused',
    code,
    message: `X refused the post${failure.detail === '' ? ` (${code}).` : `: ${failure.detail.slice(0, 200)}`}`,
  };
}

/** True when the token call says that the refresh token is no good any more. */
export function isRefusedToken(response: OutboundResponse): boolean {
  const error = asText(asObject(jsonObject(response))?.['error']);
  return response.status === 400 || (response.status === 401 && error !== 'unauthorized_client');
}
