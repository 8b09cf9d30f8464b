/** Captions runs in a process of its own on a Postgres and a NATS of its own; who asks, and everything around it, in two others. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { captionsRpc } from '../../../libs/contracts/src/index.ts';
import { caller } from '../../../libs/testing/src/builders.ts';
import { isPod, runPod, startPods } from '../../../libs/testing/src/pods.ts';
import { testNats } from '../../../libs/testing/src/servers/test-nats.ts';
import { testDatabase } from '../../../libs/testing/src/test-database.ts';
import { testService } from '../../../libs/testing/src/test-service.ts';
import { AppModule } from '../../../services/captions/src/app.module.ts';
import { migrations } from '../../../services/captions/src/migrations/index.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { quantile } from '../../harness/src/quantiles.ts';
import { timedLines } from '../../harness/src/timed-lines.ts';
import type { NeighboursOrder, NeighboursReady } from './caption-neighbours.ts';

const AIM_MS = 20;
const run = defineRun({
  name: 'caption-overhead',
  summary: `What captions adds to a provider's time while many businesses ask, evenly and all at once, by a cold process and a warm one; aims at a p95 of ${AIM_MS} ms. Fails when somebody has no caption. About a minute.`,
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
}

function memory(): Memory {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return { rssMb: rss / 1_048_576, heapMb: heapUsed / 1_048_576, cpuMs: (user + system) / 1_000 };
}

async function startNeighbours(natsUrl: string): Promise<NeighboursReady & { end(): void }> {
  const child = fork(join(import.meta.dirname, 'caption-neighbours.ts'));
  const ready = new Promise<NeighboursReady>((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`the neighbours ended with ${code ?? 'a signal'}`)));
  });
  child.send({ natsUrl, providerMs } satisfies NeighboursOrder);
  return { ...(await ready), end: () => void child.disconnect() };
}

type Ask = (number: number, round: number) => Promise<Answered>;

/** Each asks again as soon as it has its caption; they begin one after the other, over the provider's time. */
async function evenly(ask: Ask): Promise<Answered[]> {
  const all = await Promise.all(
    Array.from({ length: callers }, async (_, number) => {
      const own: Answered[] = [];
      await pause((number / callers) * providerMs);
      for (let round = 0; round < rounds; round += 1) {
        own.push(await ask(number, round));
      }
      return own;
    }),
  );
  return all.flat();
}

async function atOnce(ask: Ask): Promise<Answered[]> {
  const all: Answered[] = [];
  for (let round = 0; round < rounds; round += 1) {
    all.push(...(await Promise.all(Array.from({ length: callers }, (_, number) => ask(number, round)))));
  }
  return all;
}

async function measure(way: (ask: Ask) => Promise<Answered[]>) {
  const servers = { nats: await testNats(), database: await testDatabase('captions', migrations) };
  const neighbours = await startNeighbours(servers.nats.url);
  const notes: Memory[] = [];
  const pods = await startPods<Memory>(1, servers, (note) => notes.push(note), {
    ...{ MEDIA_INTERNAL_URL: neighbours.mediaUrl, RATE_LIMITS: 'off', OPENAI_API_KEY: 'sk-overhead' },
    ...{ OPENAI_BASE_URL: neighbours.providerUrl, OPENAI_CALLS: String(callers) },
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
  const gateway = await testService({ service: 'gateway', nats: servers.nats, migrations: [] });
  try {
    const people = Array.from({ length: callers }, () => caller());
    const ask: Ask = async (number, round) => {
      const started = performance.now();
      const person = { ...(people[number] ?? caller()), requestId: randomUUID(), idempotencyKey: randomUUID() };
      const input = { source: { photoId: randomUUID() }, options: {} };
      try {
        const { rawAnalysis } = await gateway.client.call(captionsRpc.captionGenerate, input, person);
        return { round, overheadMs: performance.now() - started - Number(rawAnalysis) };
      } catch (error) {
        say(`no caption: ${String(error)}`);
        return { round, overheadMs: null };
      }
    };
    const idle = notes.at(-1) ?? memory();
    const from = performance.now();
    const answers = await way(ask);
    const seconds = (performance.now() - from) / 1_000;
    const last = notes.at(-1) ?? idle;
    return {
      captions: answers.length,
      unanswered: answers.filter(({ overheadMs }) => overheadMs === null).length,
      perSecond: answers.length / seconds,
      cold: quantilesOf(answers.filter(({ round }) => round === 0)),
      warm: quantilesOf(answers.filter(({ round }) => round > 0)),
      cpuMsPerCaption: (last.cpuMs - idle.cpuMs) / answers.length,
      idleMb: idle.rssMb,
      peakMb: Math.max(...notes.map(({ rssMb }) => rssMb)),
      peakHeapMb: Math.max(...notes.map(({ heapMb }) => heapMb)),
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

function quantilesOf(answers: readonly Answered[]) {
  const times = answers.map(({ overheadMs }) => overheadMs).filter((ms) => ms !== null);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), p99: quantile(times, 0.99), max: quantile(times, 1) };
}

function show(name: string, figures: Awaited<ReturnType<typeof measure>>): void {
  const { captions, unanswered, perSecond, cpuMsPerCaption, idleMb, peakMb, peakHeapMb, pictureKb } = figures;
  say(`${name}: ${captions} captions, ${perSecond.toFixed(0)} a second, ${unanswered} unanswered`);
  for (const state of ['cold', 'warm'] as const) {
    const { p50, p95, p99, max } = figures[state];
    const all = Object.entries({ p50, p95, p99, max }).map(([quantileName, ms]) => `${quantileName} ${ms.toFixed(1)}`);
    say(`  ${state}: ${all.join('  ')} ms beside the provider${p95 < AIM_MS ? '' : `, aim ${AIM_MS} at p95`}`);
  }
  say(`  ${cpuMsPerCaption.toFixed(1)} ms of processor each`);
  say(
    `  ${idleMb.toFixed(0)} MB idle, ${peakMb.toFixed(0)} MB at most (heap ${peakHeapMb.toFixed(0)} MB); pictures of ${pictureKb.toFixed(0)} KB`,
  );
}

if (isPod) {
  await runPod<Memory>((servers, note) => {
    setInterval(() => note(memory()), 100).unref();
    return testService({
      ...{ service: 'captions', module: AppModule, migrations, ...servers },
      env: { RPC_CHECK_OUTPUT: 'off' },
    });
  });
} else {
  const spread = await measure(evenly);
  show('evenly', spread);
  const together = await measure(atOnce);
  show('all at once', together);
  say(`Figures: ${run.save({ evenly: spread, atOnce: together })}`);
  process.exitCode = spread.unanswered + together.unanswered > 0 ? 1 : 0;
}
