/**
 * Lighthouse as a phone (its own preset, with a simulated line and processor) for the pages that people open most, against a
 * running product, over HTTP/2 as people reach it:
 *
 *     npm run lighthouse [-- media schedule]
 *
 * POSTLOOM_URL says where the product is, CHROMIUM_PATH which browser. Signs a person up for the pages of a member. Prints the
 * median of three runs, and fails under 95 of 100 in performance or under 100 in accessibility, best practices or SEO. Times are
 * worth what the machine was free: its load is printed. Lighthouse itself is put into .cache: it brings 100 packages that nothing
 * else needs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { request } from 'playwright-core';
import { makePerson } from './measured-person.mjs';
import { overTls } from './over-tls.mjs';

const RUNS = 3;
/** Tries of one run: on a busy machine Lighthouse misses the beginning of a page now and then, and asks to be run again. */
const TRIES = 4;
const dependencies = { lighthouse: '13.5.0', 'chrome-launcher': '1.2.1' };
const product = process.env['POSTLOOM_URL'] ?? 'http://localhost:3000';
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const figures = {
  'LCP s': ({ audits }) => audits['largest-contentful-paint'].numericValue / 1000,
  'TBT ms': ({ audits }) => audits['total-blocking-time'].numericValue,
  CLS: ({ audits }) => audits['cumulative-layout-shift'].numericValue,
};
const all = {
  landing: { path: '/', isOfMember: false },
  dashboard: { path: '/', isOfMember: true },
  media: { path: '/media', isOfMember: true },
  schedule: { path: '/schedule', isOfMember: true },
};
const wanted = process.argv.slice(2);
const pages = Object.entries(all).filter(([name]) => wanted.length === 0 || wanted.includes(name));

const { lighthouse, launch } = await programs();
const cookie = await sessionOfMember();
const { origin, stop } = await overTls(product);
const rows = {};
const short = [];
for (const [name, page] of pages) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await recorded(page));
  }
  const scores = Object.keys(least).map((id) => [
    id,
    Math.round(median(runs, (one) => one.categories[id].score) * 100),
  ]);
  const times = Object.entries(figures).map(([figure, of]) => [figure, Number(median(runs, of).toFixed(2))]);
  rows[name] = Object.fromEntries([...scores, ...times]);
  for (const [id, score] of scores) {
    if (score < least[id]) {
      short.push(`${name}: ${id} ${score} of ${least[id]}`, ...lostPoints(runs[0], id));
    }
  }
}
await stop();
console.table(rows);
console.log('Pages of a member are for no search engine, so is-crawlable is left out of their SEO.');
console.log(
  `Median of ${RUNS} runs; load of the machine ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
if (short.length > 0) {
  console.error(['', 'Under the aim:', ...short].join('\n'));
  process.exit(1);
}

/** Lighthouse and what starts its browser, out of .cache. */
async function programs() {
  const folder = fileURLToPath(new URL('../../.cache/lighthouse', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'lighthouse-runs', private: true, type: 'module', dependencies }),
  );
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
  const load = (file) => import(pathToFileURL(join(folder, 'node_modules', file)).href);
  const [core, launcher] = await Promise.all([load('lighthouse/core/index.js'), load('chrome-launcher/dist/index.js')]);
  return { lighthouse: core.default, launch: launcher.launch };
}

/** The cookies of a person with some photos and posts. */
async function sessionOfMember() {
  const person = await request.newContext({ baseURL: product });
  await makePerson(person, { photos: 12, posts: 12 });
  const { cookies } = await person.storageState();
  await person.dispose();
  return cookies
    .filter(({ domain }) => domain === new URL(product).hostname)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

async function recorded(page) {
  for (let tries = 1; ; tries += 1) {
    const result = await measure(page);
    if (!result.runtimeError) {
      return result;
    }
    if (tries === TRIES) {
      throw new Error(`${page.path}: ${result.runtimeError.message}`);
    }
  }
}

async function measure({ path, isOfMember }) {
  const browser = await launch({
    chromePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromeFlags: ['--headless=new', '--no-sandbox', '--ignore-certificate-errors'],
  });
  try {
    const { lhr } = await lighthouse(origin + path, {
      port: browser.port,
      logLevel: 'error',
      onlyCategories: Object.keys(least),
      ...(isOfMember ? { extraHeaders: { Cookie: cookie }, skipAudits: ['is-crawlable'] } : {}),
    });
    return lhr;
  } finally {
    browser.kill();
  }
}

function median(runs, of) {
  return runs.map(of).sort((a, b) => a - b)[Math.floor(runs.length / 2)];
}

/** The audits of a category that took points, with the places in the page that they name. */
function lostPoints({ categories, audits }, category) {
  return categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 1)
    .flatMap(({ id }) => {
      const { title, displayValue = '', details } = audits[id];
      const places = (details?.items ?? []).map(({ node, description }) => node?.snippet ?? description);
      return [`  ${id}: ${title} ${displayValue}`, ...places.filter(Boolean).map((place) => `    ${place}`)];
    });
}
