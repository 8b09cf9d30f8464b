import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../control/faults.ts';

/** A file of a multipart body. */
export interface UploadedFile {
  readonly field: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

/** The body of a request, read to its end. */
export interface ParsedBody {
  /** Form fields, or the top-level JSON members as text (objects stay JSON text). */
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
  /** The parsed JSON, undefined when the body was not JSON. */
  readonly json: unknown;
  /** true when the body claimed to be JSON and was not. */
  readonly broken: boolean;
  readonly size: number;
  /** The bytes as they arrived, of a body that is neither form nor JSON (a picture that is PUT). */
  readonly bytes?: Buffer;
}

/** One request on its way through a route. */
export interface Call {
  readonly method: string;
  /** Path without the query, as it arrived. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: ParsedBody;
  /** The fault that strikes this call, if any. Handlers use it only for what happens after the answer. */
  readonly fault: Fault | null;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** An argument from the body or, failing that, the query: the Graph API takes both. */
export function argument(call: Call, name: string): string | undefined {
  return call.body.fields[name] ?? call.query.get(name) ?? undefined;
}

/** The bearer token of the Authorization header. */
export function bearer(call: Call): string | undefined {
  return /^(?:Bearer|OAuth)\s+(.+)$/i.exec(call.headers.authorization ?? '')?.[1];
}
