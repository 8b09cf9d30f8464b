/**
 * What a phone feels: opens each page of a running product as a phone on a slow line (150 ms, 1.6 Mbit/s) with a processor four
 * times slower, and prints scripts, bytes, LCP, TBT and CLS, then INP of typing a caption, selecting photos and turning the month.
 *
 *     node web/scripts/page-speed.mjs --origin http://localhost:3000 [--photos 24] [--posts 60]
 *       [--cpu 4] [--runs 3] [--screens /media,/settings] [--out result.json]
 *
 * It makes a person, a business, photos and scheduled posts of its own. Times are worth what the machine was free: its load is printed.
 */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { screens } from '../src/app/routes.ts';
import { makePerson } from './measured-person.mjs';

const { values: options } = parseArgs({
  options: {
    origin: { type: 'string', default: 'http://localhost:3000' },
    photos: { type: 'string', default: '24' },
    posts: { type: 'string', default: '60' },
    cpu: { type: 'string', default: '4' },
    runs: { type: 'string', default: '3' },
    screens: { type: 'string' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log(
    'usage: node web/scripts/page-speed.mjs --origin <url> [--photos n] [--posts n] [--cpu n] [--runs n] [--screens paths] [--out file]',
  );
  process.exit(0);
}

const line = { offline: false, latency: 150, downloadThroughput: (1.6 * 1e6) / 8, uploadThroughput: (0.75 * 1e6) / 8 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const desktop = { viewport: { width: 1440, height: 900 } };
const only = options.screens?.split(',');
const pages = screens.filter(({ path, audience }) => audience !== 'everyone' && (only?.includes(path) ?? true));

/** Runs in the page from its start: collects what the browser reports of itself. */
function watch() {
  const seen = { lcp: 0, cls: 0, tasks: [], slowest: { duration: 0 }, fcp: 0 };
  globalThis.__seen = seen;
  const on = (type, take, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  on('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
  on('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.fcp = entry.startTime));
  on('layout-shift', (entry) => entry.hadRecentInput || (seen.cls += entry.value));
  on('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
  on(
    'event',
    (entry) => {
      if (entry.interactionId || entry.name.startsWith('drag') || entry.name === 'drop')
        if (entry.duration > seen.slowest.duration) seen.slowest = entry.toJSON();
    },
    { durationThreshold: 16 },
  );
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const maker = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: options.origin });
await makePerson(maker.request, { photos: Number(options.photos), posts: Number(options.posts) });
const state = await maker.storageState();
await maker.close();
const rows = [];
for (const { title, path, audience } of pages) {
  const runs = [];
  for (let run = 0; run < Number(options.runs); run += 1) runs.push(await visit(path, audience === 'members'));
  const middle = (key) => runs.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)];
  rows.push({ page: title, ...Object.fromEntries(Object.keys(runs[0]).map((key) => [key, middle(key)])) });
}
const inp = await interact();
await browser.close();
const load = loadavg().map((one) => Number(one.toFixed(1)));
console.table(Object.fromEntries(rows.map(({ page, ...rest }) => [page, rest])));
console.table(inp);
console.log(`CPU x${options.cpu}, load of the machine ${load.join(' ')}`);
if (options.out) await writeFile(options.out, JSON.stringify({ options, rows, inp, load }, null, 2));

async function context(signedIn, device = phone) {
  return browser.newContext({
    ...device,
    ignoreHTTPSErrors: true,
    baseURL: options.origin,
    ...(signedIn ? { storageState: state } : {}),
  });
}

async function throttle(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(options.cpu) });
  return session;
}

/** One cold visit: empty cache, until nothing has moved on the line for a while. */
async function visit(path, signedIn) {
  const visitor = await context(signedIn);
  try {
    const page = await visitor.newPage();
    await page.addInitScript(watch);
    const session = await throttle(page);
    const kinds = new Map();
    const sums = { scripts: 0, jsKB: 0, requests: 0, allKB: 0 };
    session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const isScript = kinds.get(requestId) === 'Script';
      sums.requests += 1;
      sums.allKB += encodedDataLength / 1000;
      sums.scripts += isScript ? 1 : 0;
      sums.jsKB += isScript ? encodedDataLength / 1000 : 0;
    });
    await page.goto(path, { waitUntil: 'load', timeout: 120_000 });
    // Idle time belongs to other pages' code: what is fetched until then is this page's.
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 60_000 });
    const own = { ...sums };
    await page.waitForTimeout(1_500);
    const seen = await page.evaluate(() => globalThis.__seen);
    const blocking = seen.tasks.reduce((sum, [at, length]) => sum + (at >= seen.fcp ? Math.max(0, length - 50) : 0), 0);
    return {
      scripts: own.scripts,
      'JS kB': Math.round(own.jsKB),
      requests: own.requests,
      'all kB': Math.round(own.allKB),
      'LCP s': Number((seen.lcp / 1000).toFixed(2)),
      'TBT s': Number((blocking / 1000).toFixed(2)),
      CLS: Number(seen.cls.toFixed(3)),
    };
  } finally {
    await visitor.close();
  }
}

/** Longest time from an input to the paint that shows it, milliseconds (98th percentile would hide half of so few), and which input it was. */
async function interact() {
  const results = {};
  const measure = async (name, path, device, prepare, work) => {
    const visitor = await context(true, device);
    const page = await visitor.newPage();
    await page.addInitScript(watch);
    try {
      await page.goto(path, { waitUntil: 'load' });
      await page.locator('h1').first().waitFor();
      await prepare(page);
      await page.waitForTimeout(2000);
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: Number(options.cpu) });
      await page.evaluate(() => (globalThis.__seen.slowest = { duration: 0 }));
      await work(page);
      await page.waitForTimeout(800);
      const {
        name: event,
        duration,
        startTime,
        processingStart,
        processingEnd,
      } = await page.evaluate(() => globalThis.__seen.slowest);
      results[name] = {
        'INP ms': duration,
        ...(event && { event, 'waited ms': Math.round(processingStart - startTime) }),
        ...(event && { 'script ms': Math.round(processingEnd - processingStart) }),
      };
    } catch (error) {
      results[name] = { 'INP ms': Number.NaN, why: String(error.message).split('\n')[0] };
    }
    await visitor.close();
  };
  const nothing = () => Promise.resolve();
  await measure('turning the month', '/schedule', phone, nothing, async (page) => {
    for (let turn = 0; turn < 3; turn += 1) {
      await page
        .getByRole('button', { name: /next month/i })
        .first()
        .tap();
      await page.waitForTimeout(600);
    }
  });
  await measure('selecting photos', '/media', phone, nothing, async (page) => {
    const tiles = page.locator('main [data-tile]');
    for (let index = 0; index < 4; index += 1) await tiles.nth(index).tap({ timeout: 5_000 });
  });
  const caption = (page) => page.getByRole('textbox', { name: /caption/i }).first();
  await measure(
    'typing a caption',
    '/',
    phone,
    async (page) => {
      await page.getByRole('button', { name: 'Create Post' }).first().tap();
      await caption(page).tap();
    },
    (page) => caption(page).pressSequentially('Rye from this morning, still warm. #bakery', { delay: 60 }),
  );
  await measure('dragging a post to another day', '/schedule', desktop, nothing, async (page) => {
    await page
      .getByRole('button', { name: /next month/i })
      .first()
      .click();
    await page.waitForTimeout(1000);
    const cell = (index) => page.locator('td', { has: page.locator('[data-day]') }).nth(index);
    const card = cell(10).getByRole('link').first();
    // The code that drags comes with the first pointer.
    await card.hover();
    await page.waitForTimeout(1000);
    await card.dragTo(cell(19), { timeout: 10_000, steps: 12 });
  });
  return results;
}
