/** The ratio to bare sharp, measured in the same run, varies less between machines than photos per second. */
import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text as toText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { quantile } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { memoryByProcess } from './memory.ts';
import { processorSeconds, secondsBetween } from './processor-time.ts';

const run = defineRun({
  name: 'bench-media',
  summary:
    'Photos of 12 megapixels from their upload until all their pictures are there: photos per second against bare sharp making the same pictures in the same run, both beside a person who browses; the processor time of each part of the stack, the memory of media at its highest, and p95 of that person’s calls meanwhile against an idle stack. About 4 minutes.',
  prefix: 'BENCH_MEDIA_',
  settings: {
    photos: number(60, 'photos that are uploaded'),
    parallel: number(4, 'uploads at the same time'),
    seconds: number(20, 'how long the other calls are measured on the idle stack'),
  },
  figures: true,
});
const { photos, parallel, seconds } = run.settings;
const { dataDir } = run;
const say = timedLines();

const AIM_SHARE = 0.8;
const AIM_SLOWER = 1.2;
/** Reading it takes the kernel some milliseconds, too. */
const SAMPLE_MS = 1_000;
const READY_MS = 10 * 60_000;

const connections = new Agent({ keepAlive: true });
mkdirSync(run.folder, { recursive: true });
const path = join(run.folder, 'twelve.jpg');
const picture = await photograph();
writeFileSync(path, picture);
const stack = await startLiveStack(dataDir, { POSTLOOM_RATE_LIMITS: 'off', POSTLOOM_TRACES: 'off' });
const end = async (): Promise<void> => {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
};
const forget = atTheEnd(end);
try {
  const sender = await Person.signUp(stack.url, { tier: 'agency', name: 'Sender' });
  const other = await Person.signUp(stack.url, { tier: 'agency', name: 'Other' });
  say(`a picture of 12 megapixels and ${picture.length} bytes, ${photos} times`);
  const [, idle] = await beside(other, () => wait(seconds * 1_000));
  const [before, besideBare] = await beside(other, bareSharp);

  await uploadAll(sender, parallel); // warms up, as bare sharp does: idle picture processes have ended meanwhile
  let isBusy = true;
  const memory = peak(() => isBusy);
  const secondsBefore = processorSeconds(stack.run);
  const ownBefore = process.cpuUsage();
  const [perSecond, busy] = await beside(other, async () => {
    const startedMs = performance.now();
    await uploadAll(sender, photos);
    return (photos * 1_000) / (performance.now() - startedMs);
  });
  const own = process.cpuUsage(ownBefore);
  const parts: Record<string, number> = {
    ...secondsBetween(secondsBefore, processorSeconds(stack.run)),
    'the sender': (own.user + own.system) / 1_000_000,
  };
  isBusy = false;
  const peakMb = await memory;
  const [after] = await beside(other, bareSharp);
  const bare = (before.perSecond + after.perSecond) / 2;
  const bareMs = (before.ms + after.ms) / 2;

  const share = perSecond / bare;
  const slower = quantile(busy, 0.95) / quantile(idle, 0.95);
  const kept = share >= AIM_SHARE && slower < AIM_SLOWER;
  say(`${perSecond.toFixed(2)} photos/s; bare sharp ${bare.toFixed(2)}/s: ${share.toFixed(2)} (aim: ${AIM_SHARE})`);
  const perPhoto = Object.entries(parts).map(([part, used]) => [part, Math.round((used * 1_000) / photos)] as const);
  say(
    `processor time of a photo: ${perPhoto.flatMap(([part, ms]) => (ms > 0 ? `${part} ${ms} ms` : [])).join(', ')}; bare sharp ${bareMs.toFixed(0)} ms`,
  );
  const ofMedia = (bareMs * photos) / (1_000 * (parts['media'] ?? Number.NaN));
  say(`of media’s own processor time, bare sharp takes ${ofMedia.toFixed(2)}`);
  say(`media used ${peakMb.toFixed(0)} MB at its highest, its picture processes included`);
  say(
    `p95 of other calls ${quantile(busy, 0.95).toFixed(1)} ms, beside bare sharp ${quantile(besideBare, 0.95).toFixed(1)} ms, idle ${quantile(idle, 0.95).toFixed(1)} ms: ${slower.toFixed(2)} times (aim: under ${AIM_SLOWER})${kept ? '' : ': MISSED'}`,
  );
  const calls = { idle: described(idle), busy: described(busy), besideBare: described(besideBare) };
  const figures = {
    photos,
    perSecond,
    bare,
    bareMs,
    share,
    ofMedia,
    peakMb,
    ...calls,
    slower,
    perPhoto: Object.fromEntries(perPhoto),
  };
  say(`figures: ${run.save(figures)}`);
  process.exitCode = kept ? 0 : 1;
} finally {
  forget();
  await end();
}

/** As detailed as a photograph: some 5 MB. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [4_000, 3_000];
  const grain = sharp(randomBytes((width / 4) * (height / 4) * 3), {
    raw: { width: width / 4, height: height / 4, channels: 3 },
  });
  return grain.blur(1.5).resize(width, height).jpeg({ quality: 92 }).toBuffer();
}

/** Sends the same picture in other bytes: what follows its end is no part of it. Nothing is copied, which costs the sender little. */
async function upload(person: Person): Promise<string> {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="twelve.jpg"\r\n\r\n';
  const other = randomBytes(16);
  const tail = '\r\n--b--\r\n';
  const sent = request(`${person.origin}/api/photos/direct-upload/${randomUUID()}`, {
    method: 'POST',
    agent: connections,
    headers: {
      cookie: person.session ?? '',
      'x-business-id': person.businessId ?? '',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': head.length + picture.length + other.length + tail.length,
    },
  });
  sent.write(head);
  sent.write(picture);
  sent.write(other);
  sent.end(tail);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const text = await toText(answer);
  if (answer.statusCode !== 200) {
    throw new Error(`the upload was answered with ${answer.statusCode}: ${text}`);
  }
  return (JSON.parse(text) as { photoId: string }).photoId;
}

async function uploadAll(person: Person, count: number): Promise<void> {
  const waiting = new Set(await inParallel([...Array(count).keys()], parallel, () => upload(person)));
  await eventually(
    'the photos are ready',
    async () => {
      const asked = [...waiting].slice(0, 100);
      const found = (await person.expect(200, 'GET', `/api/photos?ids=${asked.join(',')}`)) as {
        id: string;
        status: string;
      }[];
      for (const { id } of found.filter(({ status }) => status === 'ready')) {
        waiting.delete(id);
      }
      return waiting.size === 0;
    },
    READY_MS,
    100,
  );
}

/** What the work gave, and the milliseconds of each call of a person who browsed meanwhile. */
async function beside<T>(person: Person, work: () => Promise<T>): Promise<[T, number[]]> {
  const browser = fork(join(import.meta.dirname, 'browse-beside.ts'), [
    ...[person.origin, person.session ?? '', person.businessId ?? ''],
  ]);
  try {
    const done = await work();
    const told = once(browser, 'message');
    browser.send('end');
    const [times] = (await told) as [number[]];
    return [done, times];
  } finally {
    browser.kill('SIGKILL');
  }
}

/** The most that media and its picture processes used at once, in MB. */
async function peak(goesOn: () => boolean): Promise<number> {
  let most = 0;
  while (goesOn()) {
    most = Math.max(most, memoryByProcess(stack.run)['media'] ?? 0);
    await wait(SAMPLE_MS);
  }
  return most;
}

/** Photos per second of sharp alone, in a process of its own, on all cores, and its processor time for each. */
async function bareSharp(): Promise<{ perSecond: number; ms: number }> {
  const child = fork(join(import.meta.dirname, 'bare-sharp.ts'), [path, String(Math.max(10, Math.ceil(photos / 2)))]);
  const [told] = (await once(child, 'message')) as [{ perSecond: number; ms: number }];
  await once(child, 'exit');
  return told;
}

function described(times: readonly number[]): Record<string, number> {
  return { calls: times.length, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}
