import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atTheEnd } from '../../harness/src/at-the-end.ts';
import { eventually } from '../../harness/src/eventually.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { startChild } from '../../local/src/process/child.ts';
import { freePort } from '../../local/src/process/ports.ts';
import { findPrometheus } from './prometheus.ts';

/** Rates need two scrapes. */
const SCRAPE_SECONDS = 1;

export interface FiringAlert {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Watching {
  readonly url: string;
  /** How many series a query has now. Rejects when Prometheus does not understand it. */
  ask(expr: string): Promise<number>;
  /** Alerts that fire now; those that wait for their time are not among them. */
  firing(): Promise<readonly FiringAlert[]>;
  stop(): Promise<unknown>;
}

/** A Prometheus that scrapes each process of the stack, under the labels that a cluster's or a compose project's would give. */
export async function watch({ run }: LiveStack, folder: string, ruleFile: string): Promise<Watching> {
  mkdirSync(folder, { recursive: true });
  const targets = Object.entries(run.processes).flatMap(([service, { internalUrl }]) =>
    internalUrl === undefined ? [] : [{ targets: [new URL(internalUrl).host], labels: { service } }],
  );
  const config = join(folder, 'prometheus.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      global: { scrape_interval: `${SCRAPE_SECONDS}s`, evaluation_interval: `${SCRAPE_SECONDS}s` },
      rule_files: [ruleFile],
      scrape_configs: [{ job_name: 'postloom', static_configs: targets }],
    }),
  );
  const url = `http://127.0.0.1:${await freePort()}`;
  const output: string[] = [];
  const server = await startChild({
    command: await findPrometheus(),
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
    ],
    onLine: (line) => output.push(line),
  });
  const forget = atTheEnd(() => server.stop());
  await eventually('Prometheus is ready', async () => {
    const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
    return answer?.ok === true;
  }).catch((error: unknown) => {
    throw new Error(`Prometheus did not start:\n${output.join('\n')}`, { cause: error });
  });
  const asked = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/v1/${path}`);
    const body = (await answer.json()) as { error?: string; data?: T };
    if (body.data === undefined) {
      throw new Error(`${path}: ${body.error}`);
    }
    return body.data;
  };
  const ask = async (expr: string): Promise<number> => {
    const { result } = await asked<{ result: unknown[] }>(`query?${new URLSearchParams({ query: expr }).toString()}`);
    return result.length;
  };
  // It is ready seconds before its first scrape, and what is counted before that has no increase.
  await eventually('every process is scraped', async () => (await ask('up == 1')) === targets.length, 60_000, 250);
  return {
    url,
    ask,
    firing: async () => {
      const { alerts } = await asked<{ alerts: (FiringAlert & { state: string })[] }>('alerts');
      return alerts.filter(({ state }) => state === 'firing');
    },
    stop: () => {
      forget();
      return server.stop();
    },
  };
}
