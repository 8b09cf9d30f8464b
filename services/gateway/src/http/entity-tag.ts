/** Whether an `If-None-Match` names this tag; weak and strong are the same here (RFC 9110, 13.1.2). */
export function isKnown(header: string | string[] | undefined, etag: string): boolean {
  const named = tags(header).map((tag) => tag.replace(/^W\//, ''));
  return named.includes(etag) || named.includes('*');
}

/** A fingerprint as a weak tag; base64url, because it may hold characters that a tag must not. */
export function tagOf(fingerprint: string): string {
  return `W/"${Buffer.from(fingerprint).toString('base64url')}"`;
}

/** The fingerprint in the first of our tags that an `If-None-Match` names; undefined for any other. */
export function fingerprintIn(header: string | string[] | undefined): string | undefined {
  for (const tag of tags(header)) {
    const [, encoded] = /^W\/"([\w-]{1,300})"$/.exec(tag) ?? [];
    const fingerprint = encoded === undefined ? '' : Buffer.from(encoded, 'base64url').toString();
    if (/^[\x20-\x7e]+$/.test(fingerprint)) {
      return fingerprint;
    }
  }
  return undefined;
}

function tags(header: string | string[] | undefined): string[] {
  return [header ?? '']
    .flat()
    .join(',')
    .split(',')
    .map((part) => part.trim());
}
