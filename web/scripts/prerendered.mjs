/** What src/prerender.tsx renders, built as the client is: for the pages of the build and for the picture beside links. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const web = join(import.meta.dirname, '..');

export async function prerendered() {
  const { build } = await import('vite');
  const outDir = await mkdtemp(join(tmpdir(), 'postloom-prerender-'));
  try {
    await build({
      root: web,
      logLevel: 'warn',
      publicDir: false,
      build: {
        ssr: 'src/prerender.tsx',
        outDir,
        emptyOutDir: true,
        manifest: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    return await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
