/** A path inside the product; anything else is not followed. */
export function safeLink(link: string | null): string | null {
  return link !== null && /^\/(?![/\\])/.test(link) ? link : null;
}

/** The post that a link opens; null when it leads elsewhere. */
export function postOf(link: string | null): string | null {
  const path = safeLink(link);
  return path === null ? null : new URLSearchParams(path.split('?')[1]).get('post');
}
