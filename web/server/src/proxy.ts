import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { spendingInto } from '../../../libs/chassis/src/spent-bytes.ts';
import { callerOf, withoutHopByHop } from './forwarded.ts';
import { errorHeaders } from './security-headers.ts';
import type { WebServerSettings } from './settings.ts';

/** Answers with the contract's error shape: code, sentence for a person, request id. */
export const sendError = (
  response: ServerResponse,
  status: number,
  error: string,
  message: string,
  extra: Record<string, string> = {},
): void => {
  const requestId = randomUUID();
  const body = JSON.stringify({ error, message, requestId });
  response.setHeader('X-Request-Id', requestId);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...errorHeaders,
    ...extra,
  });
  response.end(body);
};

/** Bytes of the longest answer that is put into a page: a longer one would hold the page up, which asks for it by itself. */
const MOST_ANSWER_BYTES = 262_144;

const withoutBody = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Passes `/api` and `/objects` to the gateway, bodies streaming in both directions. */
export class GatewayProxy {
  private readonly settings: WebServerSettings;
  private readonly target: URL;
  private readonly calls = new Agent({ keepAlive: true, maxSockets: 1024, maxFreeSockets: 64, timeout: 0 });
  /** Every open page holds one connection for as long as it is open: on its own, or the pages would keep the calls waiting. */
  private readonly streams = new Agent({ keepAlive: false, maxSockets: Infinity, timeout: 0 });
  private readonly openStreams = new Set<() => void>();

  constructor(settings: WebServerSettings) {
    this.settings = settings;
    this.target = new URL(settings.gatewayUrl);
  }

  /** One request through; nothing of it is held in memory. */
  pass(
    request: IncomingMessage,
    response: ServerResponse,
    traceparent: string,
    kind: 'call' | 'stream' = 'call',
  ): void {
    this.send(request, response, traceparent, kind, false);
  }

  /** Ends every live stream; the pages connect again. */
  endStreams(): void {
    for (const end of this.openStreams) {
      end();
    }
  }

  private send(
    request: IncomingMessage,
    response: ServerResponse,
    traceparent: string,
    kind: 'call' | 'stream',
    isRetry: boolean,
  ): void {
    const upstream = httpRequest({
      agent: kind === 'stream' ? this.streams : this.calls,
      host: this.target.hostname,
      port: this.target.port || 80,
      method: request.method,
      path: request.url,
      headers: { ...withoutHopByHop(request.headers), ...this.forwarded(request), traceparent },
    });
    const hasBody =
      request.headers['content-length'] !== undefined ||
      request.headers['transfer-encoding'] !== undefined ||
      // HTTP/2 needs neither: the end of the headers says whether a body follows.
      (request.httpVersionMajor === 2 && !request.readableEnded && !withoutBody.has(request.method ?? ''));
    const body = hasBody ? spendingInto(upstream) : upstream;
    const gone = (): void => {
      upstream.destroy();
    };
    response.once('close', gone);
    upstream.setNoDelay(true);
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
      response.flushHeaders();
      answer.pipe(response);
      answer.once('error', () => response.destroy());
      if (kind === 'stream') {
        const end = (): void => {
          answer.unpipe(response);
          response.end();
        };
        this.openStreams.add(end);
        response.once('close', () => this.openStreams.delete(end));
      }
      // Answered before all of the upload came (too large, refused): take the rest from the browser for a moment, or
      // the connection would be reset before it has read the answer.
      answer.once('end', () => {
        if (request.complete) {
          return;
        }
        request.unpipe(body);
        request.resume();
        setTimeout(() => (request.complete ? undefined : request.destroy()), 10_000).unref();
      });
    });
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      response.off('close', gone);
      // Once the answer has begun, its own stream tells whether it was cut.
      if (response.headersSent || response.destroyed) {
        return;
      }
      // A kept connection may have been closed by the gateway just now. Nothing was received, so asking again is safe
      // for requests that change nothing.
      const isStale = upstream.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (isStale && !isRetry && !hasBody && (request.method === 'GET' || request.method === 'HEAD')) {
        this.send(request, response, traceparent, kind, true);
        return;
      }
      request.unpipe(body);
      const isAway =
        error.code === 'ECONNREFUSED' ||
        error.code === 'ENOTFOUND' ||
        error.code === 'EHOSTUNREACH' ||
        error.code === 'ETIMEDOUT';
      const extra: Record<string, string> = {
        'Retry-After': isAway ? '2' : '1',
        ...(request.complete || request.httpVersionMajor === 2 ? {} : { Connection: 'close' }),
      };
      if (isAway) {
        sendError(
          response,
          503,
          'unavailable',
          'Postloom is starting or being updated. Please try again in a moment.',
          extra,
        );
      } else {
        sendError(response, 502, 'dependency_failed', 'The answer got lost on the way. Please try again.', extra);
      }
      request.resume();
    });
    if (hasBody) {
      request.pipe(body);
    } else {
      upstream.end();
    }
  }

  /** An answer of the gateway to the person in front; null: not signed in; undefined: none within `limitMs`, or too long a one. */
  read(path: string, request: IncomingMessage, traceparent: string, limitMs: number): Promise<unknown> {
    return new Promise((resolve) => {
      const upstream = httpRequest({
        agent: this.calls,
        host: this.target.hostname,
        port: this.target.port || 80,
        path,
        headers: {
          ...this.forwarded(request),
          cookie: request.headers.cookie ?? '',
          accept: 'application/json',
          traceparent,
        },
      });
      const giveUp = setTimeout(() => upstream.destroy(), limitMs);
      const done = (value: unknown): void => {
        clearTimeout(giveUp);
        resolve(value);
      };
      upstream.once('error', () => done(undefined));
      upstream.once('close', () => done(undefined));
      upstream.once('response', (answer) => {
        const pieces: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length;
          pieces.push(piece);
          if (bytes > MOST_ANSWER_BYTES) {
            done(undefined);
            upstream.destroy();
          }
        });
        answer.once('error', () => done(undefined));
        answer.once('end', () => {
          if (answer.statusCode === 401) {
            return done(null);
          }
          if (answer.statusCode !== 200) {
            return done(undefined);
          }
          try {
            done(JSON.parse(Buffer.concat(pieces).toString('utf8')));
          } catch {
            done(undefined);
          }
        });
      });
      upstream.end();
    });
  }

  /** True when something listens at the gateway's address. */
  isReady(): Promise<boolean> {
    return new Promise((resolve) => {
      const probe = connect({ host: this.target.hostname, port: Number(this.target.port || 80) });
      const end = (answer: boolean): void => {
        probe.destroy();
        resolve(answer);
      };
      probe.setTimeout(1000, () => end(false));
      probe.once('connect', () => end(true));
      probe.once('error', () => end(false));
    });
  }

  close(): void {
    this.calls.destroy();
    this.streams.destroy();
  }

  private forwarded(request: IncomingMessage): Record<string, string> {
    const { client, proto, host } = callerOf(request, this.settings.trustedProxies);
    return { host, 'x-forwarded-for': client, 'x-forwarded-proto': proto, 'x-forwarded-host': host };
  }
}
