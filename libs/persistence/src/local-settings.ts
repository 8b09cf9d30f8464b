/** Longest time for one statement unless a transaction asks for another one; on a direct connection the role sets it. */
export const DEFAULT_TIMEOUT_MS = 5000;
const IDLE_IN_TRANSACTION_MS = 10_000;

/**
 * The settings that the login role has on a direct connection, as calls that last for one transaction: behind a pooler another client may
 * have left the session with settings of its own.
 */
export function localSettings(schema: string, timeoutMs = DEFAULT_TIMEOUT_MS): string[] {
  return [
    local('search_path', schema),
    local('statement_timeout', String(milliseconds(timeoutMs))),
    local('idle_in_transaction_session_timeout', String(IDLE_IN_TRANSACTION_MS)),
  ];
}

/** `value` is written by this library, never by a user: it is put into the statement unescaped. */
export function local(name: string, value: string): string {
  return `set_config('${name}', '${value}', true)`;
}

export function milliseconds(value: number): number {
  return Math.max(1, Math.trunc(value));
}
