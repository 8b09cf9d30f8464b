import { isError } from './errors.ts';
/**
 * Redaction at the source: nothing secret or personal reaches a log line, whoever collects it later. Keys decide; bearer tokens and
 * addresses inside a message are removed as well.
 */
const secretKey =
  /pass(word|wd|phrase)|secret|token|authorization|cookie|api[-_]?key|private[-_]?key|credential|signature|ticket|caption|e[-_]?mail|recipient|^(code|state|verifier|body|set-cookie|parameters|detail)$/i;
const bearer = /\b(bearer|basic)\s+[a-z0-9._~+/=-]{8,}/gi;
/** Looks behind, so that a long word without an `@` is read once and not from each of its letters. */
const address = /(?<![a-z0-9._%+-])[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+/gi;
const urlSecret =
  /([?&](?:access_token|token|code|key|secret|signature|state|client_secret|X-Amz-[A-Za-z]+)=)[^&\s"']+/gi;
const userInfo = /:\/\/[^\s/@:]+:[^\s/@]+@/g;

const MASK = '[redacted]';
const MAX_DEPTH = 6;

/** A message with bearer tokens, mail addresses, passwords in URLs and secret query values cut out. */
export function redactText(text: string): string {
  return text
    .replace(bearer, `$1 ${MASK}`)
    .replace(userInfo, `://${MASK}@`)
    .replace(urlSecret, `$1${MASK}`)
    .replace(address, MASK);
}

/** A copy of `fields` that is safe to log. Errors keep type, message, code and stack, never parameters or details. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  const seen = new Set<object>();
  const safe: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    safe[key] =
      secretKey.test(key) && typeof value !== 'boolean' && typeof value !== 'number'
        ? mask(value)
        : clean(value, 0, seen);
  }
  return safe;
}

function mask(value: unknown): unknown {
  return value === null || value === undefined ? value : MASK;
}

function clean(value: unknown, depth: number, seen: Set<object>): unknown {
  if (typeof value === 'string') {
    return redactText(value);
  }
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'function' ? undefined : value;
  }
  if (value instanceof Date) {
    return value;
  }
  if (isError(value)) {
    return errorFields(value, depth, seen);
  }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    return `[${value.byteLength} bytes]`;
  }
  if (depth >= MAX_DEPTH || seen.has(value)) {
    return '[…]';
  }
  seen.add(value);
  if (Array.isArray(value)) {
    return value.map((item) => clean(item, depth + 1, seen));
  }
  const safe: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    safe[key] =
      secretKey.test(key) && typeof inner !== 'boolean' && typeof inner !== 'number'
        ? mask(inner)
        : clean(inner, depth + 1, seen);
  }
  return safe;
}

function errorFields(error: Error, depth: number, seen: Set<object>): Record<string, unknown> {
  if (depth >= MAX_DEPTH || seen.has(error)) {
    return { type: error.name, message: redactText(error.message) };
  }
  seen.add(error);
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: redactText(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack ? { stack: redactText(error.stack) } : {}),
    ...(error.cause !== undefined ? { cause: clean(error.cause, depth + 1, seen) } : {}),
  };
}
