/**
 * Does every panel show something? Runs the product with a Prometheus beside it that scrapes each process, lives through a
 * morning (posts on all platforms, a caption, a refusal, a call without an answer), and asks what the dashboards ask.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person } from '../../harness/src/client.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { defineRun } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { PLATFORMS } from '../../harness/src/plan.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { repositoryRoot } from '../../local/src/paths.ts';
import { startChild } from '../../local/src/process/child.ts';
import { freePort } from '../../local/src/process/ports.ts';
import { dashboardQueries } from './dashboard-queries.ts';
import { findPrometheus } from './prometheus.ts';

const run = defineRun({
  name: 'panels',
  summary:
    'Every query of the dashboards, asked of a Prometheus that scrapes a running stack: each must understand it and have data. Less than a minute.',
  prefix: 'PANELS_',
  figures: true,
});
/** Rates need two scrapes. */
const SCRAPE_SECONDS = 1;
const DATA_MS = 60_000;

const stack = await startLiveStack(run.dataDir, { POSTLOOM_RATE_LIMITS: 'on' });
const stopStack = atTheEnd(() => stack.stop());
const prometheus = await startPrometheus(stack);
try {
  await liveThroughAMorning(stack);
  const queries = dashboardQueries('publisher');
  let silent = queries;
  await eventually(
    'every panel has data',
    async () => {
      const answers = await Promise.all(silent.map(async (one) => ({ one, rows: await prometheus.ask(one.expr) })));
      silent = answers.filter(({ rows }) => rows === 0).map(({ one }) => one);
      return silent.length === 0;
    },
    DATA_MS,
    1_000,
  ).catch(() => undefined);
  for (const { where, expr } of silent) {
    console.log(`no data: ${where}: ${expr}`);
  }
  console.log(`${queries.length - silent.length} of ${queries.length} queries have data`);
  run.save({ queries: queries.length, silent });
  process.exitCode = silent.length === 0 ? 0 : 1;
} finally {
  await prometheus.stop();
  stopStack();
  await stack.stop();
}

/** One that scrapes each process of the stack, under the labels that a cluster's or a compose project's would give. */
async function startPrometheus({ run: { processes } }: LiveStack): Promise<{
  /** How many series a query has now. Rejects when Prometheus does not understand it. */
  ask(expr: string): Promise<number>;
  stop(): Promise<unknown>;
}> {
  const folder = join(run.dataDir, 'prometheus');
  mkdirSync(folder, { recursive: true });
  const targets = Object.entries(processes).flatMap(([service, { internalUrl }]) =>
    internalUrl === undefined ? [] : [{ targets: [new URL(internalUrl).host], labels: { service } }],
  );
  const config = join(folder, 'prometheus.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: `${SCRAPE_SECONDS}s`, evaluation_interval: `${SCRAPE_SECONDS}s` },
      rule_files: [join(repositoryRoot, 'helm/postloom/files/alerts.yaml')],
      scrape_configs: [{ job_name: 'postloom', static_configs: targets }],
    }),
  );
  const origin = `127.0.0.1:${await freePort()}`;
  const output: string[] = [];
  const server = await startChild({
    command: await findPrometheus(),
    args: [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${origin}`],
    onLine: (line) => output.push(line),
  });
  const forget = atTheEnd(() => server.stop());
  await eventually('Prometheus is ready', async () => {
    const answer = await fetch(`http://${origin}/-/ready`).catch(() => undefined);
    return answer?.ok === true;
  }).catch((error: unknown) => {
    throw new Error(`Prometheus did not start:\n${output.join('\n')}`, { cause: error });
  });
  return {
    ask: async (expr) => {
      const answer = await fetch(`http://${origin}/api/v1/query?${new URLSearchParams({ query: expr })}`);
      const body = (await answer.json()) as { error?: string; data?: { result: unknown[] } };
      if (body.data === undefined) {
        throw new Error(`${expr}: ${body.error}`);
      }
      return body.data.result.length;
    },
    stop: () => {
      forget();
      return server.stop();
    },
  };
}

async function liveThroughAMorning({ url, sandboxUrl }: LiveStack): Promise<void> {
  const person = await Person.signUp(url, { tier: 'agency' });
  const photo = await person.upload(await smallPicture(1));
  await person.photosReady();
  for (const platform of PLATFORMS) {
    await person.connect(platform);
  }
  await person.expect(200, 'POST', '/api/generate-caption', {
    body: { photoId: photo.id, options: { style: 'casual', includeHashtags: true, platform: 'twitter' } },
  });
  const post = async (caption: string): Promise<string> => {
    const scheduledFor = new Date(Date.now() + 2_000).toISOString();
    const made = await person.createPost({
      ...{ caption, platforms: [...PLATFORMS], status: 'scheduled', scheduledFor, photoId: photo.id },
    });
    return made.id;
  };
  const ended = (id: string): Promise<unknown> =>
    eventually('the post has ended', async () => (await person.post(id)).status !== 'scheduled', 60_000);
  await ended(await post('Fresh from the oven this morning'));
  await new Ledger(sandboxUrl).fault('facebook', { mode: 'media_rejected', count: 1 });
  await ended(await post('Rolls for the weekend'));
}
