import { SHELL } from './shell.ts';
import type { Release } from './worker-scope.ts';

const CACHE = 'postloom-code';
/** Names of the files of the release that this device was on. */
const FILES = `${SHELL}/files`;
/** Milliseconds that the server gets for a page before the device opens it: a network may lead nowhere. */
export const PAGE_PATIENCE_MS = 8_000;

function expectOk(path: string, response: Response): Response {
  if (!response.ok) {
    throw new Error(`${path}: ${response.status}`);
  }
  return response;
}

/**
 * Fetches what the release needs to open. The shell is put last, so that until all is there the device opens the release before
 * it; a shell of another release, as servers give it while they are being replaced, is refused, and the browser tries again later.
 */
export async function install({ entry, opening }: Release): Promise<void> {
  const cache = await caches.open(CACHE);
  const shell = expectOk(SHELL, await fetch(SHELL, { cache: 'no-store' }));
  if (!(await shell.clone().text()).includes(entry)) {
    throw new Error(`${SHELL} is of another release`);
  }
  await Promise.all(
    opening.map(async (path) => {
      // The name of what the bundler made says what is in it; a typeface keeps its name.
      if (!path.startsWith('/assets/') || !(await cache.match(path))) {
        await cache.put(path, expectOk(path, await fetch(path)));
      }
    }),
  );
  await cache.put(SHELL, shell);
}

async function filesBefore(cache: Cache): Promise<readonly string[]> {
  const files = await cache.match(FILES);
  return files ? ((await files.json()) as string[]) : [];
}

/** Keeps the code of this release and of the one before, which open pages may still be on. */
export async function tidy({ all }: Release): Promise<void> {
  const cache = await caches.open(CACHE);
  const before = await filesBefore(cache);
  const current = new Set([...all, ...before]);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith('/assets/') && !current.has(pathname)) {
      await cache.delete(url);
    }
  }
  await cache.put(FILES, new Response(JSON.stringify(all)));
}

/** What the device has; a storage that fails has nothing. */
async function kept(path: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(CACHE)).match(path, { ignoreVary: true });
  } catch {
    return undefined;
  }
}

async function put(path: string, response: Response): Promise<void> {
  await (await caches.open(CACHE)).put(path, response);
}

/** A file of code from the device, or from the server and then kept. */
export async function codeFor(request: Request, keep: (work: Promise<unknown>) => void): Promise<Response> {
  const known = await kept(request.url);
  if (known) {
    return known;
  }
  const response = await fetch(request);
  if (response.ok) {
    // A full storage keeps nothing; the page has its code all the same.
    keep(put(request.url, response.clone()).catch(() => undefined));
  }
  return response;
}

/** The server's page; the device's where the server does not answer, not in time, or not for itself. */
export async function screenFor(ask: () => Promise<Response>, patience = PAGE_PATIENCE_MS): Promise<Response> {
  const shell = await kept(SHELL);
  if (!shell) {
    return ask();
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
  const page = await Promise.race([ask().catch(() => undefined), late]);
  return page && page.status < 500 ? page : shell;
}
