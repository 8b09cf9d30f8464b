import type { OutboundResponse } from '@postloom/chassis';
import { jsonObject, READ_TIMEOUT_MS, repeatableCall } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import { unreadable } from '../problems.ts';
import { linkedInProblem } from './linkedin-errors.ts';

const LABEL = 'LinkedIn';

export interface LinkedInCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with query, under the API's host. */
  readonly path: string;
  readonly token: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Where Rest.li requires the method's name. */
  readonly restliMethod?: 'FINDER' | 'DELETE';
  readonly timeoutMs?: number;
}

/** LinkedIn's versioned API: three headers on every `/rest` call, Rest.li 2.0. */
export class LinkedInClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly settings: { readonly apiUrl: string; readonly version: string },
    private readonly now: () => Date,
  ) {}

  /** A call that may be repeated. @throws {PlatformError} */
  async call(call: LinkedInCall): Promise<OutboundResponse> {
    const response = await repeatableCall(this.http, LABEL, this.request(call));
    if (response.status >= 300) {
      throw new PlatformError(this.problem(response));
    }
    return response;
  }

  /** The same, when the answer is an object. @throws {PlatformError} */
  async read(call: LinkedInCall): Promise<Record<string, unknown>> {
    const body = jsonObject(await this.call(call));
    if (body === null) {
      throw unreadable(LABEL, 'unreadable');
    }
    return body;
  }

  request(call: LinkedInCall) {
    return {
      url: `${this.settings.apiUrl}${call.path}`,
      method: call.method,
      timeoutMs: call.timeoutMs ?? READ_TIMEOUT_MS,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${call.token}`,
        ...(call.path.startsWith('/rest/')
          ? {
              'linkedin-version': this.settings.version,
              'x-restli-protocol-version': '2.0.0',
              'content-type': 'application/json',
            }
          : {}),
        ...(call.restliMethod === undefined ? {} : { 'x-restli-method': call.restliMethod }),
      },
      ...(call.json === undefined ? {} : { body: JSON.stringify(call.json) }),
    };
  }

  problem(response: OutboundResponse): ReturnType<typeof linkedInProblem> {
    return linkedInProblem(response, this.now().getTime());
  }
}
