import { plainPath, screens } from '../../src/app/routes.ts';

const shell = 'src/app/signed-in.tsx';

/**
 * Which lazy modules (names in the client's build manifest) a path needs for somebody with or without a session, so that the
 * browser loads them beside the entry instead of after it.
 */
export const modulesOf = (signedIn: boolean): ReadonlyMap<string, readonly string[]> =>
  new Map(
    screens
      .filter(({ audience }) => audience !== (signedIn ? 'visitors' : 'members'))
      .map(({ path, module, bare }) => [path, [...(signedIn && !bare ? [shell] : []), `src/${module}`]]),
  );

/** What a path is for somebody without a session. */
export const withoutSession = (path: string): 'screen' | 'needs sign-in' | 'unknown' => {
  const found = screens.filter((screen) => screen.path === plainPath(path));
  if (found.some(({ audience }) => audience !== 'members')) {
    return 'screen';
  }
  return found.length > 0 ? 'needs sign-in' : 'unknown';
};
