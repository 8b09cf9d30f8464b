/**
 * The bundle budget (kB of gzip, 1 kB = 1000 bytes). Reads dist/.vite/manifest.json, prints what each page loads and fails
 * when something is over. A page loads the entry, its static imports, and the chunks listed for it with theirs, those included
 * that it fetches by itself right after.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { screens } from '../src/app/routes.ts';

const entry = 'index.html';
const shell = 'src/app/signed-in.tsx';

/** name, chunks beyond the entry, budget in kB: one row for the code of each screen. */
export const pages = screens
  .filter(({ module }, index) => screens.findIndex((other) => other.module === module) === index)
  .map(({ title, module, also = [], audience, budget = 180 }) => ({
    name: title,
    chunks: [...(audience === 'members' ? [shell] : []), ...[module, ...also].map((file) => `src/${file}`)],
    budget,
  }));
/** Files of script that a page may fetch: each is a request, and over HTTP/1.1 only six run at a time. */
const scriptBudget = 16;
const lazyBudgets = [
  // With the dialog kit, which the first load does not carry (deploy/docs/adr/0019).
  { match: /palette/, budget: 20 },
  { match: /upload/, budget: 115 },
  // From a page without dialogs, forms, popovers and the photo picker, all of which it needs. The code that reads the library's pages,
  // 1.5 kB, came with every page of a member before; several unfinished posts and the reasons of best times are another 0.6.
  { match: /compose-dialog/, budget: 84 },
  { match: /create-business/, budget: 50 },
  // Their own code is 6, 2 and 3 kB; the first of all dialogs brings the kits for dialogs, menus, popovers and forms.
  { match: /post-details|reschedule-dialog|calendar-occurrence/, budget: 56 },
  // The first form of the settings page, which brings along what all forms share, and what keeps edits and takes in what others save:
  // 0.8 kB that came with every page and with the composer before.
  { match: /notification-preferences-card/, budget: 51 },
  { match: /./, budget: 40 },
];
const cssBudget = 15;
const fontBudget = 40;
/** The service worker, most of it the names of the files. */
const workerBudget = 6;

/** Manifest keys of a chunk and everything it imports statically. */
export function closureOf(manifest, key, seen = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The manifest has no ${key}: the list in scripts/budget.mjs is out of date.`);
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of chunk.imports ?? []) closureOf(manifest, next, seen);
  return seen;
}

/**
 * Lazy chunks that can be asked for while these are loaded, also by one another, each with what is surely loaded by then. Another
 * page is not one of them.
 */
function openedFrom(manifest, page, pageKeys) {
  const opened = new Map();
  const visit = (loaded) => {
    for (const next of new Set([...loaded].flatMap((key) => manifest[key].dynamicImports ?? []))) {
      if (pageKeys.has(next)) continue;
      const known = opened.get(next);
      const sure = known ? known.intersection(loaded) : loaded;
      if (known?.size === sure.size) continue;
      opened.set(next, sure);
      visit(sure.union(closureOf(manifest, next)));
    }
  };
  visit(page);
  return opened;
}

/** Rows of {name, kB, budget, over} for a manifest; `sizeOf(file)` gives gzip bytes. */
export function measure(manifest, sizeOf) {
  const kB = (keys) => [...keys].reduce((sum, key) => sum + sizeOf(manifest[key].file), 0) / 1000;
  const pageKeys = new Set(pages.flatMap((page) => page.chunks));
  const visits = pages.map(({ chunks }) => {
    const loaded = closureOf(manifest, entry);
    for (const chunk of chunks) closureOf(manifest, chunk, loaded);
    return { loaded, opened: openedFrom(manifest, loaded, pageKeys) };
  });
  const rows = pages.map(({ name, budget }, index) => {
    const { loaded } = visits[index];
    return { name, kB: kB(loaded), budget, scripts: loaded.size };
  });
  const base = closureOf(manifest, shell, closureOf(manifest, entry));
  for (const [key, chunk] of Object.entries(manifest)) {
    if (!chunk.isDynamicEntry || pageKeys.has(key)) continue;
    // What its opening adds, from wherever it is opened with the least at hand.
    const sure = visits.flatMap(({ opened }) => opened.get(key) ?? []);
    const own = [...closureOf(manifest, key)].filter((one) => sure.length === 0 || sure.some((at) => !at.has(one)));
    const { budget } = lazyBudgets.find(({ match }) => match.test(key));
    rows.push({ name: `lazy ${key.replace(/^.*\//, '')}`, kB: kB(own), budget });
  }
  const styles = new Set([...base].flatMap((key) => manifest[key].css ?? []));
  rows.push({
    name: 'CSS, first load',
    kB: [...styles].reduce((sum, file) => sum + sizeOf(file), 0) / 1000,
    budget: cssBudget,
  });
  return rows.map((row) => ({ ...row, over: row.kB > row.budget || (row.scripts ?? 0) > scriptBudget }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const read = (file) => readFileSync(join(dist, file));
  let manifest;
  try {
    manifest = JSON.parse(read('.vite/manifest.json').toString());
  } catch (error) {
    console.error(`No build to measure (${error.code ?? error.message}). Run: npm run build --workspace web`);
    process.exit(1);
  }
  const rows = measure(manifest, (file) => gzipSync(read(file), { level: 9 }).length);
  const font = read('fonts/bricolage-grotesque-latin.woff2').length / 1000;
  rows.push({ name: 'typeface', kB: font, budget: fontBudget, over: font > fontBudget });
  const worker = gzipSync(read('sw.js'), { level: 9 }).length / 1000;
  rows.push({ name: 'service worker', kB: worker, budget: workerBudget, over: worker > workerBudget });
  const landing = read('landing.html').toString();
  const scripts = [...landing.matchAll(/<script(?:[^>]*src="\/([^"]+)")?[^>]*>(.*?)<\/script>/gs)].map(
    ([, file, text]) => gzipSync(file ? read(file) : text).length,
  );
  const landingKB = scripts.reduce((sum, size) => sum + size, 0) / 1000;
  rows.unshift({ name: 'landing.html, all scripts', kB: landingKB, budget: 90, over: landingKB > 90 });
  for (const row of rows)
    console.log(
      `${row.over ? 'OVER' : 'ok  '} ${row.kB.toFixed(1).padStart(7)} of ${String(row.budget).padStart(4)} kB  ${row.scripts ? `${String(row.scripts).padStart(2)} scripts  ` : ''}${row.name}`,
    );
  const blocking = /<script(?=[^>]*\bsrc=)(?![^>]*\b(defer|async|type="module")\b)/.test(landing);
  if (blocking) console.error('OVER    landing.html has a script that blocks the first paint');
  process.exit(rows.some((row) => row.over) || blocking ? 1 : 0);
}
