/**
 * How a gallery of 100,000 photos scrolls: the built pages in a browser, with a server played by this script. Scrolls to the end, page by
 * page as they are read. Before each depth it scrolls past 1,000 photos as a person flings a page, with a processor that is four times
 * slower, and prints frames, long frames and memory of that; the way there is scrolled as fast as the browser can, two rows a frame. An
 * empty page is flung likewise before and after: what frames of it take is the machine's and the browser's own.
 *
 *     npx nx run @postloom/web:build && node web/scripts/gallery-speed.mjs [--photos 100000] [--cpu 4] [--speed 4000] [--until 100000] [--out file]
 *
 * Fails when a frame of a fling took longer than 100 ms, or when memory grows between 5,000 photos and the end.
 */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const { values: options } = parseArgs({
  options: {
    photos: { type: 'string', default: '100000' },
    until: { type: 'string', default: '100000' },
    cpu: { type: 'string', default: '4' },
    // Pixels a second: five screens, or some 120 photos.
    speed: { type: 'string', default: '4000' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (options.help) {
  console.log('usage: node web/scripts/gallery-speed.mjs [--photos n] [--until n] [--cpu n] [--speed px] [--out file]');
  process.exit(0);
}

const LONGEST_FRAME_MS = 100;
/** Megabytes by which the memory of a list of bounded length varies from one look at it to the next. */
const MOST_GROWTH_MB = 5;
/** Photos of a fling. */
const FLUNG = 1_000;
/** Milliseconds for which an empty page is flung, before and after: together as long as the flings of 100,000 photos take. */
const EMPTY_MS = 40_000;
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const photos = Number(options.photos);
const businessId = '00000000-0000-4000-8000-00000000000a';
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const noise = Buffer.alloc(200 * 150 * 3).map((_, at) => (at * 7919) % 256);
const picture = await sharp(noise, { raw: { width: 200, height: 150, channels: 3 } })
  .blur(6)
  .webp()
  .toBuffer();

const idOf = (n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const photoAt = (n) => {
  const path = `/objects/${businessId}/${idOf(n)}`;
  return {
    ...{ id: idOf(n), filename: `${idOf(n)}.jpeg`, originalName: `IMG_${n}.jpg`, objectPath: `${path}/publish.jpg` },
    ...{ fileSize: 2_400_000 + n, width: 4_000, height: 3_000, mimeType: 'image/jpeg', albumId: null },
    altText: n % 3 === 0 ? 'A tray of cinnamon rolls on the counter, seen from above' : null,
    ...{ tags: n % 5 === 0 ? ['cinnamon', 'counter'] : [], sha256: '0'.repeat(64) },
    thumbnails: { 200: `${path}/200.webp`, 400: `${path}/400.webp`, 800: `${path}/800.jpg` },
    placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI', // the example of ThumbHash itself
    ...{ status: 'ready', usedInPosts: n % 8 === 0 ? 1 : 0, createdAt: new Date(1.77e12 - n * 60_000).toISOString() },
  };
};

const business = {
  id: businessId,
  name: 'Marlow Bakehouse',
  industryType: 'restaurant',
  timeZone: 'UTC',
  role: 'owner',
};
const answers = {
  '/api/auth/user': {
    ...{ id: businessId, email: 'marlow@example.org', firstName: 'Marlow', lastName: null, profileImageUrl: null },
    ...{ createdAt: '2026-01-01T00:00:00Z', subscriptionTier: 'agency', emailVerified: true },
  },
  '/api/user/active-business': { businessId },
};
const lists = { '/api/businesses': [business] };

function answer(url) {
  const { pathname, searchParams } = url;
  if (pathname === '/api/photos') {
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = Math.min(photos, from + Number(searchParams.get('limit') ?? 100));
    const data = Array.from({ length: to - from }, (_, index) => photoAt(from + index));
    return { data, nextCursor: to < photos ? String(to) : null, total: photos };
  }
  const rows = lists[pathname] ?? [];
  return answers[pathname] ?? { data: rows, nextCursor: null, total: rows.length };
}

async function serve(request, response) {
  const url = new URL(request.url, 'http://localhost');
  const send = (body, type, headers = {}) => response.writeHead(200, { 'content-type': type, ...headers }).end(body);
  if (url.pathname === '/api/events') {
    // Held open as by the product: a page that has no stream reads everything anew now and then.
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': held\n\n');
    const beat = setInterval(() => response.write(': beat\n\n'), 20_000);
    response.once('close', () => clearInterval(beat));
  } else if (url.pathname === '/empty') {
    send('<!doctype html><title>An empty page</title><body style="height: 1000000px">', 'text/html');
  } else if (url.pathname.startsWith('/api/')) {
    send(JSON.stringify(answer(url)), 'application/json');
  } else if (url.pathname.startsWith('/objects/')) {
    send(picture, 'image/webp', { 'cache-control': 'max-age=3600' });
  } else {
    const file = extname(url.pathname) === '' ? 'index.html' : url.pathname.slice(1);
    const body = await readFile(join(dist, file)).catch(() => null);
    if (body === null) {
      response.writeHead(404).end();
    } else {
      send(body, types[extname(file)] ?? 'application/octet-stream');
    }
  }
}

/** Runs in the page: waits until nothing is left to do there, which between two frames there is always. */
function rest() {
  return new Promise((resolve) => {
    const look = (deadline) => (deadline.timeRemaining() > 20 ? resolve() : requestIdleCallback(look));
    requestIdleCallback(look);
  });
}

/**
 * Runs in the page: scrolls at this speed, or by two rows a frame, until so many photos are read, or for so many milliseconds, and notes how
 * long each frame took.
 */
function scrollOn({ until = Infinity, forMs = Infinity, speed }) {
  return new Promise((resolve) => {
    const frames = [];
    const begun = performance.now();
    let before = begun;
    let still = 0;
    const frame = (now) => {
      const took = now - before;
      frames.push(took);
      before = now;
      const was = window.scrollY;
      window.scrollBy(0, speed === null ? 400 : (speed * took) / 1000);
      still = window.scrollY === was ? still + 1 : 0;
      if (still > 600 || now - begun > forMs || document.documentElement.dataset.read >= until) resolve(frames);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

// By HTTP as in the product: answers that are put in through the browser's own channel take time of the page that is measured.
const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1');
await once(server, 'listening');
// A secure context for the page.
const origin = `http://localhost:${server.address().port}`;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--js-flags=--expose-gc'],
});
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
await page.goto(`${origin}/media`);
await page.locator('main [data-tile]').first().waitFor({ timeout: 60_000 });
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');

const memory = async () => {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heapMB: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes') };
};

let read = 100;
page.on('request', (request) => {
  const cursor = new URL(request.url()).searchParams.get('cursor');
  if (cursor !== null) read = Math.max(read, Number(cursor) + 100);
});
const rows = [];
const steps = [1_000, 5_000, 10_000, 25_000, 50_000, 75_000, 100_000].filter((step) => step <= Number(options.until));

async function scroll(until, speed) {
  await session.send('Emulation.setCPUThrottlingRate', { rate: speed === null ? 1 : Number(options.cpu) });
  await page.evaluate((n) => (document.documentElement.dataset.read = n), read);
  // What the way there left to be done is not of the fling.
  await page.evaluate(rest);
  const told = setInterval(() => {
    page.evaluate((n) => (document.documentElement.dataset.read = n), read).catch(() => undefined);
  }, 250);
  const frames = await page.evaluate(scrollOn, { until, speed });
  clearInterval(told);
  return frames;
}

/** What the frames of a fling were like. */
function framesOf(frames) {
  const sorted = frames.toSorted((a, b) => a - b);
  return {
    frames: frames.length,
    'p50 ms': Math.round(sorted[Math.floor(frames.length / 2)]),
    'p99 ms': Math.round(sorted[Math.floor(frames.length * 0.99)]),
    'longest ms': Math.round(sorted.at(-1)),
    'over 100 ms': frames.filter((ms) => ms > LONGEST_FRAME_MS).length,
  };
}

/** Flings an empty page, in a tab of its own. */
async function flingEmpty() {
  const empty = await page.context().newPage();
  await empty.goto(`${origin}/empty`);
  const throttle = await empty.context().newCDPSession(empty);
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: Number(options.cpu) });
  const frames = await empty.evaluate(scrollOn, { forMs: EMPTY_MS, speed: Number(options.speed) });
  await empty.close();
  console.table([{ read: 'empty page', ...framesOf(frames) }]);
}

await flingEmpty();
for (const step of steps) {
  if (read < step - FLUNG) {
    await scroll(step - FLUNG, null);
  }
  const before = read;
  const frames = await scroll(step, Number(options.speed));
  const { heapMB, nodes } = await memory();
  rows.push({ read, flung: read - before, ...framesOf(frames), 'heap MB': Math.round(heapMB), nodes });
  console.table(rows.slice(-1));
}
await flingEmpty();
await browser.close();
server.close();
server.closeAllConnections();
console.table(rows);
console.log(
  `CPU x${options.cpu}, load of the machine ${loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')}`,
);
if (options.out) await writeFile(options.out, JSON.stringify({ options, rows }, null, 2));
const heaps = rows.filter((row) => row.read >= 5_000).map((row) => row['heap MB']);
const isSlow = rows.some((row) => row['over 100 ms'] > 0);
const hasGrown = heaps.length > 0 && heaps.at(-1) - heaps[0] > MOST_GROWTH_MB;
if (isSlow || hasGrown) console.log(`FAILED: ${isSlow ? 'frames over 100 ms ' : ''}${hasGrown ? 'memory grew' : ''}`);
process.exitCode = isSlow || hasGrown ? 1 : 0;
