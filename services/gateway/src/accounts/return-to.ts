const PLACEHOLDER = 'http://own.invalid';

/**
 * The path to return to after sign-in: own paths only, everything else becomes `/` (RELIABILITY-SECURITY S02: other hosts,
 * `//host`, `/\host`, `/.//host`, encoded slashes, other schemes).
 */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string') {
    return '/';
  }
  try {
    // As it is and as some other program may decode it: both must stay here.
    return isOwn(decodeURIComponent(value)) && isOwn(value) ? pathOf(value) : '/';
  } catch {
    return '/'; // malformed percent-encoding or address: nowhere to return to
  }
}

function isOwn(address: string): boolean {
  return (
    address.startsWith('/') &&
    !address.startsWith('//') &&
    !/[\\\u0000-\u001f]/.test(address) &&
    new URL(address, PLACEHOLDER).origin === PLACEHOLDER &&
    !pathOf(address).startsWith('//')
  );
}

/** What a browser would ask for, `.` and `..` resolved. */
function pathOf(address: string): string {
  return new URL(address, PLACEHOLDER).href.slice(PLACEHOLDER.length);
}
