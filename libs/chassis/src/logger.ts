import { pino } from 'pino';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import { requestContext } from './context.ts';
import { redact, redactText } from './redaction.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type LogFields = Record<string, unknown>;

/**
 * JSON lines on standard output. Every line carries service, requestId, traceId and businessId of the work it belongs to.
 * Secrets, captions and addresses are cut out before the line is made.
 */
export class Logger {
  private readonly sink: PinoLogger;

  constructor(sink: PinoLogger) {
    this.sink = sink;
  }

  debug(message: string, fields?: LogFields): void {
    if (this.sink.isLevelEnabled('debug')) {
      this.sink.debug(fields ? redact(fields) : {}, redactText(message));
    }
  }

  info(message: string, fields?: LogFields): void {
    if (this.sink.isLevelEnabled('info')) {
      this.sink.info(fields ? redact(fields) : {}, redactText(message));
    }
  }

  warn(message: string, fields?: LogFields): void {
    if (this.sink.isLevelEnabled('warn')) {
      this.sink.warn(fields ? redact(fields) : {}, redactText(message));
    }
  }

  error(message: string, fields?: LogFields): void {
    if (this.sink.isLevelEnabled('error')) {
      this.sink.error(fields ? redact(fields) : {}, redactText(message));
    }
  }

  /** A logger whose lines all carry `fields`. */
  child(fields: LogFields): Logger {
    return new Logger(this.sink.child(redact(fields)));
  }
}

let standardOutput: DestinationStream | undefined;

/** A logger for a service; `destination` replaces standard output in tests. */
export function createLogger(service: string, level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: () => `,"at":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: () => requestContext.get(),
    messageKey: 'message',
  };
  // One destination for the whole process and no buffer: lines stay in order and survive a crash.
  standardOutput ??= pino.destination({ dest: 1, sync: true, minLength: 0 });
  return new Logger(pino(options, destination ?? standardOutput));
}
