import http from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { Fault, Faults, FaultTarget } from '../control/faults.ts';
import { maskedBody, maskedHeaders, maskedPath } from '../control/request-log.ts';
import type { LoggedRequest, RequestLog } from '../control/request-log.ts';
import { BodyTooLarge, readBody } from './body.ts';
import type { Call, ParsedBody } from './call.ts';
import { Refusal, json } from './reply.ts';
import type { Reply } from './reply.ts';
import type { Match, Route, Router } from './router.ts';

export interface ServerParts {
  readonly router: Router;
  readonly faults: Faults;
  readonly requests: RequestLog;
  /** The account whose token a call bears. */
  readonly accountOf: (target: FaultTarget, call: Call) => string | null;
  /** Resolves when everything that an answer may mention is on disk. */
  readonly durable: () => Promise<void>;
  /** Something happened that open pages show. */
  readonly changed: () => void;
  /** For unexpected errors; the caller gets a plain 500. */
  readonly report: (error: unknown) => void;
}

/** The one HTTP server of the sandbox: finds the route, lets a fault strike where one is set, sends the answer. */
export function createHttpServer(parts: ServerParts): Server {
  const server = http.createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      parts.report(error);
      if (!response.headersSent) {
        send(response, json({ error: 'sandbox_failed', message: 'The sandbox failed; see its log.' }, 500));
      } else {
        response.destroy();
      }
    });
  });
  server.keepAliveTimeout = 65_000;
  server.requestTimeout = 120_000;
  return server;
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const method = request.method ?? 'GET';
  const match = parts.router.find(method, url.pathname);
  let body: ParsedBody;
  try {
    body = await readBody(request);
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      response.setHeader('connection', 'close');
      send(response, json({ error: 'too_large', message: 'The request is larger than the sandbox takes.' }, 413));
      return;
    }
    // The caller left while sending; there is nobody to answer.
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') {
      return;
    }
    throw error;
  }
  const base = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
    request,
    response,
  };
  if (!match) {
    send(response, notFound(parts, { ...base, params: {}, fault: null }));
    return;
  }
  await answer(parts, match, { ...base, params: match.params, fault: null });
}

function notFound(parts: ServerParts, call: Call): Reply {
  const owner = parts.router.owner(call.path);
  if (owner?.notFound) {
    return owner.notFound(call);
  }
  return json({ error: 'not_found', message: `The sandbox has no ${call.method} ${call.path}.` }, 404);
}

async function answer(parts: ServerParts, match: Match, plain: Call): Promise<void> {
  const { service, route } = match;
  const { response } = plain;
  const target = service.target;
  if (target === null || route.kind === undefined) {
    send(response, await run(match, plain));
    return;
  }
  const started = performance.now();
  const entry: LoggedRequest = {
    at: new Date().toISOString(),
    target,
    account: parts.accountOf(target, plain),
    method: plain.method,
    path: maskedPath(plain.path, plain.query),
    headers: maskedHeaders(plain.headers),
    body: maskedBody(plain.body),
    status: null,
    durationMs: 0,
    fault: null,
    isAbandoned: false,
  };
  parts.requests.add(entry);
  response.once('close', () => {
    if (!response.writableFinished && entry.fault !== 'reset_before') {
      entry.isAbandoned = true;
      parts.changed();
    }
  });
  const done = (status: number | null): void => {
    entry.status = status;
    entry.durationMs = Math.round(performance.now() - started);
    parts.changed();
  };

  const kind = typeof route.kind === 'function' ? route.kind(plain) : route.kind;
  const fault = parts.faults.take(target, kind, route.media === true);
  const call: Call = { ...plain, fault };
  if (fault) {
    entry.fault = fault.mode;
    const wait = comesSlowly(fault) ? 0 : (fault.latencyMs ?? (fault.mode === 'latency' ? 2000 : 0));
    if (wait > 0) {
      await pause(wait);
    }
  }
  switch (fault?.mode) {
    case 'reset_before':
      plain.request.socket.destroy();
      done(null);
      return;
    case 'token_revoked':
      await service.revoke?.(call);
      finish(refuse(match, call));
      return;
    case 'error':
    case 'rate_limit':
      finish(refuse(match, call));
      return;
    case 'media_rejected':
      finish(rejectsLater(route) ? await committed() : refuse(match, call));
      return;
    case 'garbage':
    case 'hang_after': {
      const reply = await committed();
      // A call that the platform refuses anyway commits nothing, so there is nothing to conceal: answer it.
      if (reply.status >= 400) {
        finish(reply);
      } else if (fault.mode === 'garbage') {
        finish(garbage());
      } else {
        done(null);
      }
      return;
    }
    case 'slow':
    case 'cut':
    case 'obey':
      if (!comesSlowly(fault)) {
        finish(await committed());
        return;
      }
      await trickle(response, decorated(await committed()), fault.latencyMs ?? 2000);
      done(response.statusCode);
      return;
    case 'latency':
    case 'processing_forever':
    case 'refusal':
    case 'nested':
    case undefined:
      finish(await committed());
  }

  async function committed(): Promise<Reply> {
    const reply = await run(match, call);
    await parts.durable();
    return reply;
  }

  function finish(reply: Reply): void {
    send(response, decorated(reply));
    done(reply.status);
  }

  function decorated(reply: Reply): Reply {
    return { ...reply, headers: { ...reply.headers, ...service.decorate?.(call, reply) } };
  }
}

/** What a model writes may be watched while it comes, also when it goes wrong. */
function comesSlowly({ mode, latencyMs }: Fault): boolean {
  return mode === 'slow' || ((mode === 'cut' || mode === 'obey') && latencyMs !== undefined);
}

function rejectsLater(route: Route): boolean {
  return typeof route.rejectsLater === 'function' ? route.rejectsLater() : route.rejectsLater === true;
}

async function run(match: Match, call: Call): Promise<Reply> {
  try {
    return await match.route.handle(call);
  } catch (error) {
    if (error instanceof Refusal) {
      return error.reply;
    }
    throw error;
  }
}

function refuse(match: Match, call: Call): Reply {
  if (call.fault && match.service.refuse) {
    return match.service.refuse(call.fault, call);
  }
  return json({ error: 'fault', message: 'Refused by a sandbox fault.' }, call.fault?.status ?? 500);
}

/** An answer that no client can read, though the call was carried out. */
function garbage(): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"id":"1789\u0000<html><body>upstream connect error',
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

const PIECES = 20;

/** Sends the answer's head at once, and its body in pieces over the time. */
async function trickle(response: ServerResponse, reply: Reply, milliseconds: number): Promise<void> {
  if (response.destroyed) {
    return;
  }
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, headOf(reply, body.length));
  response.flushHeaders();
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  for (let from = 0; from < body.length && !response.destroyed; from += size) {
    await pause(milliseconds / PIECES);
    response.write(body.subarray(from, from + size));
  }
  response.end();
}

/** With the time of this very moment: Node keeps the text of it, and a busy process renews it late. X counts its limits from it. */
function headOf({ headers }: Reply, length: number): OutgoingHttpHeaders {
  return { date: new Date().toUTCString(), 'content-length': length, ...headers };
}

/** Sends the answer; a caller that has left meanwhile is not an error. */
export function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.writableEnded || response.headersSent) {
    return;
  }
  response.writeHead(reply.status, headOf(reply, Buffer.byteLength(reply.body)));
  response.end(response.req.method === 'HEAD' ? undefined : reply.body);
}
