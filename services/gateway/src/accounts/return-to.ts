const PLACEHOLDER = 'http://own.invalid';

/**
 * The path to return to after sign-in: own paths only, everything else becomes `/` (RELIABILITY-SECURITY S02: other hosts,
 * `//host`, `/\host`, encoded slashes, other schemes).
 */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || /[\\\u0000-\u001f]/.test(value)) {
    return '/';
  }
  try {
    const decoded = decodeURIComponent(value);
    const url = new URL(decoded, PLACEHOLDER);
    const isOwn = url.origin === PLACEHOLDER && !decoded.startsWith('//') && !/[\\\u0000-\u001f]/.test(decoded);
    return isOwn ? new URL(value, PLACEHOLDER).href.slice(PLACEHOLDER.length) : '/';
  } catch {
    return '/'; // malformed percent-encoding or address: nowhere to return to
  }
}
