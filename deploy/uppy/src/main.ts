import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { MAX_PHOTO_BYTES } from '../../../libs/contracts/src/media/upload-rules.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { choices, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { runningStack } from '../../harness/src/running-stack.ts';
import { storedFor } from '../../harness/src/stored-photos.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { installedChromium } from '../../local/src/checks/chromium.ts';
import { repositoryRoot } from '../../local/src/paths.ts';
import { CuttingProxy } from './cutting-proxy.ts';

const WAYS = ['direct', 'put', 'form', 'parts'] as const;
type Way = (typeof WAYS)[number];

const run = defineRun({
  name: 'uppy',
  summary:
    "Uppy itself in a browser against the running stack, each of its ways to upload: pausing and going on, connections that break in mid-body, an outage with a retry, a reload with a restore, answers that are lost. Then every file's bytes are compared by hash, the storage that is paid for, and what lies in the bucket; and what the contract refuses is refused.",
  prefix: 'UPPY_',
  settings: {
    files: number(20, 'files in each way'),
    megabytes: number(50, 'of each file, at least 6: a second part follows the first'),
    ways: choices(WAYS, 'XHR Upload to the gateway, and AWS S3 with one PUT, with a form, in parts'),
  },
  figures: true,
  environment: {
    POSTLOOM_DATA_DIR: 'the data folder of the stack (.data)',
    CHROMIUM_PATH: 'the browser, when it is not on the path',
  },
});
const { files, megabytes, ways } = run.settings;
const BYTES = Math.round(megabytes * 1_048_576);
const SMALL_BYTES = 300_000;
const PAGE = '/uppy.html';
const SCRIPT = '/uppy.js';
/** Held at the same time before something is done to them: the gateway takes so many of one business, whatever the browser sends. */
const IN_MID_UPLOAD = Math.min(files, 2);
const CUT_EACH = 5;
const MOST_RETRIES = 12;
const PATIENCE_MS = 15 * 60_000;

interface FileState {
  readonly name: string;
  readonly error: string | null;
  readonly isGhost: boolean;
  readonly isPaused: boolean;
  readonly isThere: boolean;
  readonly saved: string;
}

/** What `page.mjs` offers. */
interface Uploads {
  open(way: string, isRestoring: boolean): Promise<void> | undefined;
  add(): void;
  kept(): Promise<number>;
  tell(name: 'upload' | 'pauseAll' | 'resumeAll' | 'retryAll'): void;
  goOn(): void;
  files(): FileState[];
}

const say = timedLines();
const stack = runningStack();
const dataDir = process.env['POSTLOOM_DATA_DIR'] ?? join(repositoryRoot, '.data');
const databaseUrl = stack.databaseUrl;
if (databaseUrl === undefined) {
  throw new Error('This needs the stack’s own database, to compare what is paid for with what is stored.');
}
const executablePath = installedChromium();
if (executablePath === undefined) {
  throw new Error('No Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
}

const proxy = new CuttingProxy(
  new Map([
    [
      PAGE,
      {
        type: 'text/html',
        body: `<!doctype html><title>Uppy</title><input type="file" multiple><script src="${SCRIPT}"></script>`,
      },
    ],
    [SCRIPT, { type: 'text/javascript', body: await bundled() }],
  ]),
);
const server = await proxy.listen();
const profiles = join(run.folder, 'profiles');
const chosen = join(run.folder, 'chosen');
const browsers = new Set<BrowserContext>();
const end = async (): Promise<void> => {
  await Promise.all([...browsers].map((one) => one.close()));
  proxy.close();
  rmSync(profiles, { recursive: true, force: true });
  rmSync(chosen, { recursive: true, force: true });
};
const forget = atTheEnd(end);
const faults: string[] = [];
const expectThat = (isTrue: boolean, sentence: string): void => {
  if (!isTrue) {
    faults.push(sentence);
    say(`FAULT: ${sentence}`);
  }
};
try {
  const rows: Record<string, Record<string, unknown>> = {};
  for (const way of ways) {
    rows[way] = await drive(way);
    say(`${way}: ${JSON.stringify(rows[way])}`);
  }
  const refused: Record<string, Record<string, string>> = {};
  for (const way of ways) {
    refused[way] = await refusals(way);
  }
  console.table(rows);
  console.table(refused);
  say(`figures: ${run.save({ ways: rows, refused, faults })}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  forget();
  await end();
}

/** The page's script with Uppy in it. */
async function bundled(): Promise<string> {
  const build = await rolldown({ input: join(import.meta.dirname, 'page.mjs'), platform: 'browser' });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}

/** A page of this person on the product's own address. Its browser keeps files on the disk, as people's do: not in memory, as a private window. */
async function openPage(person: Person): Promise<Page> {
  mkdirSync(profiles, { recursive: true });
  const context = await chromium.launchPersistentContext(mkdtempSync(join(profiles, 'of-')), {
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    proxy: { server, bypass: '<-loopback>' },
    baseURL: stack.url,
  });
  browsers.add(context);
  context.once('close', () => browsers.delete(context));
  const [name = '', ...value] = (person.session ?? '').split('=');
  await context.addCookies([{ name, value: value.join('='), url: stack.url }]);
  const page = await context.newPage();
  await page.goto(PAGE);
  return page;
}

/** Calls one of the page's functions. */
function ask<K extends keyof Uploads>(
  page: Page,
  name: K,
  ...args: Parameters<Uploads[K]>
): Promise<Awaited<ReturnType<Uploads[K]>>> {
  return page.evaluate(
    ([called, given]) =>
      (globalThis as unknown as { uploads: Record<string, (...all: unknown[]) => unknown> }).uploads[called]?.(
        ...given,
      ),
    [name as string, args] as const,
  ) as Promise<Awaited<ReturnType<Uploads[K]>>>;
}

/**
 * Chooses files from the disk, as a person does: made in the page they would all lie in the browser's memory, which takes 500 MB of them and
 * then keeps every one behind waiting. They differ in their last bytes, which are no part of what they show. Gives the hash of each, by its name.
 */
async function choose(page: Page, head: Buffer, count: number, bytes: number): Promise<Record<string, string>> {
  mkdirSync(chosen, { recursive: true });
  const hashes: Record<string, string> = {};
  for (let one = 1; one <= count; one += 1) {
    const name = `photo-${bytes}-${one}.jpg`;
    const all = Buffer.concat([head, randomBytes(bytes - head.length)]);
    hashes[name] = createHash('sha256').update(all).digest('hex');
    writeFileSync(join(chosen, name), all);
  }
  await page.setInputFiles(
    'input',
    Object.keys(hashes).map((name) => join(chosen, name)),
  );
  await ask(page, 'add');
  return hashes;
}

async function inMidUpload(): Promise<void> {
  await eventually('files are in mid-upload', () => proxy.heldBodies >= IN_MID_UPLOAD, PATIENCE_MS);
}

/** Everything that happens to the files of a person on a bad day, one after the other, and what has become of them. */
async function drive(way: Way): Promise<Record<string, unknown>> {
  const person = await Person.signUp(stack.url, { tier: 'agency', name: `Uploads ${way}` });
  const page = await openPage(person);
  const startedMs = performance.now();
  const before = { ...proxy.broken };
  await ask(page, 'open', way, false);
  const hashes = await choose(page, await smallPicture(files), files, BYTES);
  await eventually('the browser keeps the files', async () => (await ask(page, 'kept')) === files, PATIENCE_MS, 200);
  say(`${way}: ${files} files of ${megabytes} MB chosen`);

  proxy.hold();
  await ask(page, 'tell', 'upload');
  await inMidUpload();
  // XHR Upload cannot pause; Uppy's own dashboard shows no button for it there.
  if (way !== 'direct') {
    await ask(page, 'tell', 'pauseAll');
    await eventually('nothing is sent while paused', () => proxy.heldBodies === 0);
    await ask(page, 'tell', 'resumeAll');
    await inMidUpload();
    say(`${way}: paused, and went on`);
  }
  proxy.cut();
  await inMidUpload();
  say(`${way}: connections broke, and Uppy tried again by itself`);
  proxy.outage(true);
  await eventually(
    'what was under way has failed',
    async () => (await ask(page, 'files')).every(({ isThere, error }) => isThere || error !== null),
    PATIENCE_MS,
    200,
  );
  proxy.outage(false);
  await ask(page, 'tell', 'retryAll');
  await inMidUpload();
  say(`${way}: an outage, and a retry`);
  // What is restored is what the browser kept: the person's own files are not asked again, and may be gone.
  rmSync(chosen, { recursive: true });
  await page.reload();
  await ask(page, 'open', way, true);
  const restored = await ask(page, 'files');
  expectThat(
    restored.length === files && restored.every(({ isGhost }) => !isGhost),
    `${way}: ${restored.filter(({ isGhost }) => !isGhost).length} of ${files} files came back after the reload`,
  );
  await ask(page, 'goOn');
  await inMidUpload();
  say(`${way}: reloaded, and went on`);
  proxy.disturb(CUT_EACH, (method, path) =>
    [
      method === 'POST' && /^\/api\/(photos\/direct-upload|uploader\/s3\/multipart\/.+\/complete)/.test(path),
      method === 'PUT' && path === '/api/photos/upload',
      path.includes('/incoming/') || (method === 'POST' && !path.startsWith('/api/')),
    ].some(Boolean),
  );
  proxy.release();
  let retries = 0;
  await eventually(
    'every file is a photo',
    async () => {
      const now = await ask(page, 'files');
      const open = now.filter(({ saved }) => saved !== 'yes');
      if (open.length > 0 && open.every(({ error, isThere, saved }) => (isThere ? saved !== 'under way' : error))) {
        if (retries === MOST_RETRIES || open.some(({ isThere }) => isThere)) {
          throw new Error(`${way} does not come to an end: ${JSON.stringify(open.slice(0, 3))}`);
        }
        retries += 1;
        await ask(page, 'tell', 'retryAll');
      }
      return open.length === 0;
    },
    PATIENCE_MS,
    200,
  );
  proxy.disturb(Number.POSITIVE_INFINITY, () => false);
  expectThat(proxy.broken.answers > before.answers, `${way}: no answer was lost, so nothing is known of that`);
  const seconds = (performance.now() - startedMs) / 1_000;
  await page.context().close();
  return {
    seconds: Number(seconds.toFixed(1)),
    'retried by hand': retries + 1,
    'bodies cut': proxy.broken.bodies - before.bodies,
    'answers lost': proxy.broken.answers - before.answers,
    ...(await judge(way, person, hashes)),
  };
}

/** The bytes of each photo as the product gives them back, what is paid for, and what lies in the bucket. */
async function judge(way: Way, person: Person, hashes: Record<string, string>): Promise<Record<string, unknown>> {
  const listed = (await person.expect(200, 'GET', '/api/photos')) as { id: string; originalName: string }[];
  let equal = 0;
  for (const { id, originalName } of listed) {
    const bytes = (await person.expect(200, 'GET', `/api/photos/${id}/download`)) as Buffer;
    equal += createHash('sha256').update(bytes).digest('hex') === hashes[originalName] ? 1 : 0;
  }
  const stored = await settled(person);
  const expected = listed.length * BYTES;
  expectThat(listed.length === files, `${way}: ${listed.length} photos of ${files} files`);
  expectThat(equal === files, `${way}: ${equal} of ${files} files came back byte for byte`);
  expectThat(
    stored.used === expected && stored.reserved === 0,
    `${way}: ${stored.used} bytes are paid for and ${stored.reserved} reserved, ${expected} are stored`,
  );
  expectThat(stored.ghosts.length === 0, `${way}: nothing names ${stored.ghosts.join(', ')}`);
  return {
    photos: listed.length,
    'equal bytes': equal,
    'paid for, MB': stored.used / 1_048_576,
    'reserved, MB': stored.reserved / 1_048_576,
    ghosts: stored.ghosts.length,
    'given up, to be removed': stored.waiting,
  };
}

/** After the deletions that follow a photo. */
async function settled(person: Person): ReturnType<typeof storedFor> {
  const look = (): ReturnType<typeof storedFor> => storedFor(databaseUrl ?? '', dataDir, person.businessId ?? '');
  const isCalm = async (): Promise<boolean> => (await look()).ghosts.length === 0;
  await eventually('nothing is left over', isCalm, 20_000, 500).catch(() => undefined); // then it is judged as it is
  return look();
}

/** What the contract refuses, and that nothing is kept of it. */
async function refusals(way: Way): Promise<Record<string, string>> {
  const picture = await smallPicture(1);
  const cases = {
    'larger than 50 MB': {
      tier: 'agency',
      picture,
      bytes: MAX_PHOTO_BYTES + 1,
      says: /payload_too_large|EntityTooLarge/,
    },
    'no picture': { tier: 'agency', picture: Buffer.alloc(0), bytes: SMALL_BYTES, says: /unsupported_media_type/ },
    'more than the plan': { tier: 'free', picture, bytes: SMALL_BYTES, says: /upgrade_required/ },
  } as const;
  const said: Record<string, string> = {};
  for (const [name, { tier, bytes, picture: head, says }] of Object.entries(cases)) {
    const person = await Person.signUp(stack.url, { tier });
    if (tier === 'free') {
      // All of the plan is announced, and nothing sent.
      for (const fileSize of [MAX_PHOTO_BYTES, MAX_PHOTO_BYTES]) {
        await person.expect(200, 'POST', '/api/objects/upload', { body: { fileSize } });
      }
    }
    const page = await openPage(person);
    const known = proxy.refusals.length;
    await ask(page, 'open', way, false);
    await choose(page, head, 1, bytes);
    await ask(page, 'tell', 'upload');
    const ended = await eventually(
      `${way}: ${name} has an end`,
      async () =>
        (await ask(page, 'files')).find(({ error, saved }) => error !== null || !/^(no|under way)$/.test(saved)),
      PATIENCE_MS,
      200,
    );
    const refusal = proxy.refusals.slice(known).find(({ error }) => error !== undefined);
    said[name] = `${refusal?.status} ${refusal?.error}`;
    expectThat(says.test(said[name]), `${way}: ${name} was answered with ${said[name]} (${JSON.stringify(ended)})`);
    const { photos, used } = await settled(person);
    expectThat(photos.length === 0 && used === 0, `${way}: ${name} left ${photos.length} photos and ${used} bytes`);
    await page.context().close();
  }
  return said;
}
