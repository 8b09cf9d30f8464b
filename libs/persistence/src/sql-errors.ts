import { AppError } from '@postloom/contracts';
import { isError } from '@postloom/chassis';

/** What the operating system says of a connection that is gone or can't be made. */
const networkCodes = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** SQLSTATE of an error of the driver or of TypeORM's wrapper around it. */
export function sqlState(error: unknown): string | undefined {
  if (!isError(error)) {
    return undefined;
  }
  const direct = (error as { code?: unknown }).code;
  // EPIPE has the five letters of an SQLSTATE and is none.
  if (typeof direct === 'string' && /^[0-9A-Z]{5}$/.test(direct) && !networkCodes.has(direct)) {
    return direct;
  }
  const wrapped = (error as { driverError?: unknown }).driverError;
  return wrapped === error ? undefined : sqlState(wrapped);
}

/** True when a unique constraint (the named one, if given) refused the row. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

/** Name of the constraint that refused a row. */
export function constraintOf(error: unknown): string | undefined {
  if (!isError(error)) {
    return undefined;
  }
  const { constraint, driverError } = error as { constraint?: unknown; driverError?: unknown };
  if (typeof constraint === 'string') {
    return constraint;
  }
  return driverError === undefined || driverError === error ? undefined : constraintOf(driverError);
}

/** Serialization failure and deadlock: Postgres chose us as the one to repeat. */
export function isSerializationConflict(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/** A prepared statement met a changed table (a migration ran meanwhile): repeating prepares it anew. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && isError(error) && error.message.includes('cached plan');
}

/** Shut down by hand, crashed, starting up, no room for one more, and ended because a transaction stood still (25P03). */
const lossStates = new Set(['57P01', '57P02', '57P03', '53300', '25P03']);

/** Sentences of the driver, its pool and TypeORM for a connection that is gone or can't be had; these errors have no code. */
const lossWords = [
  'Connection terminated',
  'not queryable',
  'timeout exceeded when trying to connect',
  'pool after calling end',
  'Driver not Connected',
];

/** The connection or the server is gone, or the pool has no connection to give. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) {
    return state.startsWith('08') || lossStates.has(state);
  }
  if (!isError(error)) {
    return false;
  }
  const { code, syscall, driverError } = error as { code?: unknown; syscall?: unknown; driverError?: unknown };
  if (typeof code === 'string' && networkCodes.has(code)) {
    return true;
  }
  // The server's Unix socket is not there while it is down, and takes nobody while its queue is full.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN')) {
    return true;
  }
  return lossWords.some((words) => error.message.includes(words)) || isConnectionLoss(driverError);
}

/** Where the server quotes rows and values. Constraint, table, column and SQLSTATE stay. */
const rowFields = ['detail', 'where', 'internalQuery', 'parameters'];

/**
 * The same error without the row that it is about: `Failing row contains (…)` is in its detail, and the message of a value
 * that could not be read (SQLSTATE 22…) quotes the value. Logging or forwarding the error later cannot disclose them.
 */
export function withoutRow(error: unknown): unknown {
  const state = sqlState(error);
  if (!isError(error) || state === undefined) {
    return error;
  }
  for (const field of rowFields) {
    Reflect.deleteProperty(error, field);
  }
  if (state.startsWith('22')) {
    const { message } = error;
    error.message = message.replace(/"[^]*"/, '"…"');
    error.stack = error.stack?.replace(message, () => error.message) ?? '';
  }
  const { driverError } = error as { driverError?: unknown };
  if (driverError !== error) {
    withoutRow(driverError);
  }
  return error;
}

/** What a caller sees of a database fault: unavailable or deadline; everything else stays what it is. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) {
    return error;
  }
  if (isConnectionLoss(error)) {
    return new AppError('unavailable', undefined, { cause: error });
  }
  if (sqlState(error) === '57014') {
    return new AppError('deadline', undefined, { cause: error });
  }
  if (isSerializationConflict(error)) {
    return new AppError('conflict', undefined, { cause: error });
  }
  return error;
}
