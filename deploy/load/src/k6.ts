import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../local/src/paths.ts';
import { onPath } from '../../local/src/programs/find.ts';
import { StartError } from '../../local/src/settings.ts';

/** The version that the scenarios were tried with; any of the same major version is taken. */
export const TRIED = 'v1.8.1';

export const scenariosFolder = join(import.meta.dirname, '../k6');

/** The scenarios there are. */
export const scenarios: readonly string[] = readdirSync(scenariosFolder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.replace(/\.js$/, ''));

/** Finds k6, the first that works: K6_BIN, PATH, `.cache/k6/k6`. @throws StartError with what was tried and how to get it */
export function findK6(
  places: readonly (readonly [source: string, path: string | undefined])[] = [
    ['K6_BIN', process.env['K6_BIN']],
    ['PATH', onPath('k6')],
    ['cache', join(repositoryRoot, '.cache/k6/k6')],
  ],
): string {
  const tried: string[] = [];
  for (const [source, path] of places) {
    const said =
      path === undefined || path === ''
        ? 'not set or not found'
        : (spawnSync(path, ['version'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? 'does not run').trim();
    if (path !== undefined && /^k6(\.exe)? v1\./.test(said)) {
      return path;
    }
    tried.push(`  - ${source}: ${said}`);
  }
  throw new StartError(
    `No k6 of version 1 found. Install it, or with Go: GOBIN="$PWD/.cache/k6" go install go.k6.io/k6@${TRIED}. Tried:\n${tried.join('\n')}`,
  );
}
