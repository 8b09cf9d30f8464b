/** Whether an `If-None-Match` names this tag; weak and strong are the same here (RFC 9110, 13.1.2). */
export function isKnown(header: string | string[] | undefined, etag: string): boolean {
  const named = [header ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}
