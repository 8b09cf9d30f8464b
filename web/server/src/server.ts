import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { socialPreview } from '../../src/app/public-pages.ts';
import { readsOf, screenAt } from '../../src/app/routes.ts';
import { signInPath } from '../../src/lib/return-to.ts';
import { SHELL } from '../../src/worker/shell.ts';
import { builtClient } from './built-client.ts';
import { Connections } from './connections.ts';
import { crawlerFile } from './crawlers.ts';
import { firstAnswers } from './first-answers.ts';
import { callerOf, traceparentOf } from './forwarded.ts';
import { Observer, type RequestKind } from './observer.ts';
import type { Page } from './pages.ts';
import { GatewayProxy, sendError } from './proxy.ts';
import { withoutSession } from './route-modules.ts';
import { byLinkHeaders, securityHeaders, shownAnywhereHeaders } from './security-headers.ts';
import type { WebServerSettings } from './settings.ts';
import { isNamed, pickEncoding } from './static-files.ts';

export interface RunningWebServer {
  readonly port: number;
  readonly internalPort: number | undefined;
  /** Stops listening and ends the live streams; calls, uploads and pages may end in `shutdownSeconds`. */
  stop(): Promise<void>;
}

/** Longest wait for the person's data before the page goes out without it, milliseconds. */
const signedInDeadlineMs = 400;

const hasSession = (request: IncomingMessage): boolean =>
  /(^|;\s*)(__Host-)?postloom_session=[^;\s]/.test(request.headers.cookie ?? '');

const pathOf = (request: IncomingMessage): string | undefined => {
  const raw = (request.url ?? '/').split('?', 1)[0] ?? '/';
  try {
    const path = decodeURIComponent(raw);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
};

const kindOf = (path: string): RequestKind => {
  if (path === '/api/events') {
    return 'stream';
  }
  if (/^\/(api|objects)(\/|$)/.test(path)) {
    return 'api';
  }
  return /\.\w+$/.test(path) ? 'file' : 'page';
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));

const listen = async (server: NetServer, port: number, host: string): Promise<number> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return (server.address() as AddressInfo).port;
};

/** Quick compression of a page that is made for one person. */
const squeeze = {
  '.br': (text: string): Promise<Buffer> =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  '.gz': (text: string): Promise<Buffer> => promisify(gzip)(text),
};

/** Starts the web origin: the client's files and pages, and the way to the gateway. */
export const startWebServer = async (
  settings: WebServerSettings,
  observer = new Observer(settings.logLevel),
): Promise<RunningWebServer> => {
  const client = builtClient(settings.webRoot, settings.publicUrl);
  const gateway = new GatewayProxy(settings);
  let stopping = false;
  let openStreams = 0;
  const isReady = async (): Promise<boolean> => !stopping && client().pages.isBuilt && (await gateway.isReady());

  /** True when `path` is one of the two that say how the origin is, and has been answered. */
  const answerHealth = async (path: string, response: ServerResponse): Promise<boolean> => {
    if (path === '/health/live') {
      sendJson(response, 200, { status: 'ok' });
      return true;
    }
    if (path === '/health/ready') {
      const ready = await isReady();
      sendJson(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable' });
      return true;
    }
    return false;
  };

  const write = async (page: Page, request: IncomingMessage, response: ServerResponse, isHttps: boolean) => {
    const { shared } = page;
    const encoding = pickEncoding(request.headers['accept-encoding'], () => true);
    const suffix = encoding?.[0] as keyof typeof squeeze | undefined;
    const tag = shared && `"${shared.tag}${suffix ?? ''}"`;
    const headers = {
      ...securityHeaders(settings, isHttps, page.scriptHashes),
      ...(tag === undefined ? {} : { ETag: tag }),
      // A page that is the same for everybody may be kept by any cache that asks before each use: whether there is a session
      // is decided then, so one copy serves all.
      'Cache-Control': shared ? 'no-cache' : 'no-store',
      ...(page.isPublic ? {} : { 'X-Robots-Tag': 'noindex' }),
      ...(page.isByLink ? byLinkHeaders : {}),
      Vary: 'Accept-Encoding',
      ...(page.preloads.length === 0 ? {} : { Link: page.preloads.join(', ') }),
    };
    if (tag !== undefined && page.status === 200 && isNamed(request.headers['if-none-match'], tag)) {
      response.writeHead(304, headers).end();
      return;
    }
    const body =
      suffix === undefined
        ? Buffer.from(page.html)
        : (shared?.compressed.get(suffix) ?? (await squeeze[suffix](page.html)));
    response.writeHead(page.status, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding[1] }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const sendPage = async (
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    isHttps: boolean,
    traceparent: string,
  ): Promise<void> => {
    const { pages } = client();
    if (!pages.isBuilt) {
      return sendError(response, 503, 'unavailable', 'The web client is not built. Run: npm run build', {
        'Retry-After': '5',
      });
    }
    if (path === SHELL) {
      return write(pages.device, request, response, isHttps);
    }
    const givesUpAt = performance.now() + signedInDeadlineMs;
    // null: the cookie is there but its session is over, so the visitor is signed out.
    const signedIn = hasSession(request)
      ? await firstAnswers(readsOf(screenAt(path, true)), (address) =>
          gateway.read(address, request, traceparent, Math.max(1, givesUpAt - performance.now())),
        )
      : null;
    if (signedIn === null && withoutSession(path) === 'needs sign-in') {
      const place = request.url ?? path;
      response.writeHead(302, {
        ...securityHeaders(settings, isHttps),
        Location: signInPath(place, hasSession(request) ? 'session-ended' : undefined),
        'Content-Length': '0',
        'Cache-Control': 'no-store',
      });
      return void response.end();
    }
    const isSignedOut = signedIn === null && (path === '/' || !hasSession(request));
    await write(pages.choose(path, !isSignedOut, signedIn ?? undefined), request, response, isHttps);
  };

  const handle = async (
    path: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    traceparent: string,
  ): Promise<void> => {
    if (path === undefined) {
      return sendError(response, 400, 'validation_failed', 'The address is malformed.');
    }
    const kind = kindOf(path);
    if (kind === 'stream' && stopping) {
      return sendError(response, 503, 'unavailable', 'Postloom is being updated. Please try again in a moment.', {
        'Retry-After': '1',
      });
    }
    if (kind === 'stream' && openStreams > settings.mostStreams) {
      // Each takes about 40 kB: without an end to them the memory's end would cut them all at once.
      return sendError(response, 503, 'unavailable', 'Live updates are busy. Please try again in a moment.', {
        'Retry-After': '5',
      });
    }
    if (kind === 'api' || kind === 'stream') {
      return gateway.pass(request, response, traceparent, kind === 'stream' ? 'stream' : 'call');
    }
    if (await answerHealth(path, response)) {
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(response, 405, 'method_not_allowed', 'This address only gives pages.', { Allow: 'GET, HEAD' });
    }
    const isHttps = callerOf(request, settings.trustedProxies).proto === 'https';
    const { files, pages } = client();
    const headers = securityHeaders(settings, isHttps);
    const told = crawlerFile(path, settings.publicUrl, pages.publicPaths);
    if (told) {
      response.writeHead(200, {
        ...headers,
        'Content-Type': told.type,
        'Content-Length': String(Buffer.byteLength(told.text)),
        'Cache-Control': 'public, max-age=3600',
      });
      return void response.end(request.method === 'HEAD' ? undefined : told.text);
    }
    const fileHeaders = path === socialPreview.path ? { ...headers, ...shownAnywhereHeaders } : headers;
    if (files.has(path) && (await files.send(path, request, response, fileHeaders))) {
      return;
    }
    // A file of an older build: a page instead would be taken for a script.
    if (/^\/(assets|fonts)\//.test(path)) {
      response.writeHead(404, {
        ...headers,
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      return void response.end('Not found');
    }
    await sendPage(path, request, response, isHttps, traceparent);
  };

  const observe = (path: string, request: IncomingMessage, response: ServerResponse, traceparent: string): void => {
    const kind = kindOf(path);
    const started = performance.now();
    if (kind === 'stream') {
      openStreams += 1;
      observer.streamOpened();
    }
    response.once('close', () => {
      if (kind === 'stream') {
        openStreams -= 1;
        observer.streamClosed();
      }
      const given = String(response.getHeader('x-request-id') ?? request.headers['x-request-id'] ?? '');
      observer.answered({
        kind,
        method: request.method ?? '',
        path,
        status: response.statusCode,
        seconds: (performance.now() - started) / 1000,
        traceparent,
        requestId: /^[\w-]{1,64}$/.test(given) ? given : undefined,
        wasCut: !response.writableFinished,
      });
    });
  };

  const serve: RequestListener = (request, response) => {
    connections.begin(request, response);
    const path = pathOf(request);
    const traceparent = traceparentOf(request);
    if (path?.startsWith('/health/') !== true) {
      observe(path ?? '/*', request, response, traceparent);
    }
    handle(path, request, response, traceparent).catch((error: unknown) => {
      observer.log('error', 'a request failed', { error: error instanceof Error ? error.stack : String(error) });
      if (response.headersSent) {
        response.destroy();
      } else {
        sendError(response, 500, 'internal', 'Something went wrong. Please try again.');
      }
    });
  };

  const limits = { requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 65_000, noDelay: true };
  const server = settings.tls
    ? createSecureServer(
        { ...settings.tls, ...limits, allowHTTP1: true },
        // The compatibility classes of HTTP/2 have what is used here of HTTP/1's.
        serve as unknown as Parameters<typeof createSecureServer>[1],
      )
    : createServer(limits, serve);
  const connections = new Connections(server);
  const port = await listen(server, settings.port, settings.host);

  const handleInternal = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/metrics') {
      response.writeHead(200, { 'Content-Type': observer.metricsType }).end(await observer.metrics());
    } else if (!(await answerHealth(path, response))) {
      sendJson(response, 404, { status: 'unknown' });
    }
  };
  const internal =
    settings.internalPort === undefined
      ? undefined
      : createServer((request, response) => void handleInternal(pathOf(request) ?? '', response));
  const internalPort = internal && (await listen(internal, settings.internalPort ?? 0, settings.host));
  if (internal) {
    observer.collectProcessMetrics();
  }

  return {
    port,
    internalPort,
    stop: async () => {
      stopping = true;
      const ended = connections.end(settings.shutdownSeconds * 1000);
      // Live updates never end by themselves; the pages connect again, elsewhere or to the next one.
      gateway.endStreams();
      await ended;
      gateway.close();
      internal?.closeAllConnections();
      internal?.close();
    },
  };
};
