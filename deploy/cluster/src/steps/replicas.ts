import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { quantiles } from '../../../harness/src/quantiles.ts';
import { isKept } from '../../../load/src/public-in-time.ts';
import type { Cluster } from '../cluster.ts';
import { Load } from '../load.ts';
import { secondsSince, type Step } from '../step.ts';

const COUNTS = [2, 8] as const;
const WINDOW_MS = 60_000;

interface Streams {
  readonly account_details?: readonly {
    readonly stream_detail?: readonly { readonly state: { readonly last_seq: number } }[];
  }[];
}

/** Events that all streams have taken since the broker began. */
async function events(): Promise<number> {
  const answer = (await (await fetch('http://nats:8222/jsz?streams=true')).json()) as Streams;
  const streams = (answer.account_details ?? []).flatMap(({ stream_detail = [] }) => stream_detail);
  return streams.reduce((sum, { state }) => sum + state.last_seq, 0);
}

async function measure(cluster: Cluster, replicas: number, postsPerSecond: number) {
  const from = performance.now();
  await cluster.release('upgrade', { replicas });
  const readySeconds = secondsSince(from);
  const load = await Load.begin(cluster, `replicas${replicas}x`);
  const [before, beginning] = [await events(), performance.now()];
  let eventsPerSecond = 0;
  const posts = await load.posts(postsPerSecond, async () => {
    await wait(WINDOW_MS);
    eventsPerSecond = ((await events()) - before) / ((performance.now() - beginning) / 1_000);
  });
  const { lags, ...counts } = posts;
  const lag = quantiles(lags);
  cluster.say(
    `${replicas} pods of each service, ready after ${readySeconds} s: due to public of ${counts.wanted} posts at ` +
      `${postsPerSecond}/s p50 ${lag.p50} ms, p99 ${lag.p99} ms; ${eventsPerSecond.toFixed(1)} events/s; ` +
      `${counts.lost} lost, ${counts.doubled} doubled`,
  );
  const figures = { readySeconds, lag, eventsPerSecond, ...counts };
  assert(isKept(posts), JSON.stringify(figures));
  return figures;
}

/** The same posts with two and with eight pods of every service. */
export const replicas: Step = async (cluster, { postsPerSecond }) => {
  const figures: Record<string, unknown> = {};
  for (const count of COUNTS) {
    figures[count] = await measure(cluster, count, postsPerSecond);
  }
  await cluster.release('upgrade', {});
  return figures;
};
