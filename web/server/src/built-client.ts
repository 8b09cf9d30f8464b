import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Pages } from './pages.ts';
import { loadStaticFiles } from './static-files.ts';
import type { StaticFiles } from './static-files.ts';

/** The pages and files of one build. */
export interface BuiltClient {
  readonly pages: Pages;
  readonly files: StaticFiles;
}

/** What changes with every build; the last is what one writes last but for the compressed copies. */
const marks = ['index.html', 'landing.html', '.vite/manifest.json', 'sw.js'];

/**
 * Reads the build in `webRoot`, and reads it again when another one has taken its place, so that a running origin never
 * serves pages whose scripts are gone. While a build is being written, and its shell is missing, the one before stays.
 */
export const builtClient = (webRoot: string, publicUrl: string): (() => BuiltClient) => {
  const stampOf = (): string =>
    marks
      .map((name) => {
        const found = statSync(join(webRoot, name), { throwIfNoEntry: false });
        return found === undefined ? '-' : `${found.mtimeMs} ${found.size} ${found.ino}`;
      })
      .join(', ');
  const load = (): BuiltClient => ({ pages: new Pages(webRoot, publicUrl), files: loadStaticFiles(webRoot) });
  let stamp = stampOf();
  let client = load();
  return () => {
    const now = stampOf();
    if (now !== stamp) {
      const next = load();
      if (next.pages.isBuilt || !client.pages.isBuilt) {
        client = next;
        stamp = now;
      }
    }
    return client;
  };
};
