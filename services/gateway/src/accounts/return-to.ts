const PLACEHOLDER = 'http://own.invalid';

/** Longer ones are no address that a page of ours writes. */
const LONGEST = 2_000;
/** Where programs call: no place for a person to come back to. */
const CALLS = /^\/(api|objects)(\/|$)/;

/**
 * The path to return to after sign-in: own paths only. Anything that a browser could read as another origin becomes `/` (other hosts,
 * `//host`, `/\host`, `/.//host`, encoded slashes, other schemes), and so does what is no page.
 */
export function ownPath(value: unknown): string {
  if (typeof value !== 'string') {
    return '/';
  }
  try {
    // Checked as written and as another program may decode it: both must stay on this origin.
    return isOwn(decodeURIComponent(value)) && isOwn(value) && isPage(pathOf(value)) ? pathOf(value) : '/';
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

function isPage(path: string): boolean {
  return path.length <= LONGEST && !CALLS.test(path);
}

/** What a browser would ask for, `.` and `..` resolved. */
function pathOf(address: string): string {
  return new URL(address, PLACEHOLDER).href.slice(PLACEHOLDER.length);
}
