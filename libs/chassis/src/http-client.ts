import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { guardedLookup, isPrivateAddress } from './address-guard.ts';
import { defineMetrics, histogram } from './metrics.ts';
import { currentTraceparent, withSpan } from './tracing.ts';
import { flat, withoutCredentials } from './http-headers.ts';
import { parseForeignJson } from './json.ts';
import { isReset, OutboundError, outboundError } from './outbound-error.ts';
import { readAll } from './read-all.ts';
import { spendingInto } from './spent-bytes.ts';
import { watchedBody } from './watched-body.ts';

export interface OutboundRequest {
  url: string | URL;
  method: string;
  headers?: Record<string, string>;
  /** A stream is sent chunked unless `content-length` is among the headers. */
  body?: string | Uint8Array | Readable;
  /** Nobody but the stream of the body holds its pieces: the memory of each is given back when it has been sent. */
  spendsBody?: true;
  /** For the whole exchange, connection included; for `requestStream` until the answer's headers, and each wait for more of it. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Default 10 MB. */
  maxResponseBytes?: number;
  /** Default 'error': a redirect is refused, so a checked address can't send us to an unchecked one unseen. */
  redirect?: 'error' | 'follow' | 'manual';
  /**
   * Called once, immediately before the first byte is written to the connected socket. When it throws, nothing is
   * sent and its error is thrown on. Such a request gets a connection of its own: a kept one may be half dead,
   * and its reset would leave the caller in doubt.
   */
  beforeSend?: () => void;
  /** For addresses from our own configuration (other services, object storage): the address guard stays off. */
  internal?: boolean;
  /** Label of the metric and the span; default: the host. Give one where hosts are many (webhooks). */
  target?: string;
}

export interface OutboundResponse {
  readonly status: number;
  /** Lower-case names; repeated ones joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  bytes(): Buffer;
  text(): string;
  /** @throws {SyntaxError} when the answer is not JSON, or nested deeper than 100. */
  json(): unknown;
}

export interface OutboundStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Must be read to its end or destroyed. Ends with an OutboundError when its reader has waited `timeoutMs` for a byte, or has taken none
   * for ten minutes.
   */
  readonly body: Readable;
}

const MAX_REDIRECTS = 5;

const metrics = defineMetrics('outbound', {
  requestSeconds: histogram('Outbound HTTP calls by target and outcome', { labels: ['target', 'outcome'] }),
});

/** The variables of the egress proxy, as every program reads them: addresses, and the hosts that need none. */
export interface ProxyVariables {
  readonly HTTP_PROXY?: string;
  readonly HTTPS_PROXY?: string;
  readonly NO_PROXY?: string;
}

export interface HttpClientOptions {
  /** For development and tests: calls to private addresses are allowed. */
  allowPrivate?: boolean;
  /** The egress proxy of calls to the outside; calls to our own services and to private addresses bypass it. */
  proxy?: ProxyVariables;
  /** Most connections to one host; 64 when absent. */
  mostConnections?: number;
}

type Way = 'guarded' | 'open' | 'proxied';

/** The only way out over HTTP: deadline, address guard, size limit, no surprise redirects, egress proxy, metric. */
export class HttpClient {
  private readonly agents: Record<Way, { 'http:': http.Agent; 'https:': https.Agent }>;
  private readonly allowPrivate: boolean;
  private readonly proxy: ProxyVariables | undefined;
  private readonly derived: HttpClient[] = [];

  constructor(private readonly options: HttpClientOptions = {}) {
    this.allowPrivate = options.allowPrivate ?? false;
    const { HTTP_PROXY, HTTPS_PROXY } = options.proxy ?? {};
    this.proxy = HTTP_PROXY || HTTPS_PROXY ? options.proxy : undefined;
    const proxyEnv = { ...this.proxy };
    const settings = {
      keepAlive: true,
      maxSockets: options.mostConnections ?? 64,
      maxFreeSockets: options.mostConnections ?? 8,
      timeout: 60_000,
      scheduling: 'lifo',
    } as const;
    this.agents = {
      guarded: {
        'http:': new http.Agent({ ...settings, lookup: guardedLookup }),
        'https:': new https.Agent({ ...settings, lookup: guardedLookup }),
      },
      open: { 'http:': new http.Agent(settings), 'https:': new https.Agent(settings) },
      proxied: {
        'http:': new http.Agent({ ...settings, proxyEnv }),
        'https:': new https.Agent({ ...settings, proxyEnv }),
      },
    };
  }

  /** Sends and reads the whole answer. Any status is an answer. @throws {OutboundError} */
  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const started = performance.now();
    const deadline = started + request.timeoutMs;
    const stream = await this.requestStream(request);
    const bytes = await readAll(stream.body, request, deadline);
    return {
      status: stream.status,
      headers: stream.headers,
      bytes: () => bytes,
      text: () => bytes.toString('utf8'),
      json: () => parseForeignJson(bytes.toString('utf8')),
    };
  }

  /** Sends and hands the answer over as a stream, with back-pressure. @throws {OutboundError} until the headers are there. */
  requestStream(request: OutboundRequest): Promise<OutboundStream> {
    const url = new URL(request.url);
    const target = request.target ?? url.hostname;
    const started = performance.now();
    return withSpan(
      `HTTP ${request.method}`,
      {
        kind: 'client',
        attributes: {
          'http.request.method': request.method,
          'server.address': target,
          // Paths on other hosts may hold secrets (webhook addresses); ours hold ids.
          'url.path': request.internal ? tracedPath(url) : undefined,
        },
      },
      async (span) => {
        let outcome = 'error';
        try {
          const answer = await this.follow(url, request);
          outcome = String(answer.status);
          span.set({ 'http.response.status_code': answer.status });
          return answer;
        } catch (error) {
          if (error instanceof OutboundError) {
            outcome = error.kind;
          }
          throw error;
        } finally {
          metrics.requestSeconds.observe((performance.now() - started) / 1000, { target, outcome });
        }
      },
    );
  }

  /** The same client with connections of its own, for calls that take long: neither they nor others wait for a connection. */
  withConnections(mostConnections: number): HttpClient {
    const client = new HttpClient({ ...this.options, mostConnections });
    this.derived.push(client);
    return client;
  }

  /** Closes idle connections; part of shutdown. */
  close(): void {
    for (const client of this.derived) {
      client.close();
    }
    for (const pair of Object.values(this.agents)) {
      pair['http:'].destroy();
      pair['https:'].destroy();
    }
  }

  private async follow(first: URL, request: OutboundRequest): Promise<OutboundStream> {
    const mode = request.redirect ?? 'error';
    const deadline = performance.now() + request.timeoutMs;
    let url = first;
    let headers = request.headers;
    for (let hop = 0; ; hop += 1) {
      const remaining = deadline - performance.now();
      const answer = await this.exchange(url, { ...request, headers }, remaining);
      const location = answer.headers['location'];
      if (![301, 302, 303, 307, 308].includes(answer.status) || !location || mode === 'manual') {
        return answer;
      }
      answer.body.destroy();
      const repeatable = request.method === 'GET' || request.method === 'HEAD';
      if (mode === 'error' || !repeatable || hop >= MAX_REDIRECTS || !URL.canParse(location, url.href)) {
        throw new OutboundError('blocked', true, `${url.host} answered with a redirect`);
      }
      const next = new URL(location, url);
      if (next.origin !== url.origin) {
        headers = withoutCredentials(headers);
      }
      url = next;
    }
  }

  private async exchange(url: URL, request: OutboundRequest, timeoutMs: number): Promise<OutboundStream> {
    try {
      return await this.exchangeOnce(url, request, timeoutMs);
    } catch (error) {
      // A kept connection that the other side has closed: a read is safe to repeat once, on a new one.
      if (!(error instanceof StaleConnection)) {
        throw error;
      }
      return this.exchangeOnce(url, request, timeoutMs, true);
    }
  }

  /** A proxy resolves names itself, so it is the proxy that must block calls into its own network. */
  private wayTo(request: OutboundRequest, isPrivate: boolean): Way {
    if (request.internal) {
      return 'open';
    }
    if (this.proxy && !isPrivate) {
      return 'proxied';
    }
    return this.allowPrivate ? 'open' : 'guarded';
  }

  private ownConnection(way: Way, protocol: 'http:' | 'https:'): http.Agent | false {
    if (way !== 'proxied') {
      return false;
    }
    return new (protocol === 'https:' ? https : http).Agent({ proxyEnv: { ...this.proxy } });
  }

  private exchangeOnce(url: URL, request: OutboundRequest, timeoutMs: number, fresh = false): Promise<OutboundStream> {
    const protocol = url.protocol;
    if (protocol !== 'http:' && protocol !== 'https:') {
      return Promise.reject(new OutboundError('blocked', false, `${protocol} addresses are not allowed`));
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const isPrivate = host === 'localhost' || (isIP(host) !== 0 && isPrivateAddress(host));
    if (isPrivate && !request.internal && !this.allowPrivate) {
      return Promise.reject(new OutboundError('blocked', false, `${host} is not a public address`));
    }
    if (request.signal?.aborted || timeoutMs <= 0) {
      return Promise.reject(new OutboundError('timeout', false, `${host}: no time left before the call`));
    }
    return new Promise((resolve, reject) => {
      const own = request.beforeSend !== undefined || fresh;
      const way = this.wayTo(request, isPrivate);
      const outgoing = (protocol === 'https:' ? https : http).request(url, {
        method: request.method,
        headers: outgoingHeaders(request),
        agent: own ? this.ownConnection(way, protocol) : this.agents[way][protocol],
        ...(way === 'guarded' ? { lookup: guardedLookup } : {}),
      });
      let sent = false;
      let settled = false;
      const fail = (error: unknown): void => {
        if (settled) {
          return;
        }
        settled = true;
        finish();
        outgoing.destroy();
        const repeatable = request.method === 'GET' || request.method === 'HEAD';
        if (repeatable && !fresh && outgoing.reusedSocket && !request.body && isReset(error)) {
          reject(new StaleConnection());
        } else {
          reject(error instanceof OutboundError ? error : outboundError(error, sent, host));
        }
      };
      const onAbort = (): void => fail(new OutboundError('timeout', sent, `${host}: the caller gave up`));
      const timer = setTimeout(
        () => fail(new OutboundError('timeout', sent, `${host} did not answer within ${Math.round(timeoutMs)} ms`)),
        timeoutMs,
      );
      const finish = (): void => {
        clearTimeout(timer);
        request.signal?.removeEventListener('abort', onAbort);
      };
      request.signal?.addEventListener('abort', onAbort, { once: true });
      outgoing.on('error', fail);
      outgoing.on('socket', (socket) => {
        whenConnected(socket, protocol === 'https:', () => {
          if (settled) {
            return;
          }
          try {
            request.beforeSend?.();
          } catch (error) {
            settled = true;
            finish();
            outgoing.destroy();
            reject(error);
            return;
          }
          sent = true;
          writeBody(outgoing, request, fail);
        });
      });
      outgoing.on('response', (incoming) => {
        if (settled) {
          incoming.destroy();
          return;
        }
        settled = true;
        finish();
        const body = watchedBody(incoming, {
          silenceMs: request.timeoutMs,
          silent: () => new OutboundError('timeout', true, `${host} stopped sending`),
        });
        if (request.signal) {
          const stop = (): void => void body.destroy(new OutboundError('timeout', true, `${host}: the caller gave up`));
          request.signal.addEventListener('abort', stop, { once: true });
          body.once('close', () => request.signal?.removeEventListener('abort', stop));
        }
        resolve({ status: incoming.statusCode ?? 0, headers: flat(incoming.headers), body });
      });
    });
  }
}

/** Long segments of a path are tickets and ids of uploads: they grant access and stay out of traces. */
function tracedPath(url: URL): string {
  return url.pathname
    .split('/')
    .map((segment) => (segment.length > 64 ? ':long' : segment))
    .join('/');
}

class StaleConnection extends Error {}

/**
 * Nothing is written before the socket is connected and the TLS handshake done: otherwise `sent` could not be known. Node hands over the
 * socket of a proxy's tunnel when its handshake is done.
 */
function whenConnected(socket: Socket, secure: boolean, ready: () => void): void {
  if (socket.connecting) {
    socket.once(secure ? 'secureConnect' : 'connect', ready);
  } else {
    ready();
  }
}

function writeBody(
  outgoing: http.ClientRequest,
  { body, spendsBody }: Pick<OutboundRequest, 'body' | 'spendsBody'>,
  fail: (error: unknown) => void,
): void {
  if (body === undefined) {
    outgoing.end();
  } else if (typeof body === 'string' || body instanceof Uint8Array) {
    outgoing.end(body);
  } else {
    const way = spendsBody ? spendingInto(outgoing) : outgoing;
    body.once('error', fail);
    // A body that ends early closes its connection, even when the answer has already arrived.
    body.once('close', () => {
      if (!way.writableEnded) {
        outgoing.destroy();
      }
    });
    outgoing.once('close', () => body.destroy());
    body.pipe(way);
  }
}

function outgoingHeaders(request: OutboundRequest): Record<string, string | number> {
  const headers: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  if (typeof request.body === 'string') {
    headers['content-length'] = Buffer.byteLength(request.body);
  } else if (request.body instanceof Uint8Array) {
    headers['content-length'] = request.body.byteLength;
  }
  headers['user-agent'] ??= 'Postloom';
  // Only our own services continue a trace: our ids are not sent to third parties.
  const traceparent = request.internal ? currentTraceparent() : undefined;
  if (traceparent) {
    headers['traceparent'] ??= traceparent;
  }
  return headers;
}
