import type { OutboundResponse } from '@postloom/chassis';
import { asId, asObject, asText, form, jsonObject, READ_TIMEOUT_MS, repeatableCall, sendOnce } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { Delivery, PlatformProblem, SendOutcome } from '../platform.port.ts';
import { unreadable } from '../problems.ts';
import { graphBudget, graphFailure, graphProblem } from './graph-errors.ts';

export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Instead of `fields`: a ready body (multipart). */
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** What both Graph hosts share: token in the header (never in a URL that a log may keep), error shape, usage headers. */
export class GraphClient {
  constructor(
    private readonly http: PlatformHttp,
    private readonly label: string,
    private readonly baseUrl: string,
  ) {}

  /** A call that may be repeated. @throws {PlatformError} */
  async call(call: GraphCall, delivery?: Pick<Delivery, 'budget'>): Promise<Record<string, unknown>> {
    const response = await repeatableCall(this.http, this.label, this.request(call));
    this.note(response, delivery);
    const failure = graphFailure(response);
    if (failure) {
      throw new PlatformError(graphProblem(this.label, failure, response.headers));
    }
    const body = jsonObject(response);
    if (response.status >= 300 || body === null) {
      throw unreadable(this.label, `http_${response.status}`);
    }
    return body;
  }

  /**
   * The publishing call. A server-side error of the platform (5xx, 1, 2, transient) leaves it open whether the post was published; so does
   * a garbled success.
   */
  send(call: GraphCall, delivery: Delivery, timeoutMs: number, guard: () => void): Promise<SendOutcome> {
    return sendOnce(this.http, { ...this.request(call), timeoutMs, beforeSend: guard }, (response) => {
      this.note(response, delivery);
      const failure = graphFailure(response);
      if (failure) {
        return this.refusal(response, graphProblem(this.label, failure, response.headers));
      }
      const body = jsonObject(response);
      const remoteId = asId(body?.['id']);
      if (response.status >= 300 || remoteId === null) {
        return { kind: 'unknown', code: `http_${response.status}` };
      }
      // Only there when the call has asked for it: it saves the call that would read it.
      return { kind: 'published', remoteId, permalink: asText(body?.['permalink_url']) };
    });
  }

  private refusal(response: OutboundResponse, problem: PlatformProblem): SendOutcome {
    const isOpen = problem.kind === 'transient' && problem.isProcessing !== true;
    if (response.status >= 500 || isOpen) {
      return { kind: 'unknown', code: problem.code };
    }
    return { kind: 'rejected', problem };
  }

  private note(response: OutboundResponse, delivery: Pick<Delivery, 'budget'> | undefined): void {
    const note = graphBudget(response.headers);
    if (note && delivery) {
      delivery.budget(note);
    }
  }

  private request(call: GraphCall) {
    const url = new URL(`${this.baseUrl}${call.path}`);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      url.searchParams.set(name, value);
    }
    const fields = call.fields === undefined ? null : form(call.fields);
    return {
      url,
      method: call.method,
      timeoutMs: call.timeoutMs ?? READ_TIMEOUT_MS,
      headers: {
        accept: 'application/json',
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...fields?.headers,
        ...call.headers,
      },
      ...(fields === null ? {} : { body: fields.body }),
      ...(call.body === undefined ? {} : { body: call.body }),
    };
  }
}

/** Whether a list continues after this page. */
export function hasNextPage(answer: Readonly<Record<string, unknown>>): boolean {
  return asObject(answer['paging'])?.['next'] !== undefined;
}

/** The value of `after` for the next page; null: the answer has none. */
export function nextCursor(answer: Readonly<Record<string, unknown>>): string | null {
  return asText(asObject(asObject(answer['paging'])?.['cursors'])?.['after']);
}
