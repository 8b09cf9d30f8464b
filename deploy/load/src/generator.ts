import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import autocannon from 'autocannon';

export interface LoadCase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One per customer; they take turns. */
  readonly requests: readonly { readonly headers: Readonly<Record<string, string>>; readonly body?: unknown }[];
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

/** 32 connections for `seconds` against one call, the customers in turn. */
export function generate(origin: string, load: LoadCase, seconds: number): Promise<LoadResult> {
  return wrk === undefined ? byAutocannon(origin, load, seconds) : byWrk(wrk, origin, load, seconds);
}

async function byWrk(program: string, origin: string, load: LoadCase, seconds: number): Promise<LoadResult> {
  const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  const requests = load.requests.map(({ headers, body }) => {
    const all = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const table = Object.entries(all).map(([name, value]) => `[${quoted(name)}] = ${quoted(value)}`);
    return `wrk.format(${quoted(load.method)}, ${quoted(load.path)}, {${table.join(', ')}}, ${body === undefined ? 'nil' : quoted(JSON.stringify(body))})`;
  });
  const folder = mkdtempSync(join(tmpdir(), 'postloom-load-'));
  const script = join(folder, 'case.lua');
  writeFileSync(
    script,
    `local requests, turn = {}, 0
init = function() requests = {${requests.join(', ')}} end
request = function() turn = turn % #requests + 1 return requests[turn] end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %f %f %d\\n", summary.requests / (summary.duration / 1e6), latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`,
  );
  const output = await run(program, ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', script, origin]).finally(() =>
    rmSync(folder, { recursive: true, force: true }),
  );
  const match = /RESULT ([\d.]+) ([\d.]+) (\d+)/.exec(output);
  if (!match) {
    throw new Error(`wrk said nothing readable:\n${output}`);
  }
  return { requestsPerSecond: Number(match[1]), p99Ms: Number(match[2]), errors: Number(match[3]) };
}

async function byAutocannon(origin: string, load: LoadCase, seconds: number): Promise<LoadResult> {
  const result = await autocannon({
    url: origin + load.path,
    connections: CONNECTIONS,
    duration: seconds,
    requests: load.requests.map(({ headers, body }) => ({
      method: load.method,
      path: load.path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })),
  });
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
