import type { FaultTarget } from './faults.ts';

/** One request as the page and `GET /sandbox/requests` show it. */
export interface LoggedRequest {
  readonly at: string;
  readonly target: FaultTarget;
  /** Whose token it bore: the platform's id of the account; null: nobody's, or a person's with several accounts. */
  readonly account: string | null;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** null: never answered. */
  status: number | null;
  durationMs: number;
  fault: string | null;
  /** The caller closed the connection before it had its answer. */
  isAbandoned: boolean;
}

const capacity = 500;
/** A prompt with the last captions of a business is some 6,000 characters long. */
const LONGEST_TEXT = 8_000;
const LONGEST_BODY = 12_000;
const secretNames =
  /^(access_token|client_secret|code|code_verifier|refresh_token|fb_exchange_token|input_token|token|password|appsecret_proof|api_key|authorization|x-api-key|cookie)$/i;
const keptHeaders = [
  'content-type',
  'user-agent',
  'anthropic-version',
  'traceparent',
  'x-request-id',
  'authorization',
  'x-api-key',
];

/** The last 500 requests, secrets masked before they are kept. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    this.#entries.push(entry);
    if (this.#entries.length > capacity) {
      this.#entries.shift();
    }
  }

  /** Newest first. */
  list(target: FaultTarget | undefined): LoggedRequest[] {
    const chosen = target ? this.#entries.filter((entry) => entry.target === target) : this.#entries;
    return chosen.toReversed();
  }

  clear(): void {
    this.#entries.length = 0;
  }
}

/** Keeps the first characters of a secret, enough to tell two apart. */
export function mask(secret: string): string {
  return secret.length <= 8 ? '***' : `${secret.slice(0, 4)}***`;
}

/** The headers worth showing, credentials masked (the scheme stays readable). */
export function maskedHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headers[name];
    if (typeof value !== 'string') {
      continue;
    }
    const scheme = /^(\S+)\s+(\S.*)$/.exec(value);
    if (!secretNames.test(name)) {
      shown[name] = value.slice(0, 200);
    } else {
      shown[name] = scheme ? `${scheme[1] ?? ''} ${mask(scheme[2] ?? '')}` : mask(value);
    }
  }
  return shown;
}

/** Path and query with the secrets masked. */
export function maskedPath(path: string, query: URLSearchParams): string {
  const pairs = [...query].map(
    ([name, value]) => `${name}=${secretNames.test(name) ? mask(value) : value.slice(0, 300)}`,
  );
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** A short readable form of a body: secrets masked, inline pictures reduced to their length. */
export function maskedBody(body: {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly { readonly field: string; readonly mimeType: string; readonly bytes: Buffer }[];
  readonly json: unknown;
}): string | null {
  if (body.json !== undefined) {
    return JSON.stringify(maskedValue(body.json, 0)).slice(0, LONGEST_BODY);
  }
  const parts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body.fields)) {
    parts[name] = secretNames.test(name) ? mask(value) : value.slice(0, 300);
  }
  for (const file of body.files) {
    parts[file.field] = `(${file.mimeType}, ${file.bytes.length} bytes)`;
  }
  return Object.keys(parts).length > 0 ? JSON.stringify(parts).slice(0, LONGEST_BODY) : null;
}

function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') {
    const long = value.length > LONGEST_TEXT;
    if (value.length > 300 && /^(data:|[A-Za-z0-9+/=\s]+$)/.test(value.slice(0, 120))) {
      return `${value.slice(0, 32)}… (${value.length} characters)`;
    }
    return long ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (depth > 8) {
    return '…';
  }
  if (Array.isArray(value)) {
    return value.slice(0, 20).map((item) => maskedValue(item, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretNames.test(key) && typeof item === 'string' ? mask(item) : maskedValue(item, depth + 1),
    ]),
  );
}
