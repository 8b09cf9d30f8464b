import { Catch, Injectable } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { AppError, errorMeaning } from '@postloom/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Errors of the internal HTTP routes, in the same shape as everywhere else. */
@Catch()
@Injectable()
export class ByteErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const known = error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
    if (known.code === 'internal') {
      this.logger.error('byte request failed', {
        error,
        route: http.getRequest<FastifyRequest>().routeOptions.url,
      });
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (known.retryAfterSeconds !== undefined) {
      void reply.header('retry-after', String(known.retryAfterSeconds));
    }
    void reply
      .status(errorMeaning(known.code).status)
      .send({ error: known.code, message: known.message, ...(known.details && { details: known.details }) });
  }
}
