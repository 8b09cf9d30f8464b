import { plainPath, screens } from '../app/routes.ts';

/** What the worker does with a request; everything else goes to the server as if there was no worker. */
export type Handling =
  /** A file of a build, whose name says what is in it. */
  | 'code'
  /** A page of a member: the server's, or the application itself without the server. */
  | 'screen'
  /** Somebody signs out. */
  | 'leave'
  | 'none';

const members = new Set(screens.filter(({ audience }) => audience === 'members').map(({ path }) => path));

type Asked = { method: string; mode: string; url: string };

/**
 * Never a call of the API, never a file of the store of photos, never a page for visitors or for whoever has its link: none of
 * them is answered or kept here.
 */
export function handlingOf({ method, mode, url }: Asked, origin: string): Handling {
  const { pathname, origin: own } = new URL(url);
  if (method !== 'GET' || own !== origin) {
    return 'none';
  }
  if (mode !== 'navigate') {
    return /^\/(assets|fonts)\//.test(pathname) ? 'code' : 'none';
  }
  if (pathname === '/api/logout') {
    return 'leave';
  }
  return members.has(plainPath(pathname)) ? 'screen' : 'none';
}
