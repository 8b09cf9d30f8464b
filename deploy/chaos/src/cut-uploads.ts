/**
 * Uploads that break off on the whole product: each is cut at another share of its bytes, while services are killed and the storage is
 * slow, fails and lies. Then everything is calm, and what is stored is compared with what is paid for.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { UPLOAD_PART_BYTES } from '../../../libs/contracts/src/media/upload-rules.ts';
import { ageObjects } from '../../harness/src/aged-objects.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { Person } from '../../harness/src/client.ts';
import { choice, defineRun, number } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { restart } from '../../harness/src/running-stack.ts';
import { storedFor } from '../../harness/src/stored-photos.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import { wrongWith } from './cut-upload-judge.ts';
import type { Judged } from './cut-upload-judge.ts';
import { planOf, waysWithoutBothEnds } from './cut-upload-plan.ts';
import type { Ends } from './cut-upload-plan.ts';
import { Sender } from './cut-upload-sender.ts';
import type { SentFile, UploadWay } from './cut-upload-sender.ts';
import { counted, failureOf, inShort, wrongWords } from './upload-failure.ts';
import type { Failure } from './upload-failure.ts';

const run = defineRun({
  name: 'cut-uploads',
  summary:
    'Uploads in every way are cut at 1 to 99 percent of their bytes while media, gateway and storage are killed and the storage is slow, fails and lies; three of four of each way are sent again until they are taken. Fails when afterwards an object has no name or a name no object, a byte is unpaid or paid twice, a photo that was confirmed is not there byte for byte, or a failure has no words that the contract or the specification has. About 3 minutes.',
  prefix: 'CUT_',
  settings: {
    uploads: number(200, 'uploads in all four ways, in turn'),
    kilobytes: number(400, 'of each file; those in parts have a first part of 5 MB before that'),
    kills: choice(['on', 'off'], 'whether processes are killed meanwhile'),
    killEvery: number(5, 'seconds from one that is ready again to the next kill'),
  },
  figures: true,
});
const { settings, dataDir } = run;
const say = timedLines();
const VICTIMS = ['media', 'objects', 'gateway'] as const;
const PARALLEL = 8;
const WEATHER_MS = 2_000;
const CALM_MS = 180_000;
/** More than the time for which the sweeper leaves an object alone that nothing names: its row may still be on the way. */
const DAYS_LATER = 3;
/** What the storage does, in turn. */
const weather = [
  { mode: 'none' },
  { mode: 'error', status: 500, probability: 0.5 },
  { mode: 'none' },
  { mode: 'latency', latencyMs: 300, probability: 0.5 },
  { mode: 'none' },
  { mode: 'garbage', probability: 0.5 },
  { mode: 'none' },
  { mode: 'reset_before', probability: 0.5 },
  { mode: 'none' },
  { mode: 'hang_after', probability: 0.1 },
] as const;

const stack = await startLiveStack(dataDir, { POSTLOOM_RATE_LIMITS: 'off', POSTLOOM_TRACES: 'off' });
const forget = atTheEnd(() => stack.stop());
const databaseUrl = stack.run.databaseUrl ?? '';
const figures: Record<string, unknown> = {};
try {
  const problems = await breakOffAndCompare();
  problems.forEach((problem) => say(`WRONG: ${problem}`));
  say(`figures: ${run.save({ ...figures, problems })}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  forget();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function breakOffAndCompare(): Promise<string[]> {
  const person = await Person.signUp(stack.url, { tier: 'agency', name: 'Cut uploads' });
  const files = await inParallel([...Array(settings.uploads).keys()], 1, fileOf);
  const told = { confirmed: new Set<string>(), failures: [] as Failure[], tries: 0 };
  const ends = new Map<UploadWay, Ends>();
  const calm = new AbortController();
  const blowing = blow(calm.signal);
  const killing = settings.kills === 'on' ? kill(calm.signal) : 0;
  const sender = new Sender(person);
  const from = performance.now();
  let cut = 0;
  await inParallel([...files.entries()], PARALLEL, async ([index, file]) => {
    const { way, share, givesUp } = planOf(index);
    // A connection can be cut only once it was accepted: what failed before it was cut is begun again.
    await untilTaken(() => sender.send(file, share), told);
    cut += 1;
    const isTaken = !givesUp && (await untilTaken(() => sender.send(file, 1), told)) !== null;
    if (isTaken) {
      told.confirmed.add(file.name);
    }
    const { givenUp, taken } = ends.get(way) ?? { givenUp: 0, taken: 0 };
    ends.set(way, { givenUp: givenUp + Number(givesUp), taken: taken + Number(isTaken) });
  }).finally(() => calm.abort());
  const [faults, kills] = await Promise.all([blowing, killing]);
  Object.assign(figures, {
    seconds: Math.round((performance.now() - from) / 1_000),
    ...{ cut, kills, faults, confirmed: told.confirmed.size, tries: told.tries },
    ...{ ends: Object.fromEntries(ends), failures: counted(told.failures.map(inShort)) },
  });
  say(JSON.stringify(figures));
  await eventually('everything is ready again', () => isReady(person), CALM_MS, 500);
  const before = await storedFor(databaseUrl, dataDir, person.businessId ?? '');
  const unready = before.photos.filter(({ status }) => status !== 'ready').length;
  figures['left behind'] = {
    ...{ waiting: before.waiting, reserved: before.reserved },
    ...{ ghosts: before.ghosts.length, unready },
  };
  say(`left behind: ${JSON.stringify(figures['left behind'])}`);
  const sent = new Map(files.map(({ name, sha256, bytes }) => [name, { sha256, bytes: bytes.length }]));
  const { confirmed } = told;
  const judged = async (): Promise<Judged> => {
    const stored = await storedFor(databaseUrl, dataDir, person.businessId ?? '');
    return { sent, confirmed, stored, given: await givenBack(person, stored.photos) };
  };
  await expire(person.businessId ?? '');
  const isClean = async (): Promise<boolean> => {
    await sweepAgain();
    return wrongWith(await judged()).length === 0;
  };
  await eventually('nothing is left over', isClean, CALM_MS, 2_000).catch(() => undefined); // then it is judged as it is
  const last = await judged();
  const { photos, used, reserved, ghosts, missing } = last.stored;
  const after = { photos: photos.length, used, reserved, ghosts: ghosts.length, missing: missing.length };
  figures['after the sweeper'] = after;
  say(`after the sweeper: ${JSON.stringify(after)}`);
  return [
    ...wrongWith(last),
    ...tooLittle(kills, faults, before.waiting + before.reserved),
    ...waysWithoutBothEnds(ends),
    ...wrongWords(told.failures),
  ];
}

/** A run in which little happened shows nothing. */
function tooLittle(kills: number, faults: number, leftBehind: number): string[] {
  return [
    ...(settings.kills === 'on' && kills < VICTIMS.length ? [`only ${kills} processes were killed`] : []),
    ...(faults < weather.length ? [`the storage changed its mind only ${faults} times`] : []),
    ...(leftBehind === 0 ? ['nothing was left behind, so nothing is known of the sweeper'] : []),
  ];
}

/** A picture that no other file has, its last bytes being no part of what it shows. */
async function fileOf(index: number): Promise<SentFile> {
  const { way } = planOf(index);
  const picture = await smallPicture(index);
  const size = (way === 'parts' ? UPLOAD_PART_BYTES : 0) + settings.kilobytes * 1_024;
  const bytes = Buffer.concat([picture, randomBytes(Math.max(0, size - picture.length))]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { uploadId: randomUUID(), name: `cut-${index}-${way}.jpg`, way, bytes, sha256 };
}

interface Told {
  readonly failures: Failure[];
  tries: number;
}

/** Sends again what was refused or not answered, as a person would press 'Retry'. */
async function untilTaken(send: () => Promise<string | null>, told: Told): Promise<string | null> {
  for (;;) {
    told.tries += 1;
    try {
      return await send();
    } catch (error) {
      told.failures.push(failureOf(error));
      await wait(300);
    }
  }
}

/** How often the storage changed its mind. */
async function blow(ended: AbortSignal): Promise<number> {
  const sandbox = new Ledger(stack.sandboxUrl);
  let turns = 0;
  for (; !ended.aborted; turns += 1) {
    await sandbox.fault('s3', weather[turns % weather.length] ?? { mode: 'none' });
    await wait(WEATHER_MS, undefined, { signal: ended }).catch(() => undefined);
  }
  await sandbox.fault('s3', { mode: 'none' });
  return turns;
}

/** One after the other, each when the one before is ready again: else a slow machine would have nobody to upload to. Gives how many. */
async function kill(ended: AbortSignal): Promise<number> {
  let kills = 0;
  for (; !ended.aborted; kills += 1) {
    await restart(dataDir, VICTIMS[kills % VICTIMS.length] ?? 'media', 'SIGKILL');
    await wait(settings.killEvery * 1_000, undefined, { signal: ended }).catch(() => undefined);
  }
  return kills;
}

async function isReady(person: Person): Promise<boolean> {
  const answer = await person.request('GET', '/api/photos').catch(() => null); // something is still being started
  return answer?.status === 200;
}

async function givenBack(person: Person, photos: readonly { readonly id: string }[]): Promise<Map<string, string>> {
  const hashes = await inParallel(photos, PARALLEL, async ({ id }): Promise<[string, string]> => {
    const { body } = await person.request('GET', `/api/photos/${id}/download`);
    return [id, Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : 'nothing'];
  });
  return new Map(hashes);
}

/**
 * As if those days had passed: every address, reservation and pause of the sweepers is over, every object is old, and nobody holds the
 * photos any more whose pictures were being derived in a process that was killed.
 */
async function expire(businessId: string): Promise<void> {
  await ageObjects(dataDir, `${businessId}/`, DAYS_LATER * 24);
  await inDatabase(async (client) => {
    const past = `now() - interval '1 s'`;
    for (const table of ['transfers', 'upload_intents']) {
      await client.query(`UPDATE media.${table} SET expires_at = ${past} WHERE business_id = $1`, [businessId]);
    }
    await client.query(
      `UPDATE media.renditions SET lease_until = ${past}, ready_at = ${past} WHERE state = 'pending' AND business_id = $1`,
      [businessId],
    );
    await client.query(`UPDATE media.reservations SET expires_at = ${past}`);
    await client.query(`UPDATE media.object_deletions SET ready_at = now()`);
    // What a killed process was sweeping, nobody sweeps any more, and the sweep begins anew.
    await client.query(`UPDATE media.housekeeping SET ready_at = now(), lease_until = ${past}`);
    await client.query(`DELETE FROM media.storage_sweeps`);
  });
}

/** What nothing names goes when two sweeps have found it. */
async function sweepAgain(): Promise<void> {
  await inDatabase(async (client) => {
    await client.query(`UPDATE media.housekeeping SET ready_at = now() WHERE id = 'storage-sweep'`);
  });
}

async function inDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
