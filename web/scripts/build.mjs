/**
 * Builds web/dist: the application, landing.html (the landing page as static HTML that paints without any script), sw.js (the
 * service worker, which knows the files of this build), and a .br and .gz beside every text file.
 */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { releaseOf } from './release.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const dist = join(web, 'dist');

// Tests run vitest with NODE_ENV=test in the same shell; React's production build depends on this variable.
process.env.NODE_ENV = 'production';
const { build } = await import('vite');

await build({ root: web, logLevel: 'warn' });
await prerender();
await buildWorker();
await compress();
// The bundler's worker threads may keep the process alive after the last file is written.
process.exit(0);

async function prerender() {
  const out = await mkdtemp(join(tmpdir(), 'postloom-landing-'));
  try {
    await build({
      root: web,
      logLevel: 'warn',
      publicDir: false,
      build: {
        ssr: 'src/landing-entry.tsx',
        outDir: out,
        emptyOutDir: true,
        manifest: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    const { renderLanding } = await import(pathToFileURL(join(out, 'landing-entry.js')).href);
    const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
    const styles = manifest['index.html'].css ?? [];
    const head = (await readFile(join(dist, 'index.html'), 'utf8'))
      .replace(/\s*<script type="module"[^>]*><\/script>/, '')
      .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
      .replace('<title>Postloom</title>', '<title>Postloom: Social Media Automation for Every Business</title>');
    if (!styles.every((file) => head.includes(file))) throw new Error('landing.html would miss its stylesheet');
    const page = head.replace(/<div id="root">[\s\S]*?<\/div>/, () => renderLanding());
    if (page.includes('id="root"') || /<script type="module"/.test(page))
      throw new Error('landing.html still carries the application');
    await writeFile(join(dist, 'landing.html'), page);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

async function buildWorker() {
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { RELEASE: JSON.stringify(releaseOf(manifest)) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(web, 'src/worker/service-worker.ts'),
        // A classic script: not every browser has workers of modules.
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}

async function compress() {
  const files = await readdir(dist, { recursive: true });
  const texts = files.filter(
    (file) => /\.(js|css|html|svg|json|txt|webmanifest)$/.test(file) && !file.startsWith('.vite'),
  );
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(join(dist, file));
      if (bytes.length < 512) return;
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        }),
        promisify(gzip)(bytes, { level: 9 }),
      ]);
      await Promise.all([writeFile(join(dist, `${file}.br`), br), writeFile(join(dist, `${file}.gz`), gz)]);
    }),
  );
}
