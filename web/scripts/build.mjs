/**
 * Builds web/dist: the application, landing.html and the legal texts (static HTML that paints without the application), what the
 * heads of the public pages say and what one of them shows without scripts (.vite/public-pages.json), sw.js (the service worker, which knows the files of this build), and a
 * .br and .gz beside every text file.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { prerendered } from './prerendered.mjs';
import { releaseOf } from './release.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
const dist = join(web, 'dist');

// Tests run vitest with NODE_ENV=test in the same shell; React's production build depends on this variable.
process.env.NODE_ENV = 'production';
const { build, minify } = await import('vite');

await build({ root: web, logLevel: 'warn' });
await prerender();
await buildWorker();
await compress();
// The bundler's worker threads may keep the process alive after the last file is written.
process.exit(0);

async function prerender() {
  const { renderPublicPages } = await prerendered();
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const styles = manifest['index.html'].css ?? [];
  const frame = (await readFile(join(dist, 'index.html'), 'utf8'))
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
  if (!styles.every((file) => frame.includes(file))) throw new Error('Prerendered pages would miss their stylesheet');
  const today = join(web, 'src/features/legal/today.js');
  const { code } = await minify(today, await readFile(today, 'utf8'));
  const listed = [];
  for (const { path, head, body, withoutScripts } of renderPublicPages()) {
    const file = path === '/' ? 'landing.html' : `${path.slice(1)}.html`;
    listed.push({ path, head, ...(body ? { file } : {}), ...(withoutScripts ? { withoutScripts } : {}) });
    if (!body) continue;
    const script = body.includes('data-today') ? `<script>${code.trim()}</script>` : '';
    // What stands in the body of the application is all for it.
    const page = frame.replace(/<div id="root">[\s\S]*?<\/body>/, () => `${body}${script}</body>`);
    if (page.includes('id="root"') || /<script type="module"/.test(page))
      throw new Error(`${file} still carries the application`);
    await writeFile(join(dist, file), page);
  }
  await writeFile(join(dist, '.vite/public-pages.json'), JSON.stringify(listed));
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
