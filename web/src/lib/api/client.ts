import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteContract } from '@postloom/contracts';
import { isUnauthorized, networkError, toApiError, type ApiError } from './errors.ts';
import { isAccountPath, pageBusiness } from './page-scope.ts';
import { sendBody } from './send-body.ts';
import { reportSessionLost } from './session-lost.ts';
import { traceHeaders } from './trace.ts';

type Part<Name extends string, T> = unknown extends T ? { [K in Name]?: undefined } : { [K in Name]: T };
type OptionalPart<Name extends string, T> = unknown extends T ? { [K in Name]?: undefined } : { [K in Name]?: T };

export type CallOptions<R extends RouteContract> = Part<'params', ParamsOf<R>> &
  OptionalPart<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>> & {
    /** Overrides the page's business; null sends none. */
    businessId?: string | null;
    /** Same key, same answer: make one per intended creation and keep it over retries. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Goes on when the page is closed. */
    keepalive?: boolean;
    /** Milliseconds after which it has failed without an answer; a read has a limit of its own. */
    deadlineMs?: number;
    /** A 401 is thrown but does not start the 'logged out' flow. */
    quiet?: boolean;
  };

type LooseOptions = {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  businessId?: string | null;
  idempotencyKey?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
  deadlineMs?: number;
  quiet?: boolean;
};

/** Path with its parameters filled in; without query. */
export function pathOf(route: Pick<RouteContract, 'path'>, params?: unknown): string {
  const values = (params ?? {}) as Record<string, string>;
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) {
      throw new TypeError(`${route.path} needs the parameter ${name}`);
    }
    return encodeURIComponent(value);
  });
}

/** `?a=1&b=2`, or an empty string; undefined and null values are left out, lists repeat their name. */
export function searchOf(query?: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) {
      continue;
    }
    for (const one of Array.isArray(value) ? value : [value]) {
      search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

function headersFor(
  route: RouteContract,
  options: LooseOptions,
  accept = 'application/json',
): Record<string, string> & { 'X-Request-Id': string } {
  const headers: Record<string, string> & { 'X-Request-Id': string } = {
    Accept: accept,
    ...traceHeaders(),
  };
  const business = options.businessId === undefined ? pageBusiness() : options.businessId;
  if (business && !isAccountPath(route.path)) {
    headers['X-Business-Id'] = business;
  }
  if (options.idempotencyKey) {
    headers['Idempotency-Key'] = options.idempotencyKey;
  }
  return headers;
}

/** The error, told on where the session is over. */
export function failed(error: ApiError, quiet: boolean | undefined): ApiError {
  if (isUnauthorized(error) && !quiet) {
    reportSessionLost();
  }
  return error;
}

export function readAnswer<R extends RouteContract>(route: R, text: string): AnswerOf<R> {
  const value: unknown = text === '' ? undefined : JSON.parse(text);
  if (import.meta.env.DEV && route.answer) {
    const parsed = route.answer.safeParse(value);
    if (!parsed.success) {
      throw new Error(`${route.method} ${route.path} answered outside its contract: ${parsed.error.message}`);
    }
  }
  return value as AnswerOf<R>;
}

/** Milliseconds after which a read without an answer has failed. What changes something is left to the server's answer unless it says so. */
const READ_DEADLINE_MS = 30_000;

/** What a read of an answer makes of it; the rest of the call is the same for all. */
export async function received<R extends RouteContract, T>(
  route: R,
  options: CallOptions<R>,
  read: (response: Response) => Promise<T>,
  accept?: string,
): Promise<{ response: Response; content: T }> {
  const { params, query, body, signal, keepalive = false, deadlineMs, quiet } = options as LooseOptions;
  const headers = headersFor(route, options as LooseOptions, accept);
  const init: RequestInit = { method: route.method, credentials: 'include', headers, keepalive };
  const limit = deadlineMs ?? (route.method === 'GET' ? READ_DEADLINE_MS : undefined);
  const ends = [signal, limit === undefined ? undefined : AbortSignal.timeout(limit)];
  init.signal = AbortSignal.any(ends.filter((end) => end !== undefined));
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  let response: Response;
  let refusal: string;
  try {
    response = await fetch(pathOf(route, params) + searchOf(query), init);
    if (response.ok) {
      return { response, content: await read(response) };
    }
    refusal = await response.text();
  } catch (cause) {
    if (signal?.aborted) {
      throw cause;
    }
    throw networkError(headers['X-Request-Id']);
  }
  throw failed(
    toApiError({
      status: response.status,
      statusText: response.statusText,
      body: refusal,
      requestId: response.headers.get('X-Request-Id') ?? headers['X-Request-Id'],
      retryAfter: response.headers.get('Retry-After'),
    }),
    quiet,
  );
}

/**
 * The one way to the server. Sends the session cookie and the business of the page; a JSON content type only with a body.
 * Throws ApiError for every non-OK answer and for none at all or none in time; an aborted call throws the signal's reason.
 */
export async function callRoute<R extends RouteContract>(route: R, options: CallOptions<R>): Promise<AnswerOf<R>> {
  const { content } = await received(route, options, (response) => response.text());
  return readAnswer(route, content);
}

/** A file, of the page's business as every call; throws as `callRoute` does. */
export async function downloadRoute<R extends RouteContract>(
  route: R,
  options: CallOptions<R>,
): Promise<{ file: Blob; fileName: string }> {
  const { response, content } = await received(route, options, (answer) => answer.blob());
  const [, fileName = 'download'] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { file: content, fileName };
}

export type UploadOptions = {
  file: Blob;
  /** Sent as the multipart field `file` of this name; without one the bytes are the body. */
  fileName?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Same key, same answer. */
  idempotencyKey?: string;
  /** Called with 0 to 100 while bytes move. */
  onProgress?(percent: number): void;
  businessId?: string | null;
  signal?: AbortSignal;
};

/** Sends one file. */
export async function callUpload<R extends RouteContract>(route: R, options: UploadOptions): Promise<AnswerOf<R>> {
  const headers = headersFor(route, options);
  let body: FormData | Blob = options.file;
  if (options.fileName === undefined) {
    headers['Content-Type'] = 'application/octet-stream';
  } else {
    body = new FormData();
    body.append('file', options.file, options.fileName);
  }
  const request = new XMLHttpRequest();
  request.open(route.method, pathOf(route, options.params) + searchOf(options.query));
  request.withCredentials = true;
  for (const [name, value] of Object.entries(headers)) {
    request.setRequestHeader(name, value);
  }
  await sendBody(request, body, {
    onBytes: (sent, all) => options.onProgress?.(Math.round((sent / all) * 100)),
    noAnswer: () => networkError(headers['X-Request-Id']),
    signal: options.signal,
  });
  if (request.status < 200 || request.status > 299) {
    throw failed(
      toApiError({
        status: request.status,
        statusText: request.statusText,
        body: request.responseText,
        requestId: request.getResponseHeader('X-Request-Id') ?? headers['X-Request-Id'],
        retryAfter: request.getResponseHeader('Retry-After'),
      }),
      false,
    );
  }
  return readAnswer(route, request.responseText);
}
