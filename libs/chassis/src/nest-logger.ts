import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.ts';
import { isError } from './errors.ts';

/** Nest's own messages as our JSON lines. Its start-up chatter is debug; warnings and errors keep their level. */
export class NestLogger implements LoggerService {
  private readonly logger: Logger;

  constructor(logger: Logger) {
    this.logger = logger;
  }

  log(message: unknown, context?: unknown): void {
    this.logger.debug(text(message), fields(context));
  }

  debug(message: unknown, context?: unknown): void {
    this.logger.debug(text(message), fields(context));
  }

  verbose(message: unknown, context?: unknown): void {
    this.logger.debug(text(message), fields(context));
  }

  warn(message: unknown, context?: unknown): void {
    this.logger.warn(text(message), fields(context));
  }

  error(message: unknown, stack?: unknown, context?: unknown): void {
    if (isError(message)) {
      this.logger.error(message.message, { ...fields(context ?? stack), error: message });
    } else {
      this.logger.error(text(message), { ...fields(context), stack: typeof stack === 'string' ? stack : undefined });
    }
  }

  fatal(message: unknown, context?: unknown): void {
    this.logger.error(text(message), fields(context));
  }
}

function text(message: unknown): string {
  return typeof message === 'string' ? message : isError(message) ? message.message : JSON.stringify(message);
}

function fields(context: unknown): Record<string, unknown> {
  return typeof context === 'string' ? { context } : {};
}
