import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Clock, CONFIG, Random, requestContext, withSpan } from '@postloom/chassis';
import { AppError, captionImage, MEGABYTE } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';
import { isCrossSite } from './cross-site.ts';
import { ErrorFilter } from './error.filter.ts';
import { RateLimiter } from './rate-limit.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';
import { securityHeaders, strictTransport } from './security-headers.ts';
import { SessionCookie } from './session-cookie.ts';

/** Inline caption pictures are the only large JSON bodies. */
const LARGE_BODY_PATH = '/api/generate-caption';
const SMALL_BODY_BYTES = MEGABYTE;
/** Base64 of the largest inline picture, and the words around it. */
export const LARGEST_BODY_BYTES = captionImage.maxBase64Bytes + MEGABYTE;
const BUCKET = { capacity: 120, perSecond: 40 };
const MAX_BUCKETS = 50_000;

/**
 * Everything that happens before a route is chosen: request id, headers, cross-site refusal, rate limits, body types, the
 * server span. Fastify hooks, because they see errors and unknown paths too.
 */
export function installHooks(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const config = app.get<GatewayConfig>(CONFIG);
  const clock = app.get(Clock);
  const random = app.get(Random);
  const cookie = app.get(SessionCookie);
  const filter = app.get(ErrorFilter);
  const ownOrigin = new URL(config.publicUrl).origin;
  const headers = ownOrigin.startsWith('https:')
    ? { ...securityHeaders, 'strict-transport-security': strictTransport }
    : securityHeaders;
  const bySession = new RateLimiter(BUCKET, MAX_BUCKETS);
  const byAddress = new RateLimiter({ capacity: BUCKET.capacity * 4, perSecond: BUCKET.perSecond * 4 }, MAX_BUCKETS);

  fastify.removeContentTypeParser('text/plain');
  // An upload's body is streamed on to media as it comes; nothing is buffered here.
  fastify.addContentTypeParser('multipart/form-data', (_request, _payload, done) => {
    done(null);
  });

  fastify.addHook('onRequest', (request: GatewayRequest, reply: GatewayReply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    const refusal = refuse(request);
    if (refusal) {
      filter.answer(refusal, request, reply);
      return;
    }
    done();
  });

  // After the body is read: the parser loses the asynchronous context that spans and log fields live in.
  fastify.addHook('preValidation', (request: GatewayRequest, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const finished = new Promise<void>((resolve) => {
      request.endSpan = resolve;
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
          return finished;
        },
      ),
    );
  });
  fastify.addHook('onResponse', (request: GatewayRequest, _reply, done) => {
    request.endSpan?.();
    done();
  });

  fastify.setErrorHandler((error: unknown, request: GatewayRequest, reply: GatewayReply) => {
    filter.answer(error, request, reply);
  });

  function refuse(request: GatewayRequest): AppError | null {
    const facts = {
      method: request.method,
      url: request.url,
      origin: header(request, 'origin'),
      fetchSite: header(request, 'sec-fetch-site'),
    };
    if (isCrossSite(facts, ownOrigin)) {
      return new AppError('csrf_rejected');
    }
    if (
      !request.url.startsWith(LARGE_BODY_PATH) &&
      isJson(request) &&
      Number(request.headers['content-length'] ?? 0) > SMALL_BODY_BYTES
    ) {
      return new AppError('payload_too_large', 'This request is too large.');
    }
    if (!config.rateLimits) {
      return null;
    }
    const now = clock.monotonicMs();
    const session = cookie.read(request);
    const wait = Math.max(byAddress.take(request.ip, now), session === null ? 0 : bySession.take(session, now));
    return wait > 0 ? new AppError('rate_limited', undefined, { retryAfterSeconds: wait }) : null;
  }

  /** Ids a client chose are kept when they look like ids, so that its own logs can be joined with ours. */
  fastify.setGenReqId((request) => {
    const asked = request.headers['x-request-id'];
    return typeof asked === 'string' && /^[\w-]{8,64}$/.test(asked) ? asked : random.uuidv7();
  });
}

function header(request: GatewayRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function isJson(request: GatewayRequest): boolean {
  return request.headers['content-type']?.startsWith('application/json') ?? false;
}
