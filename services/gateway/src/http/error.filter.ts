import { Catch, HttpException } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { AppError, errorMeaning } from '@postloom/contracts';
import type { ErrorCode } from '@postloom/contracts';
import { refusedWith } from './answer-times.ts';
import { tooLarge } from './body-rules.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';
import { StreamedAnswer } from './streamed-answer.ts';
import { contractOf } from './route-table.ts';

/** Refusals by Fastify and Nest, before any of our code ran, by status. */
const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  405: 'not_found',
  408: 'request_timeout',
  415: 'unsupported_media_type',
};

/** The one place where an error becomes an HTTP answer: `{error, message, details?, requestId}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(exception, http.getRequest<GatewayRequest>(), http.getResponse<GatewayReply>());
  }

  answer(exception: unknown, request: GatewayRequest, reply: GatewayReply): void {
    const error = toAppError(exception, request);
    const { status, logLevel } = errorMeaning(error.code);
    const fields = {
      errorCode: error.code,
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
    };
    refusedWith(error.code, reply);
    if (reply.raw.destroyed) {
      this.logger.debug(`nobody waits for the refusal any more: ${error.code}`, fields);
      return;
    }
    if (error.code === 'internal') {
      this.logger.error('request failed', { ...fields, error: exception });
    } else {
      this.logger[logLevel](`request refused: ${error.code}`, fields);
    }
    const body = {
      error: error.code,
      message: error.message,
      ...(error.details && { details: error.details }),
      requestId: request.id,
    };
    const stream = StreamedAnswer.of(reply);
    if (stream !== undefined) {
      stream.failed({ status, retryAfterSeconds: error.retryAfterSeconds, ...body });
      return;
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(error.retryAfterSeconds));
    }
    void reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body);
  }
}

function toAppError(exception: unknown, request: GatewayRequest): AppError {
  if (exception instanceof AppError) {
    return exception;
  }
  // Node's and Fastify's JSON parsers throw SyntaxError for malformed bodies and for __proto__ keys.
  if (exception instanceof Error && exception.name === 'SyntaxError') {
    return new AppError('validation_failed', 'The request body is not valid JSON.');
  }
  const status = statusOf(exception);
  if (status === 413) {
    return tooLarge(contractOf(request.method, request.routeOptions.url));
  }
  if (status < 400 || status >= 500) {
    return new AppError('internal');
  }
  const code = codeByStatus[status];
  return code ? new AppError(code) : new AppError('validation_failed', 'This request could not be read.');
}

/** Fastify's and Nest's own errors carry a status; anything else is 500. */
function statusOf(exception: unknown): number {
  if (exception instanceof HttpException) {
    return exception.getStatus();
  }
  const { statusCode } = (exception ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : 500;
}
