import type { OutboundResponse } from '@postloom/chassis';
import { asCode, asText, jsonObject } from '../http-call.ts';
import type { PlatformProblem } from '../platform.port.ts';
import {
  appRefused,
  connectionEnded,
  duplicate,
  ownProblem,
  pictureRefused,
  postRefused,
  slowDown,
  uploadGone,
} from '../problems.ts';

const LABEL = 'LinkedIn';
const DAY_SECONDS = 86_400;

interface LinkedInFailure {
  readonly code: string;
  readonly message: string;
}

function failureOf(response: OutboundResponse): LinkedInFailure {
  const body = jsonObject(response);
  return {
    code: asCode(body?.['code']) ?? asCode(body?.['error']) ?? `http_${response.status}`,
    message: asText(body?.['message']) ?? asText(body?.['error_description']) ?? '',
  };
}

/** Whether the body is LinkedIn's own: it contains a code, a message or an OAuth error. */
export function isRefusal(response: OutboundResponse): boolean {
  const body = jsonObject(response);
  return ['code', 'message', 'error', 'serviceErrorCode'].some((name) => body?.[name] !== undefined);
}

/** "Content is a duplicate of urn:li:share:6…" names the first post; null: the answer names none. */
export function duplicateOf(response: OutboundResponse): string | null {
  return /duplicate of (urn:li:\w+:[\w-]+)/i.exec(failureOf(response).message)?.[1] ?? null;
}

/** The day's quota or a passing throttle, and nothing says which: one early try is fine. */
const EARLY_TRY_SECONDS = 300;

/** Quotas end at 00:00 UTC and come without headers. */
export function secondsToMidnight(nowMs: number): number {
  const passed = Math.floor(nowMs / 1_000) % DAY_SECONDS;
  return DAY_SECONDS - passed;
}

const deadTokens: Readonly<Record<string, string>> = {
  EXPIRED_ACCESS_TOKEN: 'the connection has expired',
  REVOKED_ACCESS_TOKEN: 'Postloom was removed from the permitted services of this account',
};

/** What a row's problem is made from. */
interface LinkedInRefusal extends LinkedInFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly nowMs: number;
}

/** One kind of refusal: any of its conditions is enough. */
interface LinkedInErrorRow {
  readonly status?: (status: number) => boolean;
  readonly codes?: readonly string[];
  /** Found in the message. */
  readonly message?: RegExp;
  readonly problem: (refusal: LinkedInRefusal) => PlatformProblem;
}

function is(...statuses: readonly number[]): (status: number) => boolean {
  return (status) => statuses.includes(status);
}

/** LinkedIn's error table; the first row that matches counts. */
const rows: readonly LinkedInErrorRow[] = [
  { status: is(401), problem: ({ code }) => connectionEnded(LABEL, code, deadTokens[code]) },
  { status: is(429), problem: throttled },
  {
    codes: ['DUPLICATE_POST'],
    message: /duplicate of urn:li:/i,
    problem: () => duplicate(LABEL, 'duplicate'),
  },
  {
    status: is(426),
    codes: ['VERSION_MISSING', 'NONEXISTENT_VERSION'],
    problem: ({ code }) => appRefused(LABEL, code, 'set LINKEDIN_API_VERSION to a version that LinkedIn still serves'),
  },
  { status: (status) => status >= 500 || status === 409, problem: ({ code }) => ownProblem(LABEL, code) },
  {
    status: is(403),
    problem: ({ code }) => ({
      kind: 'reconnect',
      code,
      message:
        'LinkedIn says that you may not post here. Check your role on the page, then reconnect the account and allow everything that is asked.',
    }),
  },
  {
    status: is(413, 415),
    problem: ({ code }) =>
      pictureRefused(LABEL, code, 'it is too large or not a JPEG, PNG or GIF. Save it again, then retry.'),
  },
  {
    codes: ['FIELD_LENGTH_TOO_LONG'],
    problem: ({ code }) => ({
      kind: 'refused',
      code,
      message: 'LinkedIn refused the caption: it is longer than 3,000 characters. Shorten it, then retry.',
    }),
  },
  {
    codes: ['MEDIA_ASSET_PROCESSING_FAILED'],
    problem: ({ code }) =>
      pictureRefused(LABEL, code, 'it could not be processed. Choose another photo, or try again.'),
  },
  {
    codes: ['INVALID_IMAGE_ID'],
    problem: ({ code }) => pictureRefused(LABEL, code, 'it could not be used. Choose another photo, or try again.'),
  },
  { codes: ['EXPIRED_UPLOAD_URL', 'MEDIA_ASSET_WAITING_UPLOAD'], problem: ({ code }) => uploadGone(LABEL, code) },
  {
    codes: ['MEDIA_ASSET_PROCESSING'],
    problem: ({ code }) => ({ kind: 'transient', code, message: 'LinkedIn is not ready with the picture yet.' }),
  },
];

function throttled({ code, headers, nowMs }: LinkedInRefusal): PlatformProblem {
  const named = Number(headers['retry-after']);
  if (Number.isFinite(named) && named > 0) {
    return slowDown(LABEL, code, named);
  }
  return { ...slowDown(LABEL, code, secondsToMidnight(nowMs)), earlyTrySeconds: EARLY_TRY_SECONDS };
}

function covers(row: LinkedInErrorRow, { status, code, message }: LinkedInRefusal): boolean {
  return row.status?.(status) === true || row.codes?.includes(code) === true || row.message?.test(message) === true;
}

/** A refusal of LinkedIn (status 300 and above) as what we do next. */
export function linkedInProblem(response: OutboundResponse, nowMs: number): PlatformProblem {
  const { status, headers } = response;
  const refusal = { ...failureOf(response), status, headers, nowMs };
  const row = rows.find((candidate) => covers(candidate, refusal));
  const { code, message } = refusal;
  return row?.problem(refusal) ?? postRefused(LABEL, code, message === '' ? null : message);
}
