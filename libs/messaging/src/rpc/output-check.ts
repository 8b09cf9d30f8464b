/**
 * Paths of fields that are in `answer` but were dropped by the contract's schema: a row that slipped into an answer whole would
 * carry its secret columns to the browser.
 */
export function uncontractedFields(answer: unknown, parsed: unknown, path = ''): string[] {
  if (Array.isArray(answer) && Array.isArray(parsed)) {
    return answer.flatMap((item, index) => uncontractedFields(item, parsed[index], `${path}[${index}]`));
  }
  if (!isPlainObject(answer) || !isPlainObject(parsed)) {
    return [];
  }
  return Object.keys(answer).flatMap((key) => {
    const here = path === '' ? key : `${path}.${key}`;
    return Object.hasOwn(parsed, key) ? uncontractedFields(answer[key], parsed[key], here) : [here];
  });
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
