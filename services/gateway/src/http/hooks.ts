import { finished } from 'node:stream';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CONFIG, Random, requestContext, withSpan } from '@postloom/chassis';
import { AppError, routes } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';
import { measureAnswer } from './answer-times.ts';
import { bodyLimitOf, bodyRefusal, isForeign, SIGNED_TYPE } from './body-rules.ts';
import { clientAddressOf } from './client-address.ts';
import { isCrossSite } from './cross-site.ts';
import { ErrorFilter } from './error.filter.ts';
import { Principals } from './principals.ts';
import { RequestLimits } from './request-limits.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';
import { contractOf } from './route-table.ts';
import { headersFor } from './security-headers.ts';
import { SessionCookie } from './session-cookie.ts';

/** How long the rest of a body is still read after the answer: closing at once could discard the answer. */
const LINGER_MS = 10_000;

/** What pages show by the hundred. */
const PICTURES: ReadonlySet<RouteContract | undefined> = new Set([routes.object, routes.signedObject]);

/**
 * Everything that happens before a route's own code: request id, headers, cross-site refusal, body types and sizes, rate
 * limits, the server span. Fastify hooks, because they see errors and unknown paths too.
 */
export function installHooks(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const config = app.get<GatewayConfig>(CONFIG);
  const random = app.get(Random);
  const cookie = app.get(SessionCookie);
  const filter = app.get(ErrorFilter);
  const principals = app.get(Principals);
  const limits = app.get(RequestLimits);
  const ownOrigin = new URL(config.publicUrl).origin;
  const headers = headersFor(config.publicUrl);

  fastify.removeContentTypeParser('text/plain');
  // An upload's body is streamed to media; nothing is buffered here.
  fastify.addContentTypeParser(['multipart/form-data', 'application/octet-stream'], (_request, _payload, done) => {
    done(null);
  });

  // A signature covers bytes: whatever the content type claims, the handler gets them as received.
  fastify.addContentTypeParser(SIGNED_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = bodyLimitOf(contractOf(String(route.method), route.url));
  });

  fastify.addHook('onRequest', (request: GatewayRequest, reply: GatewayReply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    measureAnswer(request, reply);
    linger(request, reply);
    const refusal = refuse(request);
    if (refusal) {
      filter.answer(refusal, request, reply);
      return;
    }
    if (isForeign(contractOf(request.method, request.routeOptions.url))) {
      request.headers['content-type'] = SIGNED_TYPE;
    }
    done();
  });

  // After the body is read: the parser loses the asynchronous context that spans and log fields live in.
  fastify.addHook('preValidation', (request: GatewayRequest, reply: GatewayReply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    // Also runs for clients that disconnect and for streams that Fastify does not answer itself: neither triggers onResponse.
    const over = new Promise<void>((resolve) => {
      finished(reply.raw, () => resolve());
    });
    void requestContext.run({ requestId: request.id }, () =>
      withSpan(
        `${request.method} ${route}`,
        {
          kind: 'server',
          parent: header(request, 'traceparent'),
          attributes: { 'http.route': route, 'postloom.request_id': request.id },
        },
        () => {
          done();
          return over;
        },
      ),
    );
  });

  // Before the answer is sent, so that a signed-out session fails in the very next request.
  fastify.addHook('onSend', (request: GatewayRequest, reply: GatewayReply, _payload, done) => {
    keepOpen(request, reply);
    principals.afterCall(contractOf(request.method, request.routeOptions.url), cookie.read(request));
    done();
  });

  function refuse(request: GatewayRequest): AppError | null {
    const contract = contractOf(request.method, request.routeOptions.url);
    const facts = {
      method: request.method,
      contract,
      origin: header(request, 'origin'),
      fetchSite: header(request, 'sec-fetch-site'),
    };
    if (isCrossSite(facts, ownOrigin)) {
      return new AppError('csrf_rejected');
    }
    return bodyRefusal(contract, request.headers) ?? tooMany(request, PICTURES.has(contract));
  }

  function tooMany(request: GatewayRequest, isPicture: boolean): AppError | null {
    const wait = limits.take({ address: clientAddressOf(request), session: cookie.read(request), isPicture });
    return wait > 0 ? new AppError('rate_limited', undefined, { retryAfterSeconds: wait }) : null;
  }

  /** A client's own request id is kept when it looks like one, so that its logs can be joined with ours. */
  fastify.setGenReqId((request) => {
    const asked = request.headers['x-request-id'];
    return typeof asked === 'string' && /^[\w-]{8,64}$/.test(asked) ? asked : random.uuidv7();
  });
}

/**
 * Fastify (after a body that is too long) and Node (when the client asks for it) close the connection with the answer. A client that is
 * still sending would lose that answer, so the connection stays open and `linger` ends it.
 */
function keepOpen(request: GatewayRequest, reply: GatewayReply): void {
  if (request.raw.complete) {
    return;
  }
  reply.removeHeader('connection');
  reply.raw.shouldKeepAlive = true;
}

/** The rest of a body after its answer (a refused upload) is discarded for a while; an endless body is cut off here. */
function linger(request: GatewayRequest, reply: GatewayReply): void {
  const { raw } = request;
  reply.raw.once('finish', () => {
    if (raw.complete || raw.destroyed) {
      return;
    }
    raw.resume();
    const { socket } = raw;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    const over = (): void => {
      clearTimeout(timer);
      socket.off('close', over);
    };
    raw.once('end', over);
    // Not the request's `close` event: it is not emitted for every client that disconnects at this point.
    socket.once('close', over);
  });
}

function header(request: GatewayRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
