import { OutboundError } from '@postloom/chassis';
import type { OutboundRequest, OutboundResponse } from '@postloom/chassis';
import { NO_CONNECTION, NotSent, PlatformError } from './platform.port.ts';
import type { SendOutcome } from './platform.port.ts';

/** The way out of an adapter: all of the HTTP client that it may use. */
export interface PlatformHttp {
  /** Any status is an answer. @throws {OutboundError} */
  request(request: OutboundRequest): Promise<OutboundResponse>;
}

/** Deadline of calls that only read or prepare, in milliseconds. */
export const READ_TIMEOUT_MS = 15_000;
/**
 * Longest answer that is read, in bytes: a hundred posts with the longest captions fit. The list of a platform that ignores our page
 * size costs an error instead of this process's memory.
 */
const MAX_ANSWER_BYTES = 2 * 1_048_576;
/** Longest text that is taken out of an answer, in characters; the longest caption of a platform has 63,206. */
const MAX_TEXT = 100_000;
const MAX_CODE = 100;
/** Uploads of pictures take longer. */
export const UPLOAD_TIMEOUT_MS = 45_000;

/** A call that may be repeated: no answer is a transient problem. @throws {PlatformError} */
export async function repeatableCall(
  http: PlatformHttp,
  label: string,
  request: OutboundRequest,
): Promise<OutboundResponse> {
  try {
    return await http.request({ maxResponseBytes: MAX_ANSWER_BYTES, ...request });
  } catch (error) {
    if (!(error instanceof OutboundError)) {
      throw error;
    }
    throw new PlatformError({
      kind: 'transient',
      code: `no_answer_${error.kind}`,
      message: `${label} did not answer. We try again by ourselves.`,
    });
  }
}

/** The publishing call. Never throws: an error that proves that nothing was sent is reported as such, every other one is `unknown`. */
export async function sendOnce(
  http: PlatformHttp,
  request: OutboundRequest & { readonly beforeSend: () => void },
  interpret: (response: OutboundResponse) => SendOutcome,
): Promise<SendOutcome> {
  try {
    return interpret(await http.request({ maxResponseBytes: MAX_ANSWER_BYTES, ...request }));
  } catch (error) {
    if (error instanceof NotSent) {
      return { kind: 'not_sent', code: error.reason };
    }
    if (error instanceof OutboundError) {
      return error.sent
        ? { kind: 'unknown', code: `no_answer_${error.kind}` }
        : { kind: 'not_sent', code: `${NO_CONNECTION}${error.kind}` };
    }
    return { kind: 'unknown', code: 'unreadable_answer' };
  }
}

/** The answer as an object, or null when it is not one. */
export function jsonObject(response: OutboundResponse): Record<string, unknown> | null {
  try {
    return asObject(response.json());
  } catch {
    return null; // SyntaxError: an error page or a truncated answer
  }
}

export function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** Null also for a text longer than any id, name, token or caption is: it would not fit into an event. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : null;
}

/** An error's code: it goes into logs and events. */
export function asCode(value: unknown): string | null {
  return asText(value)?.slice(0, MAX_CODE) ?? null;
}

/** Ids come as text or as numbers. */
export function asId(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value);
}

/** Four of them together still fit the columns in which analytics keeps and adds them. */
const MOST_COUNTED = 500_000_000;

/** A figure of a post or an account; null: not told, or nothing that counts. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_COUNTED ? value : null;
}

export function asList(value: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return (value as unknown[]).flatMap((item): Record<string, unknown>[] => {
    const object = asObject(item);
    return object === null ? [] : [object];
  });
}

/** `application/x-www-form-urlencoded`. */
export function form(fields: Readonly<Record<string, string>>): { body: string; headers: Record<string, string> } {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}

/** `multipart/form-data` with one file. The boundary must be random. */
export function multipart(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  file: { field: string; filename: string; mimeType: string; bytes: Buffer },
): { body: Buffer; headers: Record<string, string> } {
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(fields)) {
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`));
  }
  parts.push(
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.filename}"\r\n` +
        `content-type: ${file.mimeType}\r\n\r\n`,
    ),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  );
  return { body: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/**
 * A text in a form that survives a platform: composed characters, single line breaks, no spaces at the ends of lines. The expression looks
 * behind, so that a long run of spaces inside a line is read once and not from each of its positions.
 */
export function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/(?<![ \t\u00a0])[ \t\u00a0]+$/gm, '')
    .trim();
}
