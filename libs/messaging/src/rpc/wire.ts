import { AppError, isErrorCode, Role } from '@postloom/contracts';
import type { ErrorDetail, RpcContract } from '@postloom/contracts';
import { TruncatedList } from '@postloom/persistence';
import { headers } from '@nats-io/transport-node';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Caller } from './caller.ts';
import { EncodedJson, Unchanged } from './encoded-json.ts';

/**
 * The wire of rpc. Request: payload = JSON of the input, headers = caller (signed for a person, plain for a
 * service), budget and trace. Answer: payload = JSON of the output
 * with `status: ok`, or `{code, message, details?, retryAfterSeconds?}` with `status: error`. The data stands alone in the payload
 * so that the gateway can pass its bytes through.
 */
const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const HEADER = {
  requestId: 'request-id',
  userId: 'user-id',
  businessId: 'business-id',
  payerId: 'payer-id',
  role: 'role',
  assertion: 'caller',
  idempotencyKey: 'idempotency-key',
  deadlineMs: 'deadline-ms',
  traceparent: 'traceparent',
  status: 'status',
  fingerprint: 'fingerprint',
  callId: 'call-id',
  listens: 'listens',
  truncated: 'truncated',
} as const;

/** Made once and shared: nothing writes to them after this. */
const okHeaders = headers();
okHeaders.set(HEADER.status, 'ok');
const errorHeaders = headers();
errorHeaders.set(HEADER.status, 'error');
export { errorHeaders };

/**
 * An answer on the wire: with a fingerprint where its owner gave one, and marked when it is a cut list; `unchanged` stands for the answer
 * the caller has.
 */
export function encodeAnswer(output: unknown): { readonly bytes: Uint8Array; readonly head: MsgHdrs } {
  if (output instanceof Unchanged) {
    return { bytes: empty, head: answerHead('unchanged', output.fingerprint, false) };
  }
  const { fingerprint, isTruncated } =
    output instanceof EncodedJson ? output : { fingerprint: null, isTruncated: output instanceof TruncatedList };
  const isPlain = fingerprint === null && !isTruncated;
  return { bytes: encodeJson(output), head: isPlain ? okHeaders : answerHead('ok', fingerprint, isTruncated) };
}

const empty = new Uint8Array();

function answerHead(status: string, fingerprint: string | null, isTruncated: boolean): MsgHdrs {
  const head = headers();
  head.append(HEADER.status, status);
  setText(head, HEADER.fingerprint, fingerprint);
  setText(head, HEADER.truncated, isTruncated ? 'true' : null);
  return head;
}

export function encodeJson(value: unknown): Uint8Array {
  if (value instanceof EncodedJson) {
    return value.bytes;
  }
  // A handler without an answer says `undefined`, which is no JSON.
  return encoder.encode(JSON.stringify(value) ?? 'null');
}

export function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(decoder.decode(bytes));
}

/** Where the callers of a cancellable contract say that they have left; the payload is the id that their request carried. */
export function leavingSubject({ subject }: Pick<RpcContract, 'subject'>): string {
  return `${subject}.left`;
}

/** Where the owner of a contract with parts tells them to the caller of one request. */
export function partsSubject({ subject }: Pick<RpcContract, 'subject'>, callId: string): string {
  return `${subject}.parts.${callId}`;
}

/** Headers can't hold line breaks; an id with one is nobody's honest id. */
function setText(target: MsgHdrs, name: string, value: string | null | undefined): void {
  if (value !== null && value !== undefined && value !== '') {
    target.append(name, encodeURI(value));
  }
}

export function requestHeaders(
  caller: Caller,
  assertion: string | null,
  deadlineMs: number,
  traceparent: string | undefined,
  known: string | undefined,
  callId: string | null,
  listens = false,
): MsgHdrs {
  const result = headers();
  setText(result, HEADER.requestId, caller.requestId);
  if (assertion === null) {
    setText(result, HEADER.userId, caller.userId);
    setText(result, HEADER.businessId, caller.businessId);
    setText(result, HEADER.payerId, caller.payerId);
    setText(result, HEADER.role, caller.role);
  } else {
    result.append(HEADER.assertion, assertion);
  }
  setText(result, HEADER.idempotencyKey, caller.idempotencyKey);
  setText(result, HEADER.deadlineMs, String(Math.floor(deadlineMs)));
  setText(result, HEADER.traceparent, traceparent);
  setText(result, HEADER.fingerprint, known);
  setText(result, HEADER.callId, callId);
  setText(result, HEADER.listens, listens ? 'true' : null);
  return result;
}

/** What the headers of a request say. Who the caller claims to be is not proven yet. */
export interface RequestHead {
  readonly caller: Caller & { readonly idempotencyKey: string | null; readonly assertion: string | null };
  /** Milliseconds the caller still waits; null when it did not say. */
  readonly budgetMs: number | null;
  readonly traceparent: string | undefined;
  /** Fingerprint of the answer the caller still has. */
  readonly known: string | null;
  /** By which the caller says that it has left, and is told parts. */
  readonly callId: string | null;
  /** The caller takes parts. */
  readonly listens: boolean;
}

export function readRequestHead(received: MsgHdrs | undefined): RequestHead {
  const values: Record<string, string | undefined> = {};
  // One pass: the library's own `get` builds an array of all keys for every name asked.
  if (received !== undefined) {
    for (const [name, [value]] of received) {
      values[name.toLowerCase()] = value;
    }
  }
  const read = (name: string): string | null => {
    const value = values[name];
    return value === undefined ? null : value.includes('%') ? decodeURI(value) : value;
  };
  const role = Role.safeParse(read(HEADER.role));
  const budget = Number(read(HEADER.deadlineMs) ?? Number.NaN);
  return {
    caller: {
      requestId: read(HEADER.requestId) ?? 'none',
      userId: read(HEADER.userId),
      businessId: read(HEADER.businessId),
      payerId: read(HEADER.payerId),
      role: role.success ? role.data : null,
      idempotencyKey: read(HEADER.idempotencyKey),
      assertion: read(HEADER.assertion),
    },
    budgetMs: Number.isFinite(budget) ? budget : null,
    traceparent: read(HEADER.traceparent) ?? undefined,
    known: read(HEADER.fingerprint),
    callId: read(HEADER.callId),
    listens: read(HEADER.listens) === 'true',
  };
}

export function encodeError(error: AppError): Uint8Array {
  const { code, message, details, retryAfterSeconds } = error;
  return encodeJson({ code, message, details, retryAfterSeconds });
}

/** What the headers of an answer say. */
export interface AnswerHead {
  readonly status: 'ok' | 'error' | 'unchanged';
  readonly fingerprint: string | null;
  readonly isTruncated: boolean;
}

export function readAnswerHead(received: MsgHdrs | undefined): AnswerHead {
  let status: AnswerHead['status'] = 'ok';
  let fingerprint: string | null = null;
  let isTruncated = false;
  if (received !== undefined) {
    for (const [name, [value = '']] of received) {
      if (name === HEADER.status && (value === 'error' || value === 'unchanged')) {
        status = value;
      }
      if (name === HEADER.fingerprint) {
        fingerprint = value.includes('%') ? decodeURI(value) : value;
      }
      isTruncated ||= name === HEADER.truncated;
    }
  }
  return { status, fingerprint, isTruncated };
}

/** The error a service answered with; an unknown code (of a newer version) becomes `internal`. */
export function decodeError(bytes: Uint8Array): AppError {
  const body = decodeJson(bytes) as {
    code?: unknown;
    message?: unknown;
    details?: readonly ErrorDetail[];
    retryAfterSeconds?: unknown;
  };
  return new AppError(
    isErrorCode(body.code) ? body.code : 'internal',
    typeof body.message === 'string' ? body.message : undefined,
    {
      details: Array.isArray(body.details) ? body.details : undefined,
      retryAfterSeconds: typeof body.retryAfterSeconds === 'number' ? body.retryAfterSeconds : undefined,
    },
  );
}
