/**
 * The closed list of error codes and the one table that maps them to HTTP and to a log level.
 * Bodies on the wire: `{error, message, details?, requestId}` (HTTP) and `{code, message, details?, retryAfterSeconds?}` (rpc).
 */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface ErrorMeaning {
  /** HTTP status the gateway answers. */
  readonly status: number;
  readonly logLevel: LogLevel;
  /** What a person reads when the error was thrown without a sentence of its own. */
  readonly message: string;
  /** Seconds for Retry-After when waiting helps and the error was thrown without its own. */
  readonly retryAfterSeconds?: number;
}

export const errorTable = {
  validation_failed: { status: 400, logLevel: 'debug', message: 'Please check the highlighted fields.' },
  invalid_id: { status: 400, logLevel: 'debug', message: 'This is not a valid id.' },
  invalid_date: { status: 400, logLevel: 'debug', message: 'Please choose a date and time in the future.' },
  invalid_state: { status: 400, logLevel: 'info', message: 'This link is no longer valid. Please start again.' },
  invalid_signature: {
    status: 400,
    logLevel: 'info',
    message: 'This message is not signed by the payment provider, or is too old.',
  },
  invalid_object: {
    status: 400,
    logLevel: 'info',
    message: 'We couldn’t find this upload. Please upload the file again.',
  },
  invalid_token: { status: 404, logLevel: 'info', message: 'This link is not valid.' },
  token_expired: { status: 410, logLevel: 'info', message: 'This link has expired or was already used.' },
  unauthorized: { status: 401, logLevel: 'info', message: 'Unauthorized' },
  invalid_credentials: { status: 401, logLevel: 'info', message: 'The email address or password is incorrect.' },
  second_step_required: {
    status: 401,
    logLevel: 'info',
    message: 'One more step: enter the code of your app, or use a passkey.',
  },
  invalid_code: { status: 401, logLevel: 'info', message: 'This code is not right, or it was already used.' },
  invalid_passkey: {
    status: 401,
    logLevel: 'info',
    message: 'This passkey was not accepted. Try again, or sign in with your password.',
  },
  confirmation_required: { status: 403, logLevel: 'info', message: 'Please confirm that it is you.' },
  forbidden: { status: 403, logLevel: 'info', message: 'Your role does not allow this.' },
  csrf_rejected: { status: 403, logLevel: 'info', message: 'This request came from another site and was blocked.' },
  upgrade_required: { status: 403, logLevel: 'info', message: 'Your plan does not include this.' },
  payment_unavailable: { status: 403, logLevel: 'info', message: 'Payment is not set up on this installation.' },
  not_found: { status: 404, logLevel: 'info', message: 'Not found.' },
  request_timeout: { status: 408, logLevel: 'info', message: 'The upload stalled. Please try again.' },
  conflict: { status: 409, logLevel: 'info', message: 'Someone else changed this at the same time. Please try again.' },
  version_conflict: {
    status: 409,
    logLevel: 'info',
    message: 'Someone changed this in the meantime. Reload to see the latest version.',
  },
  publishing: { status: 409, logLevel: 'info', message: 'This post is being published and can no longer be changed.' },
  not_retryable: { status: 409, logLevel: 'info', message: 'There is nothing to retry on this post.' },
  in_use: { status: 409, logLevel: 'info', message: 'A scheduled post needs this photo.' },
  last_business: { status: 409, logLevel: 'info', message: 'You need at least one business.' },
  no_business: { status: 409, logLevel: 'info', message: 'Create a business first.' },
  provider_not_configured: { status: 409, logLevel: 'info', message: 'This AI provider is not configured.' },
  platform_not_configured: { status: 409, logLevel: 'info', message: 'This platform is not set up yet.' },
  payload_too_large: { status: 413, logLevel: 'info', message: 'Image too large. Please try a smaller photo.' },
  unsupported_media_type: { status: 415, logLevel: 'info', message: 'This type of content is not accepted here.' },
  invalid_image: { status: 422, logLevel: 'info', message: 'This picture could not be read.' },
  image_too_large: { status: 422, logLevel: 'info', message: 'This picture has too many pixels.' },
  idempotency_mismatch: {
    status: 422,
    logLevel: 'info',
    message: 'This Idempotency-Key was used with another request.',
  },
  rate_limited: {
    status: 429,
    logLevel: 'info',
    message: 'Too many requests. Please wait a moment.',
    retryAfterSeconds: 10,
  },
  caption_failed: {
    status: 502,
    logLevel: 'warn',
    message: 'Failed to generate caption. Please try again.',
    retryAfterSeconds: 5,
  },
  dependency_failed: {
    status: 502,
    logLevel: 'warn',
    message: 'A service we rely on did not respond properly.',
    retryAfterSeconds: 5,
  },
  unavailable: {
    status: 503,
    logLevel: 'warn',
    message: 'Part of Postloom is restarting. Please try again in a moment.',
    retryAfterSeconds: 2,
  },
  deadline: { status: 504, logLevel: 'warn', message: 'This took too long. Please try again.', retryAfterSeconds: 2 },
  internal: { status: 500, logLevel: 'error', message: 'Something went wrong on our side.' },
} as const satisfies Record<string, ErrorMeaning>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as ErrorCode[];

export function errorMeaning(code: ErrorCode): ErrorMeaning {
  return errorTable[code];
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorTable, value);
}

/** One refused field: `path` is dotted (`brandColors.primary`), `message` a sentence for a person. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

export interface AppErrorOptions {
  readonly details?: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** The only error class that is thrown on purpose. Everything else is a bug and is answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message?: string, options: AppErrorOptions = {}) {
    super(message ?? errorMeaning(code).message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds ?? errorMeaning(code).retryAfterSeconds;
  }
}
