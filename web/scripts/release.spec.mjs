import { expect, it } from 'vitest';
import { pages } from './budget.mjs';
import { releaseOf } from './release.mjs';

const also = ['src/app/device/open-seen.ts', 'src/app/device/on-device.ts', 'src/ui/toaster.tsx'];

it('is what opens every page of a member, and the names of the rest', () => {
  const chunks = new Set([...pages.flatMap((page) => page.chunks), ...also]);
  const manifest = Object.fromEntries([
    ['index.html', { file: 'assets/index.js', css: ['assets/index.css'], imports: ['_react.js'], isEntry: true }],
    ['_react.js', { file: 'assets/react.js' }],
    ['late.tsx', { file: 'assets/late.js' }],
    ...[...chunks].map((key) => [key, { file: `assets/${key.replaceAll('/', '-')}.js`, imports: ['index.html'] }]),
  ]);
  const { entry, opening, all } = releaseOf(manifest);
  expect(entry).toBe('/assets/index.js');
  for (const file of [
    '/assets/index.js',
    '/assets/index.css',
    '/assets/react.js',
    '/assets/src-app-signed-in.tsx.js',
    '/assets/src-app-pages-dashboard-panels.tsx.js',
    '/assets/src-app-device-open-seen.ts.js',
    '/fonts/bricolage-grotesque-latin.woff2',
  ])
    expect(opening).toContain(file);
  expect(opening.filter((file) => /late|landing|legal|sign-in-page/.test(file))).toEqual([]);
  expect(all).toContain('/assets/late.js');
  expect(opening.filter((file) => file.startsWith('/assets/') && !all.includes(file))).toEqual([]);
});
