import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { modulesOf, withoutSession } from './route-modules.ts';

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

describe('modules of the routes', () => {
  it('exist under these names, which are those of the manifest', () => {
    const names = new Set([...modulesOf(true).values(), ...modulesOf(false).values()].flat());
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !existsSync(join(web, name)))).toEqual([]);
  });

  it('are those of the person: the same path is another screen with a session', () => {
    expect(modulesOf(true).get('/')).toEqual(['src/app/signed-in.tsx', 'src/app/pages/dashboard-page.tsx']);
    expect(modulesOf(false).get('/')).toEqual(['src/features/landing/components/landing-page.tsx']);
    expect(modulesOf(false).has('/media')).toBe(false);
    expect(modulesOf(true).has('/login')).toBe(false);
  });
});

describe('a path without a session', () => {
  it.each([
    ['/', 'screen'],
    ['/login', 'screen'],
    ['/privacy-policy/', 'screen'],
    ['/schedule', 'needs sign-in'],
    ['/business-settings/', 'needs sign-in'],
    ['/schedule/nothing', 'unknown'],
    ['/wp-admin', 'unknown'],
  ])('%s is: %s', (path, kind) => {
    expect(withoutSession(path)).toBe(kind);
  });
});
