/**
 * Does every panel show something, and no alert fire without a cause? Runs the product with a Prometheus beside it that scrapes each process, lives through a
 * morning (posts on all platforms, a caption, a refusal, a call without an answer), and asks what the dashboards and the operators' page ask.
 */
import { join } from 'node:path';
import { Person } from '../../harness/src/client.ts';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { defineRun } from '../../harness/src/define-run.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { PLATFORMS } from '../../harness/src/plan.ts';
import { queries, silentWhileWell } from '../../ops/src/page/queries.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { ruleFile } from './alert-rules.ts';
import { dashboardQueries } from './dashboard-queries.ts';
import { watch } from './watching.ts';

const run = defineRun({
  name: 'panels',
  summary:
    'Every query of the dashboards and of the operators’ page, asked of a Prometheus that scrapes a running stack: each must understand it and have data, and no alert may fire. Less than a minute.',
  prefix: 'PANELS_',
  figures: true,
});
const DATA_MS = 60_000;

const stack = await startLiveStack(run.dataDir, { POSTLOOM_RATE_LIMITS: 'on' });
const stopStack = atTheEnd(() => stack.stop());
const prometheus = await watch(stack, join(run.dataDir, 'prometheus'), ruleFile);
try {
  await liveThroughAMorning(stack);
  const asked = [...dashboardQueries('publisher'), ...pageQueries()];
  let silent = asked;
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
  console.log(`${asked.length - silent.length} of ${asked.length} queries have data`);
  const firing = (await prometheus.firing()).map(({ labels }) => labels['alertname'] ?? '');
  for (const alert of new Set(firing)) {
    console.log(`fires without a cause: ${alert}`);
  }
  run.save({ queries: asked.length, silent, firing });
  process.exitCode = silent.length + firing.length === 0 ? 0 : 1;
} finally {
  await prometheus.stop();
  stopStack();
  await stack.stop();
}

/** Those of the operators' page that have data while all is well. */
function pageQueries(): readonly { readonly where: string; readonly expr: string }[] {
  return Object.entries(queries)
    .filter(([name]) => !silentWhileWell.some((silent) => silent === name))
    .map(([name, expr]) => ({ where: `the operators' page: ${name}`, expr }));
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
