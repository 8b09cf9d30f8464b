import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { builtClient } from './built-client.ts';
import { GatewayProxy, originOf, sendError } from './proxy.ts';
import { signInPath } from '../../src/lib/return-to.ts';
import { withoutSession } from './route-modules.ts';
import { securityHeaders } from './security-headers.ts';
import type { WebServerSettings } from './settings.ts';
import { pickEncoding } from './static-files.ts';

export interface RunningWebServer {
  readonly port: number;
  /** Stops listening, lets running answers end for a moment, closes live streams. */
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

/** Starts the web origin: the client's files and pages, and the way to the gateway. */
export const startWebServer = async (settings: WebServerSettings): Promise<RunningWebServer> => {
  const client = builtClient(settings.webRoot);
  const gateway = new GatewayProxy(settings);

  const sendPage = async (
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    isHttps: boolean,
  ): Promise<void> => {
    const { pages } = client();
    if (!pages.isBuilt) {
      return sendError(response, 503, 'unavailable', 'The web client is not built. Run: npm run build', {
        'Retry-After': '5',
      });
    }
    // null: the cookie is there but its session is over, so the visitor is signed out.
    const signedIn = hasSession(request) ? await gateway.signedIn(request, signedInDeadlineMs) : null;
    if (signedIn === null && withoutSession(path) === 'needs sign-in') {
      const place = request.url ?? path;
      response.writeHead(302, {
        ...securityHeaders(settings, isHttps),
        Location: signInPath(place, hasSession(request) ? 'session-ended' : undefined),
        'Content-Length': '0',
        'Cache-Control': 'no-store',
        Vary: 'Cookie',
      });
      return void response.end();
    }
    const isSignedOut = signedIn === null && (path === '/' || !hasSession(request));
    const page = pages.choose(path, !isSignedOut, signedIn ?? undefined);
    const encoding = pickEncoding(
      request.headers['accept-encoding'],
      (suffix) => page.compressed?.has(suffix) ?? false,
    );
    const body = (encoding && page.compressed?.get(encoding[0])) ?? Buffer.from(page.html);
    response.writeHead(page.status, {
      ...securityHeaders(settings, isHttps, page.scriptHashes),
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(body.length),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding[1] }),
      'Cache-Control': signedIn === null || signedIn === undefined ? 'no-cache' : 'no-store',
      Vary: 'Cookie, Accept-Encoding',
      ...(page.preloads.length === 0 ? {} : { Link: page.preloads.join(', ') }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = pathOf(request);
    if (path === undefined) {
      return sendError(response, 400, 'validation_failed', 'The address is malformed.');
    }
    if (/^\/(api|objects)(\/|$)/.test(path)) {
      return gateway.pass(request, response);
    }
    if (path === '/health/live') {
      return void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
    }
    if (path === '/health/ready') {
      const isReady = client().pages.isBuilt && (await gateway.isReady());
      return void response
        .writeHead(isReady ? 200 : 503, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ status: isReady ? 'ok' : 'unavailable' }));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(response, 405, 'method_not_allowed', 'This address only gives pages.', { Allow: 'GET, HEAD' });
    }
    const isHttps = originOf(request, settings).proto === 'https';
    const { files } = client();
    if (files.has(path) && (await files.send(path, request, response, securityHeaders(settings, isHttps)))) {
      return;
    }
    // A file of an older build: a page instead would be taken for a script.
    if (/^\/(assets|fonts)\//.test(path)) {
      response.writeHead(404, {
        ...securityHeaders(settings, isHttps),
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
      });
      return void response.end('Not found');
    }
    await sendPage(path, request, response, isHttps);
  };

  const server = createServer(
    { requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 65_000, noDelay: true },
    (request, response) => {
      handle(request, response).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        if (response.headersSent) {
          response.destroy();
        } else {
          sendError(response, 500, 'internal', 'Something went wrong. Please try again.');
        }
      });
    },
  );
  server.on('clientError', (_error, socket) => {
    if (socket.writable) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, () => resolve());
  });
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : settings.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          gateway.close();
          resolve();
        });
        server.closeIdleConnections();
        // Live updates never end by themselves; the client connects again.
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
};
