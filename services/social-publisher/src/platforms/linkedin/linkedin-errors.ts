import type { OutboundResponse } from '@postloom/chassis';
import { asText, jsonObject } from '../http-call.ts';
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
    code: asText(body?.['code']) ?? asText(body?.['error']) ?? `http_${response.status}`,
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

/** A refusal of LinkedIn (status 300 and above) as what we do next. */
export function linkedInProblem(response: OutboundResponse, nowMs: number): PlatformProblem {
  const { code, message } = failureOf(response);
  const { status } = response;
  if (status === 401) {
    return connectionEnded(LABEL, code, deadTokens[code]);
  }
  if (status === 429) {
    const named = Number(response.headers['retry-after']);
    if (Number.isFinite(named) && named > 0) {
      return slowDown(LABEL, code, named);
    }
    return { ...slowDown(LABEL, code, secondsToMidnight(nowMs)), earlyTrySeconds: EARLY_TRY_SECONDS };
  }
  if (code === 'DUPLICATE_POST' || /duplicate of urn:li:/i.test(message)) {
    return duplicate(LABEL, 'duplicate');
  }
  if (status === 426 || code === 'VERSION_MISSING' || code === 'NONEXISTENT_VERSION') {
    return appRefused(LABEL, code, 'set LINKEDIN_API_VERSION to a version that LinkedIn still serves');
  }
  if (status >= 500 || status === 409) {
    return ownProblem(LABEL, code);
  }
  if (status === 403) {
    return {
      kind: 'reconnect',
      code,
      message:
        'LinkedIn says that you may not post here. Check your role on the page, then reconnect the account and allow everything that is asked.',
    };
  }
  if (status === 413 || status === 415) {
    return pictureRefused(LABEL, code, 'it is too large or not a JPEG, PNG or GIF. Save it again, then retry.');
  }
  switch (code) {
    case 'FIELD_LENGTH_TOO_LONG':
      return {
        kind: 'refused',
        code,
        message: 'LinkedIn refused the caption: it is longer than 3,000 characters. Shorten it, then retry.',
      };
    case 'MEDIA_ASSET_PROCESSING_FAILED':
      return pictureRefused(LABEL, code, 'it could not be processed. Save it again as JPEG, then retry.');
    case 'INVALID_IMAGE_ID':
      return pictureRefused(LABEL, code, 'it could not be used. Save it again as JPEG, then retry.');
    case 'EXPIRED_UPLOAD_URL':
    case 'MEDIA_ASSET_WAITING_UPLOAD':
      return uploadGone(LABEL, code);
    case 'MEDIA_ASSET_PROCESSING':
      return { kind: 'transient', code, message: 'LinkedIn is not ready with the picture yet.' };
    default:
      return postRefused(LABEL, code, message === '' ? null : message);
  }
}
