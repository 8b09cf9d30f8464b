import type http from 'node:http';

/** What may go along to another host. */
export function withoutCredentials(headers: Record<string, string> | undefined): Record<string, string> {
  const secret = new Set(['authorization', 'cookie', 'proxy-authorization']);
  return Object.fromEntries(Object.entries(headers ?? {}).filter(([name]) => !secret.has(name.toLowerCase())));
}

/** Headers of an answer by lower-case name; repeated ones joined by commas. */
export function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      result[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return result;
}
