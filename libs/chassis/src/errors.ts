import { types } from 'node:util';

/** True for every error object, also one made in another realm (a worker, a test sandbox), where `instanceof` says no. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || types.isNativeError(value);
}

/** The message of whatever was thrown. */
export function messageOf(value: unknown): string {
  return isError(value) ? value.message : String(value);
}
