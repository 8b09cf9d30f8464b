import type { ErrorDetail } from '@postloom/contracts';
import { texts } from '../texts.ts';

export type ApiErrorInit = {
  status: number;
  /** Code of the contract, or `network` when no answer came, or `http_<status>` when the body was not the contract's. */
  code: string;
  message: string;
  details?: readonly ErrorDetail[] | undefined;
  requestId: string;
  /** Status code, colon, space, then the body text (or the status text when the body is empty). */
  raw: string;
  /** Seconds to wait before a retry makes sense. */
  retryAfter?: number | undefined;
};

/** A call that did not succeed. `message` is a sentence for a person; `raw` follows the specification's text rule. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string;
  readonly raw: string;
  readonly retryAfter: number | undefined;

  constructor(init: ApiErrorInit) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.details = init.details ?? [];
    this.requestId = init.requestId;
    this.raw = init.raw;
    this.retryAfter = init.retryAfter;
  }

  /** The message for one field, by its dotted path. */
  detail(path: string): string | undefined {
    return this.details.find((detail) => detail.path === path)?.message;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

/** The session is gone: text starts with '401:' and contains 'Unauthorized'. Wrong credentials are not this. */
export function isUnauthorized(error: unknown): boolean {
  return isApiError(error) && error.raw.startsWith('401:') && error.raw.includes('Unauthorized');
}

/** A limit of the plan is met. */
export function isPlanLimit(error: unknown): boolean {
  return isApiError(error) && (error.message.includes('Post limit reached') || error.code === 'upgrade_required');
}

/** The token or code of a link is wrong, used or over: trying again changes nothing. */
export function isDeadLink(error: unknown): boolean {
  return isApiError(error) && [400, 404, 410].includes(error.status);
}

/** What is said when no answer came or the answer was not the contract's. */
export const unreachable = 'Postloom could not be reached. Please check your connection and try again.';

/** The server's sentence, else the given one. Network failures and unknown bodies take the given one. */
export function messageOr(error: unknown, fallback: string): string {
  if (!isApiError(error) || error.code === 'network' || error.code.startsWith('http_')) {
    return fallback;
  }
  return error.message || fallback;
}

/** The sentence about the first field that was refused, else the server's, else the given one. */
export function detailOr(error: unknown, fallback: string): string {
  return (isApiError(error) ? error.details[0]?.message : undefined) ?? messageOr(error, fallback);
}

type WireError = { error?: unknown; message?: unknown; details?: unknown; requestId?: unknown };

function isDetail(value: unknown): value is ErrorDetail {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** Reads an error answer. A body that is not the contract's keeps its text in `raw` only. */
export function toApiError(answer: {
  status: number;
  statusText: string;
  body: string;
  requestId: string;
  retryAfter?: string | null | undefined;
}): ApiError {
  const raw = `${answer.status}: ${answer.body || answer.statusText}`;
  const wire = parseWire(answer.body);
  const seconds = Number(answer.retryAfter ?? Number.NaN);
  return new ApiError({
    status: answer.status,
    code: typeof wire.error === 'string' ? wire.error : `http_${answer.status}`,
    message: typeof wire.message === 'string' ? wire.message : 'Something went wrong on our side.',
    details: Array.isArray(wire.details) ? wire.details.filter(isDetail) : undefined,
    requestId: typeof wire.requestId === 'string' ? wire.requestId : answer.requestId,
    raw,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

function parseWire(body: string): WireError {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {}; // Not JSON: a proxy's page for example.
  }
}

/** No answer at all. */
export function networkError(requestId: string): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    message: texts.loadFailed,
    requestId,
    raw: '0: Network error',
  });
}
