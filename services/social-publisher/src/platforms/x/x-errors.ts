import type { OutboundResponse } from '@postloom/chassis';
import { asCode, asList, asObject, asText, jsonObject } from '../http-call.ts';
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

/** X's explanation beside the status: last segment of `type`, the sentence, the legacy code. */
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
    type: asCode((asText(body['type']) ?? '').split('/').at(-1)) ?? '',
    detail: [asText(body['detail']) ?? asText(body['error_description']) ?? '', ...messages].join(' ').trim(),
    legacyCode: typeof code === 'number' ? code : null,
  };
}

/**
 * Seconds until `x-rate-limit-reset`, at least 1; X has no Retry-After. They are counted from X's own `date`, because our clock may be
 * minutes ahead and would make us call too early; `nowMs`, this process's wall clock, only where the answer has none.
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

/** What a row matches and its problem is made from. */
interface XRefusal extends XFailure {
  readonly status: number;
  /** Distinguishes the refusal in logs: X's type, or the HTTP status. */
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** One kind of refusal: any of its conditions is enough. */
interface XErrorRow {
  readonly status?: (status: number) => boolean;
  readonly types?: readonly string[];
  readonly legacyCodes?: readonly number[];
  /** Found in the sentence. */
  readonly detail?: RegExp;
  readonly problem: (refusal: XRefusal) => PlatformProblem;
}

/** X's error table; the first row that matches counts. */
const rows: readonly XErrorRow[] = [
  { status: (status) => status === 401, problem: ({ code }) => connectionEnded(LABEL, code) },
  {
    status: (status) => status === 402,
    types: ['usage-capped'],
    detail: /CreditsDepleted/i,
    problem: ({ code }) => ({
      kind: 'wait',
      code,
      message: 'The X quota of this installation is used up.',
      seconds: ONE_DAY,
      scope: 'app',
    }),
  },
  { status: (status) => status === 429, legacyCodes: [88], problem: rateLimited },
  { detail: /duplicate content/i, legacyCodes: [187], problem: () => duplicate(LABEL, 'duplicate') },
  {
    types: ['user-suspended'],
    legacyCodes: [64, 326],
    problem: ({ code }) => ({
      kind: 'restricted',
      code,
      message: 'X has suspended or locked this account. Sign in at X, follow its instructions, then retry.',
    }),
  },
  { types: ['not-authorized-for-resource'], problem: ({ code }) => permissionMissing(LABEL, code) },
  {
    types: ['unsupported-authentication', 'oauth1-permissions', 'client-forbidden', 'client-not-enrolled'],
    problem: ({ code }) => appRefused(LABEL, code, 'check its access level at X'),
  },
  { status: (status) => status >= 500, problem: ({ code }) => ownProblem(LABEL, code) },
  { detail: /media ids are invalid/i, problem: () => uploadGone(LABEL, 'media_gone') },
  {
    detail: /file size exceeds/i,
    problem: ({ code }) => pictureRefused(LABEL, code, 'it is larger than 5 MB. Make it smaller, then retry.'),
  },
  {
    detail: /media|image/i,
    problem: ({ code }) => pictureRefused(LABEL, code, 'it could not be used. Choose another photo, or try again.'),
  },
  {
    detail: /weighted|too long|longer than/i,
    problem: ({ code }) => ({
      kind: 'refused',
      code,
      message:
        'X refused the caption: it is longer than 280 characters (a link counts 23, an emoji 2). Shorten it, then retry.',
    }),
  },
  {
    detail: /cashtag/i,
    problem: ({ code }) => ({
      kind: 'refused',
      code,
      message: 'X takes one cashtag in a post. Remove the others, then retry.',
    }),
  },
];

/** The window that is used up gives its own end; without headers the shortest window is the best guess. */
function rateLimited({ code, headers, nowMs }: XRefusal): PlatformProblem {
  const note = xBudget(headers, nowMs);
  const seconds = note?.seconds ?? resetSeconds(headers, nowMs) ?? FIFTEEN_MINUTES;
  return slowDown(LABEL, code, seconds, note?.scope);
}

function covers(row: XErrorRow, { status, type, legacyCode, detail }: XRefusal): boolean {
  return (
    row.status?.(status) === true ||
    row.types?.includes(type) === true ||
    (legacyCode !== null && row.legacyCodes?.includes(legacyCode) === true) ||
    row.detail?.test(detail) === true
  );
}

/** A refusal of X (status 300 and above) as what we do next. */
export function xProblem(response: OutboundResponse, nowMs: number): PlatformProblem {
  const failure = failureOf(response);
  const { status, headers } = response;
  const isNamed = !['', 'about:blank', 'blank'].includes(failure.type);
  const refusal = { ...failure, status, headers, nowMs, code: isNamed ? failure.type : `http_${status}` };
  const row = rows.find((candidate) => covers(candidate, refusal));
  return row?.problem(refusal) ?? postRefused(LABEL, refusal.code, failure.detail === '' ? null : failure.detail);
}

/** True when the token call says that the refresh token is no longer valid. */
export function isRefusedToken(response: OutboundResponse): boolean {
  const error = asText(asObject(jsonObject(response))?.['error']);
  return response.status === 400 || (response.status === 401 && error !== 'unauthorized_client');
}
