import { parseForeignJson } from '@postloom/chassis';
import type { OutboundResponse } from '@postloom/chassis';
import { asCode, asObject, asText, READ_TIMEOUT_MS, repeatableCall } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import { unreadable } from '../problems.ts';
import { tiktokProblem } from './tiktok-errors.ts';

const LABEL = 'TikTok';

/** TikTok's envelope: `data`, and an error whose code is `ok` when there is none. Null: not an envelope. */
export interface Envelope {
  readonly data: Readonly<Record<string, unknown>>;
  readonly code: string;
  readonly message: string | null;
}

/** TikTok's ids are JSON integers above 2^53: those become text, so that no digit is lost. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    return asObject(
      parseForeignJson(text, (_key, value, { source }) =>
        typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && source !== undefined
          ? source
          : value,
      ),
    );
  } catch {
    return null; // SyntaxError: an error page or a truncated answer
  }
}

export function envelopeOf(response: OutboundResponse): Envelope | null {
  const body = parsed(response.text());
  const error = asObject(body?.['error']);
  const code = asCode(error?.['code']);
  if (body === null || code === null) {
    return null;
  }
  return { data: asObject(body['data']) ?? {}, code, message: asText(error?.['message']) };
}

export interface TikTokCall {
  readonly method: 'GET' | 'POST';
  /** Path with query; TikTok's paths end with a slash. */
  readonly path: string;
  readonly token: string;
  readonly json?: unknown;
  readonly timeoutMs?: number;
}

/** Calls with a creator's token. */
export class TikTokClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly apiUrl: string,
  ) {}

  /** A call that may be repeated: its `data`. Refusals come with any status, also 200. @throws {PlatformError} */
  async call(call: TikTokCall): Promise<Readonly<Record<string, unknown>>> {
    const envelope = envelopeOf(await repeatableCall(this.http, LABEL, this.request(call)));
    if (envelope === null) {
      throw unreadable(LABEL, 'unreadable');
    }
    if (envelope.code !== 'ok') {
      throw new PlatformError(tiktokProblem(envelope.code, envelope.message));
    }
    return envelope.data;
  }

  request(call: TikTokCall) {
    return {
      url: `${this.apiUrl}${call.path}`,
      method: call.method,
      timeoutMs: call.timeoutMs ?? READ_TIMEOUT_MS,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${call.token}`,
        ...(call.method === 'POST' ? { 'content-type': 'application/json; charset=UTF-8' } : {}),
      },
      ...(call.json === undefined ? {} : { body: JSON.stringify(call.json) }),
    };
  }
}
