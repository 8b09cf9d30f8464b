import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { routeModules, signedOutModules } from './route-modules.ts';

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

describe('modules of the routes', () => {
  it('exist under these names', () => {
    const names = new Set([...Object.values(routeModules), ...Object.values(signedOutModules)].flat());
    // The manifest's names of lazy modules are their source paths.
    expect([...names].filter((name) => !existsSync(join(web, name)))).toEqual([]);
  });

  it('are loaded lazily by the client', () => {
    const sources = ['app.tsx', 'pages.ts', 'signed-in.tsx', 'signed-out.tsx']
      .map((name) => readFileSync(join(web, 'src', 'app', name), 'utf8'))
      .join('\n');
    const missing = [...new Set(Object.values({ ...routeModules, ...signedOutModules }).flat())].filter(
      (name) => !new RegExp(`import\\([^)]*/${name.split('/').at(-1)?.replace('.', '\\.')}`).test(sources),
    );
    expect(missing).toEqual([]);
  });
});
