/** A refused call of the noisy business (503) comes back when `Retry-After` says. */
import { fork } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { OutputInfo } from 'sharp';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { quantile } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';

const run = defineRun({
  name: 'noisy',
  summary:
    'What nine quiet businesses feel of a noisy one. Each of them uploads a small photo, asks for its caption and saves a draft, again and again; first alone, then while the noisy one sends pictures of 49 megapixels, asks for captions and imports rows, all at once. About 5 minutes.',
  prefix: 'NOISY_',
  settings: {
    seconds: number(60, 'how long they are measured alone, and at least with the noise'),
    pictures: number(50, 'pictures of the noisy one'),
    captions: number(200, 'captions it asks for'),
    rows: number(500, 'rows it imports'),
  },
  figures: true,
});
const { seconds, ...amounts } = run.settings;
const { dataDir } = run;
const heavyPath = join(run.folder, 'heavy.jpg');
mkdirSync(run.folder, { recursive: true });
const say = timedLines();

const QUIET = 9;
/** Between two rounds of a quiet business. */
const PAUSE_MS = 1_000;
const LONGEST_NOISE_MS = 10 * 60_000;
const AIM = 2;

const actions = ['upload', 'caption', 'draft'] as const;
type Action = (typeof actions)[number];
type Times = Record<Action | 'failed', number[]>;

const stack = await startLiveStack(dataDir, {
  POSTLOOM_RATE_LIMITS: 'off',
  POSTLOOM_TRACES: 'off',
  SANDBOX_QUOTAS: 'off',
  SANDBOX_HEAP_MB: '384',
});
const end = async (): Promise<void> => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);
try {
  const quiet: Person[] = [];
  for (let number = 1; number <= QUIET; number += 1) {
    quiet.push(await withInstagram(`Quiet ${number}`));
  }
  const noisy = await withInstagram('Noisy');
  const photo = await noisy.upload(await smallPicture(0));
  await noisy.photosReady();
  const { size } = await fortyNineMegapixels();
  say(`${QUIET} quiet businesses and a noisy one; its pictures have 49 megapixels and ${size} bytes`);

  await live(quiet, () => false, 5); // warms everything up
  const alone = await live(quiet, () => false, seconds);
  say(`alone: ${described(alone)}`);
  let isNoisy = true;
  const startedMs = performance.now();
  const noise = makeNoise(noisy, photo.id).finally(() => {
    isNoisy = false;
  });
  const beside = await live(quiet, () => isNoisy && performance.now() - startedMs < LONGEST_NOISE_MS, seconds);
  const outcomes = await noise;
  const noiseSeconds = Math.round((performance.now() - startedMs) / 1_000);
  say(`beside the noise of ${noiseSeconds} s: ${described(beside)}`);
  say(`the noise: ${JSON.stringify(outcomes)}`);
  const ratios = Object.fromEntries(
    actions.map((action) => [
      action,
      Number((quantile(beside[action], 0.95) / quantile(alone[action], 0.95)).toFixed(2)),
    ]),
  );
  const kept = Object.values(ratios).every((ratio) => ratio < AIM) && beside.failed.length === 0;
  say(`p95 beside the noise against alone: ${JSON.stringify(ratios)} (aim: under ${AIM})${kept ? '' : ': MISSED'}`);
  const figures = (times: Times) =>
    Object.fromEntries(
      actions.map((action) => [
        action,
        { calls: times[action].length, p50: quantile(times[action], 0.5), p95: quantile(times[action], 0.95) },
      ]),
    );
  const result = {
    noiseSeconds,
    alone: figures(alone),
    beside: figures(beside),
    ratios,
    outcomes,
  };
  say(`figures: ${run.save(result)}`);
  process.exitCode = kept ? 0 : 1;
} finally {
  forget();
  await end();
}

async function withInstagram(name: string): Promise<Person> {
  const person = await Person.signUp(stack.url, { tier: 'agency', name });
  await person.connect('instagram', name.toLowerCase().replace(' ', '-'));
  return person;
}

/** Every quiet business at its work for at least so long, and on while `goesOn`; milliseconds per call. */
async function live(people: readonly Person[], goesOn: () => boolean, atLeastSeconds: number): Promise<Times> {
  const times: Times = { upload: [], caption: [], draft: [], failed: [] };
  const until = performance.now() + atLeastSeconds * 1_000;
  await Promise.all(
    people.map(async (person, index) => {
      await wait((index * PAUSE_MS) / people.length);
      for (let round = 0; performance.now() < until || goesOn(); round += 1) {
        await oneRound(person, index * 1_000_000 + round, times);
        await wait(PAUSE_MS);
      }
    }),
  );
  return times;
}

async function oneRound(person: Person, seed: number, times: Times): Promise<void> {
  const picture = await smallPicture(seed);
  const timed = async <T>(action: Action, work: () => Promise<T>): Promise<T> => {
    const startedMs = performance.now();
    const answer = await work();
    times[action].push(performance.now() - startedMs);
    return answer;
  };
  try {
    const { id: photoId } = await timed('upload', () => person.upload(picture));
    // A caption is asked for when the photo is on the screen, as a person does.
    await ready(person, photoId);
    await timed('caption', () => person.expect(200, 'POST', '/api/generate-caption', { body: { photoId } }));
    await timed('draft', () =>
      person.createPost({ caption: `Draft ${seed}`, platforms: ['instagram'], status: 'draft', photoId }),
    );
  } catch (error) {
    say(`a quiet business failed: ${String(error)}`);
    times.failed.push(seed);
  }
}

async function ready(person: Person, photoId: string): Promise<void> {
  for (;;) {
    const photos = (await person.expect(200, 'GET', '/api/photos')) as { id: string; status: string }[];
    const status = photos.find(({ id }) => id === photoId)?.status;
    if (status === 'ready') {
      return;
    }
    await wait(100);
  }
}

/** In a process of its own, so that sending the noise costs the measuring nothing but the machine's time. */
async function makeNoise(person: Person, photoId: string): Promise<Record<string, number>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, number>>();
  const child = fork(join(import.meta.dirname, 'noise.ts'));
  child.once('message', (outcomes) => resolve(outcomes as Record<string, number>));
  child.once('exit', () => reject(new Error('the noise ended early')));
  const { origin, session, businessId } = person;
  child.send({ origin, session, businessId, photoId, picturePath: heavyPath, ...amounts });
  try {
    return await promise;
  } finally {
    child.kill();
  }
}

/** 7000 x 7000 pixels that no encoder makes light of, below the 50 MB that an upload may have. */
function fortyNineMegapixels(): Promise<OutputInfo> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 1_750, height: 1_750, channels: 3, background: '#808080', noise } })
    .resize(7_000, 7_000, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toFile(heavyPath);
}

function described(times: Times): string {
  const ms = (action: Action, share: number): string => quantile(times[action], share).toFixed(0);
  const parts = actions.map((one) => `${one} p50 ${ms(one, 0.5)} p95 ${ms(one, 0.95)} ms (${times[one].length})`);
  return `${parts.join(', ')}, failed ${times.failed.length}`;
}
