import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/** Tickets are part of some addresses, and are longer than Fastify's default limit for a parameter. */
export const byteServerOptions = { routerOptions: { maxParamLength: 2_000 } };

/** Bodies are streams here: nothing is parsed or buffered by the server. */
export function installByteServer(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    (_request: FastifyRequest, _payload: unknown, done: (error: Error | null) => void) => {
      done(null);
    },
  );
}
