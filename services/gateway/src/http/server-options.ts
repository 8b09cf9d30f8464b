import type { Socket } from 'node:net';
import { AppError, captionImage, MEGABYTE } from '@postloom/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { trustedHops } from '../config.ts';
import type { GatewayConfig } from '../config.ts';
import { headersFor } from './security-headers.ts';

/** The largest inline picture in base64, plus the JSON around it. */
const LARGEST_BODY_BYTES = captionImage.maxBase64Bytes + MEGABYTE;

/**
 * Options of the HTTP server. Addresses that cannot be decoded and requests that are not HTTP never reach a hook or filter; they are
 * answered here, in the same shape and with the same headers as everything else.
 */
export function serverOptions(config: Pick<GatewayConfig, 'trustedProxies' | 'publicUrl'>): Record<string, unknown> {
  return {
    // Only these hops may name the client in `X-Forwarded-For`; every other peer counts by its own address.
    get trustProxy() {
      return trustedHops(config); // read when the server is created: importing a config must not fail
    },
    bodyLimit: LARGEST_BODY_BYTES,
    // A long id must be answered as an invalid id, whatever its length; Node bounds a request's head at 16 KB.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const { code, message } = new AppError('not_found');
      void reply
        .status(404)
        .headers({ ...headersFor(config.publicUrl), 'x-request-id': request.id })
        .send({ error: code, message, requestId: request.id });
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      socket.end(malformed(error, config.publicUrl));
    },
  };
}

/** The answer to what Node cannot parse as HTTP: an oversized head, or garbage. */
function malformed(error: NodeJS.ErrnoException, publicUrl: string): string {
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const body = JSON.stringify({
    error: 'validation_failed',
    message: 'This request could not be read.',
    requestId: '',
  });
  const headers = {
    ...headersFor(publicUrl),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`;
}
