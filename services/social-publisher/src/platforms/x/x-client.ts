import type { OutboundRequest, OutboundResponse } from '@postloom/chassis';
import { form, jsonObject, READ_TIMEOUT_MS, repeatableCall } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { Delivery, TokenSet } from '../platform.port.ts';
import { unreadable } from '../problems.ts';
import { xBudget, xProblem } from './x-errors.ts';

const LABEL = 'X';

/** Calls of X's API that may be repeated, with its error shapes and rate headers. */
export class XClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly settings: { readonly apiUrl: string; readonly clientId: string; readonly clientSecret: string },
    private readonly now: () => Date,
  ) {}

  /** @throws {PlatformError} */
  async call(
    tokens: TokenSet,
    request: Omit<OutboundRequest, 'url' | 'timeoutMs'> & { path: string | URL; timeoutMs?: number },
    delivery?: Pick<Delivery, 'budget'>,
  ): Promise<Record<string, unknown>> {
    const { path, ...rest } = request;
    const response = await repeatableCall(this.http, LABEL, {
      timeoutMs: READ_TIMEOUT_MS,
      ...rest,
      url: typeof path === 'string' ? this.url(path) : path,
      headers: { accept: 'application/json', ...request.headers, authorization: `Bearer ${tokens.accessToken}` },
    });
    this.note(response, delivery);
    if (response.status >= 300) {
      throw new PlatformError(this.problem(response));
    }
    const body = jsonObject(response);
    if (body === null) {
      throw unreadable(LABEL, 'unreadable');
    }
    return body;
  }

  /** A call with the app's own credentials: HTTP Basic, a form, any answer. @throws {PlatformError} without an answer */
  basic(path: string, fields: Readonly<Record<string, string>>): Promise<OutboundResponse> {
    const pair = `${encodeURIComponent(this.settings.clientId)}:${encodeURIComponent(this.settings.clientSecret)}`;
    const { body, headers } = form(fields);
    return repeatableCall(this.http, LABEL, {
      url: this.url(path),
      method: 'POST',
      timeoutMs: READ_TIMEOUT_MS,
      headers: { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
      body,
    });
  }

  url(path: string): URL {
    return new URL(`${this.settings.apiUrl}${path}`);
  }

  problem(response: OutboundResponse): ReturnType<typeof xProblem> {
    return xProblem(response, this.now().getTime());
  }

  /** Rate headers are on every answer; those of a refusal are part of the refusal. */
  note(response: OutboundResponse, delivery: Pick<Delivery, 'budget'> | undefined): void {
    const note = xBudget(response.headers, this.now().getTime());
    if (note && delivery && response.status < 300) {
      delivery.budget(note);
    }
  }
}
