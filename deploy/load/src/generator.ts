import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface LoadCase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Answers that were not 2xx, and connections that broke. */
  readonly errors: number;
}

export const CONNECTIONS = 32;

const wrk = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'wrk'))
  .find(isExecutable);

/** Name of the program that makes the load: wrk where it is installed, else autocannon (which costs more processor time itself). */
export const generatorName = wrk === undefined ? 'autocannon' : 'wrk';

/** 32 connections for `seconds` against one call. */
export function generate(
  origin: string,
  load: LoadCase,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<LoadResult> {
  return wrk === undefined ? byAutocannon(origin, load, headers, seconds) : byWrk(wrk, origin, load, headers, seconds);
}

async function byWrk(
  program: string,
  origin: string,
  load: LoadCase,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<LoadResult> {
  const script = join(mkdtempSync(join(tmpdir(), 'postloom-load-')), 'case.lua');
  const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const lines = [
    `wrk.method = ${quoted(load.method)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`),
    ...(load.body === undefined
      ? []
      : [`wrk.headers["content-type"] = "application/json"`, `wrk.body = ${quoted(JSON.stringify(load.body))}`]),
    `done = function(summary, latency) io.write(string.format("RESULT %f %f %d\\n", summary.requests / (summary.duration / 1e6), latency:percentile(99) / 1000, summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout)) end`,
  ];
  writeFileSync(script, lines.join('\n'));
  const output = await run(program, ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, origin + load.path]);
  const match = /RESULT ([\d.]+) ([\d.]+) (\d+)/.exec(output);
  if (!match) {
    throw new Error(`wrk said nothing readable:\n${output}`);
  }
  return { requestsPerSecond: Number(match[1]), p99Ms: Number(match[2]), errors: Number(match[3]) };
}

async function byAutocannon(
  origin: string,
  load: LoadCase,
  headers: Readonly<Record<string, string>>,
  seconds: number,
): Promise<LoadResult> {
  const program = join(import.meta.dirname, '../../../node_modules/.bin/autocannon');
  const body = load.body === undefined ? [] : ['-b', JSON.stringify(load.body), '-H', 'content-type=application/json'];
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const output = await run(program, [
    '-j',
    '-n',
    '-c',
    String(CONNECTIONS),
    '-d',
    String(seconds),
    '-m',
    load.method,
    ...flags,
    ...body,
    origin + load.path,
  ]);
  const result = JSON.parse(output) as {
    requests: { average: number };
    latency: { p99: number };
    non2xx: number;
    errors: number;
  };
  return {
    requestsPerSecond: result.requests.average,
    p99Ms: result.latency.p99,
    errors: result.non2xx + result.errors,
  };
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 8 * 1024 * 1024 }, (error, stdout) => {
      if (error) {
        reject(error);
      } else {
        resolve(stdout);
      }
    });
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there
  }
}
