/** Calls that are never fuzzed, with the reason; each is printed by the run. */
export const excluded: Readonly<Record<string, string>> = {
  'GET /api/events': 'a stream without an end; services/gateway/src/live holds it',
};

/** Calls that end what the others need: tried last, by a separate person, whose things may be deleted. */
export const endings: readonly string[] = [
  'GET /api/logout',
  'POST /api/auth/logout-everywhere',
  'POST /api/user/upgrade',
];

/** Whether this call belongs to the second round. */
export function isEnding(method: string, path: string): boolean {
  return method === 'DELETE' || endings.includes(`${method} ${path}`);
}
