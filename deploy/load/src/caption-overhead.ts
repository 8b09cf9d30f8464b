/**
 * Captions runs in a process of its own on a Postgres and a NATS of its own; who asks, and everything around it, in two others. The bare
 * baseline, which does nothing but pass pictures on, is asked in the same way in the same run: what the machine costs is in both.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { captionsRpc } from '../../../libs/contracts/src/index.ts';
import { caller } from '../../../libs/testing/src/builders.ts';
import { eventually } from '../../../libs/testing/src/eventually.ts';
import { isPod, runPod, startPods } from '../../../libs/testing/src/pods.ts';
import { testNats } from '../../../libs/testing/src/servers/test-nats.ts';
import { testDatabase } from '../../../libs/testing/src/test-database.ts';
import { testService } from '../../../libs/testing/src/test-service.ts';
import { AppModule } from '../../../services/captions/src/app.module.ts';
import { migrations } from '../../../services/captions/src/migrations/index.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { quantile } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import type { BaselineNote, BaselineOrder, BaselineReady } from './caption-baseline.ts';
import type { NeighboursOrder, NeighboursReady } from './caption-neighbours.ts';
import { steadily } from './steadily.ts';

const AIM_MS = 20;
const run = defineRun({
  name: 'caption-overhead',
  summary: `What captions adds to a provider's time, beside a bare proxy: at a steady rate that keeps so many under way, and all at once, by a cold process and a warm one; aims at a p95 of ${AIM_MS} ms. Fails when somebody has no caption. About two minutes.`,
  prefix: 'OVERHEAD_',
  settings: {
    callers: number(200, 'businesses, each with one caption under way'),
    rounds: number(6, 'captions of each; the first is the cold one'),
    providerMs: number(2_000, 'milliseconds that the provider takes'),
    heapMb: number(512, 'heap of the process; the chart gives 128, for 16 calls to each provider'),
  },
  figures: true,
});
const { callers, rounds, providerMs, heapMb } = run.settings;
const say = timedLines();

/** What a process of captions tells while it works. */
interface Memory {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly cpuMs: number;
}

interface Answered {
  readonly round: number;
  /** Milliseconds that the provider did not take; null: no caption. */
  readonly overheadMs: number | null;
  readonly refusal: string | null;
}

function memory(): Memory {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return { rssMb: rss / 1_048_576, heapMb: heapUsed / 1_048_576, cpuMs: (user + system) / 1_000 };
}

/** A program beside this one, which answers its order with what it is found by. */
async function startBeside<R>(program: string, order: unknown, onNote?: (note: BaselineNote) => void) {
  const child = fork(join(import.meta.dirname, program));
  const ready = new Promise<R>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code ?? 'a signal'}`)));
  });
  child.send(order as NeighboursOrder);
  const found = await ready;
  child.on('message', (note) => onNote?.(note as BaselineNote));
  return { ...found, end: () => void child.disconnect() };
}

/** Somebody's caption: how long it took, the provider's time with it, and what the provider says it took. */
type Caption = (number: number) => Promise<{ readonly providerMs: number }>;
type Load = (caption: Caption) => Promise<Answered[]>;

async function asked(caption: Caption, number: number, round: number): Promise<Answered> {
  const started = performance.now();
  try {
    const { providerMs: took } = await caption(number);
    return { round, overheadMs: performance.now() - started - took, refusal: null };
  } catch (error) {
    return { round, overheadMs: null, refusal: String(error) };
  }
}

/**
 * At a rate that keeps all callers waiting for a provider that takes its time, whatever else they wait for. The cold round is answered before
 * the others begin: what a cold process is late with would otherwise be counted with those that wait behind it in a warm one.
 */
const evenly: Load = async (caption) => {
  const all: Answered[] = [];
  const perSecond = (callers * 1_000) / providerMs;
  for (const [first, count] of [
    [0, callers],
    [callers, callers * (rounds - 1)],
  ] as const) {
    await steadily({ count, perSecond }, async (number) => {
      all.push(await asked(caption, number % callers, Math.floor((first + number) / callers)));
    });
  }
  return all;
};

const atOnce: Load = async (caption) => {
  const all: Answered[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(...(await Promise.all(Array.from({ length: callers }, (_, number) => asked(caption, number, round)))));
  }
  return all;
};

async function measureCaptions(load: Load) {
  const servers = { nats: await testNats(), database: await testDatabase('captions', migrations) };
  const order: NeighboursOrder = { natsUrl: servers.nats.url, providerMs };
  const neighbours = await startBeside<NeighboursReady>('caption-neighbours.ts', order);
  const notes: Memory[] = [];
  const pods = await startPods<Memory>(1, servers, (note) => notes.push(note), {
    ...{ MEDIA_INTERNAL_URL: neighbours.mediaUrl, RATE_LIMITS: 'off', OPENAI_API_KEY: 'sk-overhead' },
    ...{ OPENAI_BASE_URL: neighbours.providerUrl, OPENAI_CALLS: String(callers * 2) },
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
  const gateway = await testService({ service: 'gateway', nats: servers.nats, migrations: [] });
  try {
    const people = Array.from({ length: callers }, () => caller());
    const caption: Caption = async (number) => {
      const person = { ...(people[number] ?? caller()), requestId: randomUUID(), idempotencyKey: randomUUID() };
      const input = { source: { photoId: randomUUID() }, options: {} };
      const { rawAnalysis } = await gateway.client.call(captionsRpc.captionGenerate, input, person);
      return { providerMs: Number(rawAnalysis) };
    };
    const { peak, ...figures } = await measured(load, caption, notes);
    return {
      ...figures,
      peakMb: peak('rssMb'),
      peakHeapMb: peak('heapMb'),
      pictureKb: neighbours.pictureBytes / 1_024,
    };
  } finally {
    await gateway.close();
    await pods.close();
    neighbours.end();
    await servers.database.drop();
    await servers.nats.stop();
  }
}

async function measureBaseline(load: Load) {
  const nats = await testNats();
  const neighbours = await startBeside<NeighboursReady>('caption-neighbours.ts', { natsUrl: nats.url, providerMs });
  const notes: Memory[] = [];
  const { mediaUrl, providerUrl } = neighbours;
  const order: BaselineOrder = { mediaUrl, providerUrl };
  const proxy = await startBeside<BaselineReady>('caption-baseline.ts', order, (note) =>
    notes.push({ ...note, heapMb: 0 }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: callers * 4 });
  try {
    const caption: Caption = async () => {
      const { analysis } = JSON.parse(await read(proxy.url, agent)) as { analysis: string };
      return { providerMs: Number(analysis) };
    };
    const { peak, ...figures } = await measured(load, caption, notes);
    return { ...figures, peakMb: peak('rssMb') };
  } finally {
    agent.destroy();
    proxy.end();
    neighbours.end();
    await nats.stop();
  }
}

async function measured(load: Load, caption: Caption, notes: readonly Memory[]) {
  await eventually('the process tells what it uses', () => assert(notes.length > 0));
  const idle = notes.at(-1) ?? memory();
  const from = performance.now();
  const answers = await load(caption);
  const seconds = (performance.now() - from) / 1_000;
  const last = notes.at(-1) ?? idle;
  return {
    captions: answers.length,
    refusals: Object.groupBy(
      answers.map(({ refusal }) => refusal).filter((refusal) => refusal !== null),
      String,
    ),
    perSecond: answers.length / seconds,
    cold: quantilesOf(answers.filter(({ round }) => round === 0)),
    warm: quantilesOf(answers.filter(({ round }) => round > 0)),
    cpuMsPerCaption: (last.cpuMs - idle.cpuMs) / answers.length,
    idleMb: idle.rssMb,
    peak: (what: 'rssMb' | 'heapMb') => Math.max(...notes.map((note) => note[what])),
  };
}

function read(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      answer.on('end', () => (answer.statusCode === 200 ? resolve(body) : reject(new Error(body))));
    }).on('error', reject);
  });
}

function quantilesOf(answers: readonly Answered[]) {
  const times = answers.map(({ overheadMs }) => overheadMs).filter((ms) => ms !== null);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99), max: quantile(times, 1) };
}

type Figures = Awaited<ReturnType<typeof measured>> extends infer F ? Omit<F, 'peak'> & { peakMb: number } : never;

function show(name: string, figures: Figures, isOurs: boolean): void {
  const { captions, refusals, perSecond, cpuMsPerCaption, idleMb, peakMb } = figures;
  say(`${name}: ${captions} captions, ${perSecond.toFixed(0)} a second, ${unanswered(figures)} unanswered`);
  for (const [reason, all] of Object.entries(refusals)) {
    say(`  ${all?.length}: ${reason}`);
  }
  for (const state of ['cold', 'warm'] as const) {
    const { p50, p95, p99, max } = figures[state];
    const all = Object.entries({ p50, p95, p99, max }).map(([quantileName, ms]) => `${quantileName} ${ms.toFixed(1)}`);
    say(
      `  ${state}: ${all.join('  ')} ms beside the provider${!isOurs || p95 < AIM_MS ? '' : `, aim ${AIM_MS} at p95`}`,
    );
  }
  say(
    `  ${cpuMsPerCaption.toFixed(1)} ms of processor each; ${idleMb.toFixed(0)} MB idle, ${peakMb.toFixed(0)} MB at most`,
  );
}

const unanswered = ({ refusals }: Figures): number =>
  Object.values(refusals).reduce((sum, all) => sum + (all?.length ?? 0), 0);

if (isPod) {
  await runPod<Memory>((servers, note) => {
    setInterval(() => note(memory()), 100).unref();
    return testService({
      ...{ service: 'captions', module: AppModule, migrations, ...servers },
      env: { RPC_CHECK_OUTPUT: 'off' },
    });
  });
} else {
  const figures: Record<string, Figures> = {};
  for (const [name, load] of Object.entries({ evenly, atOnce })) {
    const [bare, own] = [await measureBaseline(load), await measureCaptions(load)];
    const way = name === 'evenly' ? `${callers} under way, evenly` : `${callers} all at once`;
    show(`${way}, bare proxy`, bare, false);
    show(`${way}, captions`, own, true);
    const ratio = own.cpuMsPerCaption / bare.cpuMsPerCaption;
    say(
      `  heap ${own.peakHeapMb.toFixed(0)} MB at most, pictures of ${own.pictureKb.toFixed(0)} KB; ${ratio.toFixed(1)} times the processor of the proxy`,
    );
    Object.assign(figures, { [name]: own, [`${name}Bare`]: bare });
  }
  say(`Figures: ${run.save(figures)}`);
  process.exitCode = Object.values(figures).some((one) => unanswered(one) > 0) ? 1 : 0;
}
