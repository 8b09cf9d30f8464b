import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from '@postloom/chassis';
import { AppError, errorMeaning } from '@postloom/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Bodies are streams here: nothing is parsed or buffered by the server. Errors have the house's one shape. */
export function installByteServer(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const logger = app.get(Logger);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    (_request: FastifyRequest, _payload: unknown, done: (error: Error | null) => void) => {
      done(null);
    },
  );
  fastify.setErrorHandler((error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    const known = error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
    if (known.code === 'internal') {
      logger.error('byte request failed', { error, route: request.routeOptions.url });
    }
    void reply
      .status(errorMeaning(known.code).status)
      .send({ error: known.code, message: known.message, ...(known.details && { details: known.details }) });
  });
}
