/** What the service worker must know of a build: `Release` in src/worker/worker-scope.ts. */
import { closureOf, pages } from './budget.mjs';

const entry = 'index.html';
const shell = 'src/app/signed-in.tsx';
/** Fetched by the application itself: what opens it from the device, keeps it there, and says what went wrong. */
const also = ['src/app/device/open-seen.ts', 'src/app/device/on-device.ts', 'src/ui/toaster.tsx'];
const typeface = '/fonts/bricolage-grotesque-latin.woff2';

export function releaseOf(manifest) {
  const opening = closureOf(manifest, entry);
  for (const key of [...pages.filter(({ chunks }) => chunks[0] === shell).flatMap(({ chunks }) => chunks), ...also])
    closureOf(manifest, key, opening);
  const filesOf = (keys) => keys.flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
  const paths = (files) => [...new Set(files)].map((file) => `/${file}`).toSorted();
  return {
    entry: `/${manifest[entry].file}`,
    opening: [...paths(filesOf([...opening])), typeface],
    all: paths(filesOf(Object.keys(manifest))).filter((path) => path.startsWith('/assets/')),
  };
}
