import { Catch, HttpException, Inject } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Logger } from '@postloom/chassis';
import { AppError, errorMeaning } from '@postloom/contracts';
import type { ErrorCode } from '@postloom/contracts';
import type { GatewayReply, GatewayRequest } from './request.ts';

/** Fastify's own refusals, before any of our code ran. */
const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validation_failed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'validation_failed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'validation_failed',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

/** The one place where an error becomes an HTTP answer: `{error, message, details?, requestId}`. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(Logger) private readonly logger: Logger) {}

  catch(exception: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(exception, http.getRequest<GatewayRequest>(), http.getResponse<GatewayReply>());
  }

  answer(exception: unknown, request: GatewayRequest, reply: GatewayReply): void {
    const error = toAppError(exception);
    const { status, logLevel } = errorMeaning(error.code);
    const fields = {
      errorCode: error.code,
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
    };
    if (error.code === 'internal') {
      this.logger.error('request failed', { ...fields, error: exception });
    } else {
      this.logger[logLevel](`request refused: ${error.code}`, fields);
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (error.retryAfterSeconds !== undefined) {
      reply.header('retry-after', String(error.retryAfterSeconds));
    }
    void reply
      .status(status)
      .header('content-type', 'application/json; charset=utf-8')
      .send({
        error: error.code,
        message: error.message,
        ...(error.details && { details: error.details }),
        requestId: request.id,
      });
  }
}

function toAppError(exception: unknown): AppError {
  if (exception instanceof AppError) {
    return exception;
  }
  if (exception instanceof HttpException) {
    return new AppError(
      exception.getStatus() === 404 ? 'not_found' : exception.getStatus() === 401 ? 'unauthorized' : 'internal',
    );
  }
  const { code, name } = exception as { code?: unknown; name?: unknown };
  if (typeof code === 'string' && fastifyCodes[code]) {
    return new AppError(fastifyCodes[code]);
  }
  // secure-json-parse (Fastify's JSON parser) throws SyntaxError for malformed bodies and for __proto__ keys.
  if (name === 'SyntaxError') {
    return new AppError('validation_failed', 'The request body is not valid JSON.');
  }
  return new AppError('internal');
}
