/**
 * Leaving and coming back on the whole product: a person with businesses, photos, albums, posts, schedules and settings exports everything,
 * deletes the account, and brings the zip into a new one. Both are compared, photos byte for byte; services are killed meanwhile.
 */
import { createWriteStream, openAsBlob, rmSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, routes } from '../../../libs/contracts/src/index.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { choice, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { furnished, settingsOf, stateOf } from './export-account.ts';
import type { BusinessState } from './export-account.ts';
import { killing } from './killing.ts';

type DataExport = AnswerOf<typeof routes.exportState>;
type DataImport = AnswerOf<typeof routes.importState>;

const run = defineRun({
  name: 'export-import',
  summary:
    'A person with several businesses exports everything, deletes the account and brings the zip into a new one; fails when a photo differs by one byte, or a post, an album, a schedule or a setting. About 3 minutes with the usual sizes.',
  prefix: 'EXPORT_',
  settings: {
    businesses: number(3, 'businesses of the person'),
    photos: number(120, 'small photos of the person'),
    posts: number(60, 'posts of the person: a third published, a third drafts, a third planned'),
    kills: choice(['off', 'on'], 'whether services are killed from the export to the end of the import'),
    killEvery: number(3, 'seconds between two kills'),
  },
  figures: true,
  examples: [
    ['npm run export-import -- --kills on', 'the same while services are killed'],
    ['npm run export-import -- --photos 20000 --posts 300', 'a large account'],
  ],
});
const { settings, dataDir } = run;
const say = timedLines();
const VICTIMS = ['media', 'scheduling', 'identity', 'captions', 'gateway'] as const;
const LONG_MS = 6 * 3_600_000;
const figures: Record<string, unknown> = {};

const stack = await startLiveStack(dataDir, {
  ...{ POSTLOOM_RATE_LIMITS: 'off', POSTLOOM_TRACES: 'off', SANDBOX_QUOTAS: 'off' },
});
const forget = atTheEnd(() => stack.stop());
try {
  process.exitCode = (await leaveAndComeBack()) ? 0 : 1;
  say(`figures: ${run.save(figures)}`);
} finally {
  forget();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function leaveAndComeBack(): Promise<boolean> {
  const person = await timed('furnish', () => furnished(stack.url, settings));
  const before = await timed('read', () => wholeState(person, 'before'));
  figures['counts'] = countsOf(before.businesses);
  say(`the account has ${JSON.stringify(figures['counts'])}`);
  const killer = settings.kills === 'on' ? killing(dataDir, VICTIMS, settings.killEvery) : null;
  const zip = join(run.folder, 'export.zip');
  await mkdir(run.folder, { recursive: true });
  await timed('export', () => exported(person));
  await timed('download', () => downloaded(person, zip));
  figures['zipBytes'] = statSync(zip).size;
  await timed('erase', () => erased(person));
  const comer = await patiently(() => Person.signUp(stack.url, { tier: 'agency', name: 'Before' }));
  const own = comer.businessId ?? '';
  const waiting = await timed('upload and check', () => uploaded(comer, zip));
  const done = await timed('import', () => broughtBack(comer, waiting));
  figures['kills'] = (await killer?.stop()) ?? 0;
  const after = await timed('compare', () => patiently(() => wholeState(comer, 'after', own)));
  say(`brought ${JSON.stringify(done.brought)}, left out ${done.leftOut}, ${done.findingsTotal} things to know`);
  const differences = differencesOf(before, after);
  figures['brought'] = done.brought;
  figures['differences'] = differences.length;
  differences.slice(0, 20).forEach((difference) => say(`different: ${difference}`));
  rmSync(zip);
  return differences.length === 0 && done.leftOut === 0;
}

interface WholeState {
  readonly settings: object;
  readonly businesses: ReadonlyMap<string, BusinessState>;
}

/** By the businesses' names. */
async function wholeState(person: Person, when: 'before' | 'after', without = ''): Promise<WholeState> {
  const { data } = (await person.expect(200, 'GET', '/api/businesses?limit=100')) as {
    data: { id: string; name: string }[];
  };
  const businesses = new Map<string, BusinessState>();
  for (const { id, name } of data.filter((one) => one.id !== without)) {
    businesses.set(name, await stateOf(person, id, when));
  }
  return { settings: await settingsOf(person), businesses };
}

function countsOf(businesses: WholeState['businesses']): Record<string, number> {
  const all = [...businesses.values()];
  const sum = (count: (state: BusinessState) => number) => all.reduce((total, state) => total + count(state), 0);
  return {
    businesses: all.length,
    photos: sum(({ photos }) => photos.length),
    albums: sum(({ albums }) => albums.length),
    posts: sum(({ posts }) => posts.length),
    schedules: sum(({ schedules }) => schedules.length),
  };
}

function differencesOf(before: WholeState, after: WholeState): string[] {
  const names = new Set([...before.businesses.keys(), ...after.businesses.keys()]);
  const kinds = ['profile', 'albums', 'photos', 'posts', 'schedules'] as const;
  return [
    ...(isDeepStrictEqual(before.settings, after.settings)
      ? []
      : [`settings: ${JSON.stringify(before.settings)} became ${JSON.stringify(after.settings)}`]),
    ...[...names].flatMap((name) =>
      kinds.flatMap((kind) =>
        compared(`${name}, ${kind}`, before.businesses.get(name)?.[kind], after.businesses.get(name)?.[kind]),
      ),
    ),
  ];
}

function compared(what: string, before: unknown, after: unknown): string[] {
  if (isDeepStrictEqual(before, after)) {
    return [];
  }
  const [was, is] = [before, after].map((value) => (Array.isArray(value) ? value : [value]) as unknown[]);
  const index = was?.findIndex((one, at) => !isDeepStrictEqual(one, is?.[at])) ?? 0;
  return [
    `${what}: ${was?.length} and ${is?.length}; ${JSON.stringify(was?.[index])} became ${JSON.stringify(is?.[index])}`,
  ];
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  const seconds = Number(((performance.now() - from) / 1_000).toFixed(1));
  figures[`seconds: ${name}`] = seconds;
  say(`${name}: ${seconds} s`);
  return result;
}

/** Repeats what failed because something had been killed. */
function patiently<T>(work: () => Promise<T>): Promise<T> {
  return eventually(
    'it is answered',
    async () => {
      try {
        return { value: await work() };
      } catch (error) {
        if (settings.kills === 'off') {
          throw error;
        }
        return false;
      }
    },
    LONG_MS,
    500,
  ).then(({ value }) => value);
}

async function exported(person: Person): Promise<void> {
  await patiently(() => person.expect(202, 'GET', '/api/user/export'));
  await eventually(
    'the export is ready',
    async () => {
      const { state } = await patiently(
        () => person.expect(200, 'GET', '/api/user/export/status') as Promise<DataExport>,
      );
      if (state === 'failed') {
        throw new Error('The export failed.');
      }
      return state === 'ready';
    },
    LONG_MS,
    1_000,
  );
}

/** A download that breaks off goes on by its range. */
async function downloaded(person: Person, path: string): Promise<void> {
  rmSync(path, { force: true });
  let [size, all] = [0, Infinity];
  while (size < all) {
    const part = await fetch(`${stack.url}/api/user/export/download`, {
      headers: { cookie: person.session ?? '', range: `bytes=${size}-` },
    }).catch(() => null);
    if (part?.status === 206 && part.body !== null) {
      all = Number(part.headers.get('content-range')?.split('/')[1]);
      const bytes = Readable.fromWeb(part.body as ReadableStream<Uint8Array>);
      await pipeline(bytes, createWriteStream(path, { flags: 'a' })).catch((error: unknown) => {
        if (settings.kills === 'off') {
          throw error;
        }
      });
      size = statSync(path).size;
    } else if (settings.kills === 'off') {
      throw new Error(`The download answered ${part?.status ?? 'nothing'}.`);
    }
  }
}

async function erased(person: Person): Promise<void> {
  const { confirmationCode } = (await patiently(() =>
    person.expect(200, 'POST', '/api/data-deletion-request', { body: { email: person.email } }),
  )) as { confirmationCode: string };
  const path = `/api/data-deletion-status?code=${encodeURIComponent(confirmationCode)}`;
  await eventually(
    'the deletion is complete',
    async () => {
      const status = (await patiently(() => new Person(stack.url).expect(200, 'GET', path))) as { state: string };
      return status.state === 'completed';
    },
    LONG_MS,
    1_000,
  );
}

/** Part by part, from where the server is. */
async function uploaded(person: Person, path: string): Promise<DataImport> {
  const file = await openAsBlob(path);
  const body = { bytes: file.size, file: 'export.zip' };
  let now = (await patiently(() => person.expect(202, 'POST', '/api/user/import', { body }))) as DataImport;
  while (now.state === 'receiving') {
    const { id, receivedBytes: from, partBytes } = now;
    const sent = await fetch(`${stack.url}/api/user/import/${id}/bytes/${from}`, {
      method: 'PUT',
      headers: { cookie: person.session ?? '', 'content-type': 'application/octet-stream' },
      body: await file.slice(from, from + partBytes).arrayBuffer(),
    }).catch(() => null);
    if (sent?.status !== 200 && settings.kills === 'off') {
      throw new Error(`The upload answered ${sent?.status ?? 'nothing'}.`);
    }
    now = await importOf(person);
  }
  return reached(person, 'waiting');
}

async function broughtBack(person: Person, { businesses }: DataImport): Promise<DataImport> {
  const body = { businesses: businesses.map(({ number: one }) => one), settings: true };
  await patiently(async () => {
    const answer = await person.request('POST', '/api/user/import/begin', { body });
    // The answer to the first of two may have been lost.
    if (answer.status !== 202 && (await importOf(person)).state === 'waiting') {
      throw new Error(`The import was not begun: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  });
  return reached(person, 'done');
}

function importOf(person: Person): Promise<DataImport> {
  return patiently(() => person.expect(200, 'GET', '/api/user/import') as Promise<DataImport>);
}

function reached(person: Person, state: DataImport['state']): Promise<DataImport> {
  return eventually(
    `the import is ${state}`,
    async () => {
      const now = await importOf(person);
      if (now.state === 'refused') {
        throw new Error(`The import was refused: ${now.refusal}`);
      }
      return now.state === state && now;
    },
    LONG_MS,
    1_000,
  );
}
