import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../../../harness/src/eventually.ts';
import { startChild } from '../process/child.ts';
import { isSameProcess, startOf } from '../process/identity.ts';
import { freePort } from '../process/ports.ts';
import { readSettings, StartError } from '../settings.ts';
import { StackLog } from './log.ts';
import { runFilePath, takeOver, writeRunFile, type RunFile } from './run-file.ts';
import { Stack, type Built } from './stack.ts';

const here = dirname(fileURLToPath(import.meta.url));

describe('local stack', () => {
  let folder: string;
  let built: Built;
  let environment: Record<string, string>;
  const log = new StackLog('json');
  log.line = () => undefined; // what the processes print does not matter here

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-stack-'));
    const webRoot = join(folder, 'web');
    mkdirSync(webRoot);
    writeFileSync(join(webRoot, 'index.html'), '<html><head></head></html>');
    built = { programOf: () => join(here, 'fixtures', 'stand-in-service.mjs'), webRoot };
    environment = {
      POSTLOOM_PORT: String(await freePort()),
      POSTLOOM_SANDBOX_PORT: String(await freePort()),
      POSTLOOM_DATA_DIR: join(folder, 'data'),
      POSTLOOM_FSYNC: 'off',
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const readRun = (): RunFile => JSON.parse(readFileSync(runFilePath(join(folder, 'data')), 'utf8')) as RunFile;

  it('starts everything, keeps it alive through kill -9, stops without leaving anything, and finds its data again', async () => {
    const settings = readSettings(environment);
    let stack = await Stack.prepare(settings, log, built);
    await stack.start();
    const run = readRun();
    expect(Object.keys(run.processes).sort()).toEqual([
      'analytics',
      'captions',
      'gateway',
      'identity',
      'media',
      'nats',
      'objects',
      'postgres',
      'publisher',
      'sandbox',
      'scheduling',
      'web',
    ]);
    expect(run.readyAt).toBeDefined();
    expect((await fetch(`${run.url}/health/ready`)).status).toBe(200);
    expect(statSync(join(settings.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(statSync(runFilePath(settings.dataDir)).mode & 0o777).toBe(0o600);

    const query = async (sql: string): Promise<unknown[]> => {
      const client = new pg.Client({ connectionString: run.databaseUrl });
      await client.connect();
      try {
        return (await client.query(sql)).rows as unknown[];
      } finally {
        await client.end();
      }
    };
    await query('CREATE TABLE public.kept AS SELECT 7 AS n');

    for (const name of ['captions', 'postgres', 'nats', 'objects', 'web']) {
      const before = readRun().processes[name];
      if (before === undefined) {
        throw new Error(`${name} is not in run.json`);
      }
      process.kill(before.pid, 'SIGKILL');
      const after = await eventually(`${name} runs again`, () => {
        const now = readRun().processes[name];
        return now !== undefined && now.pid !== before.pid && startOf(now.pid) !== undefined ? now : undefined;
      });
      expect(after.restarts).toBe(1);
    }
    await eventually('Postgres answers again', () => query('SELECT 1').catch(() => undefined));
    await eventually('the web origin answers again', () =>
      fetch(`${run.url}/health/live`)
        .then((answer) => answer.ok)
        .catch(() => undefined),
    );

    const last = readRun();
    await stack.stop();
    for (const [name, entry] of Object.entries(last.processes)) {
      expect([name, isSameProcess(entry.pid, entry.start)]).toEqual([name, false]);
    }
    expect(() => readRun()).toThrow();

    stack = await Stack.prepare(settings, log, built);
    await stack.start();
    try {
      const again = readRun();
      expect(Object.fromEntries(Object.entries(again.processes).map(([name, { url }]) => [name, url]))).toEqual(
        Object.fromEntries(Object.entries(run.processes).map(([name, { url }]) => [name, url])),
      );
      expect(await query('SELECT n FROM public.kept')).toEqual([{ n: 7 }]);
    } finally {
      await stack.stop();
    }
  });

  it('says which port is taken and which setting changes it, before anything is started', async () => {
    const blocker: Server = createServer();
    await new Promise<void>((resolve) =>
      blocker.listen(Number(environment['POSTLOOM_SANDBOX_PORT']), '127.0.0.1', resolve),
    );
    try {
      const refusal = Stack.prepare(readSettings(environment), log, built);
      await expect(refusal).rejects.toThrow(
        `Port ${environment['POSTLOOM_SANDBOX_PORT']}, for the sandbox, is taken by another program. Choose another one: POSTLOOM_SANDBOX_PORT=`,
      );
      expect(() => readRun()).toThrow();
    } finally {
      blocker.close();
    }
  });

  it('refuses a second run on the same data and ends what a killed run left behind', async () => {
    const dataDir = join(folder, 'left');
    mkdirSync(dataDir);
    const sleeper = await startChild({ command: 'sleep', args: ['600'] });
    const stranger = await startChild({ command: 'sleep', args: ['600'] });
    try {
      const entry = (pid: number, start: string | undefined) => ({ pid, start, restarts: 0 });
      const processes = {
        captions: entry(sleeper.pid, startOf(sleeper.pid)),
        media: entry(stranger.pid, 'another time'),
      };
      writeRunFile(dataDir, { url: 'http://localhost:3000', sandboxUrl: '', processes });
      const path = runFilePath(dataDir);
      const run = JSON.parse(readFileSync(path, 'utf8')) as RunFile;
      const claim = (pid: number, start: string | undefined) =>
        writeFileSync(path, JSON.stringify({ ...run, pid, start }));

      claim(stranger.pid, startOf(stranger.pid));
      await expect(takeOver(dataDir, () => undefined)).rejects.toThrow(StartError);
      expect(startOf(sleeper.pid)).toBeDefined();

      claim(stranger.pid, 'another time');
      const said: string[] = [];
      await takeOver(dataDir, (line) => said.push(line));
      expect(said).toEqual(['Ending captions, left over from a run that was killed']);
      expect((await sleeper.exited).signal).toBe('SIGKILL');
      expect(startOf(stranger.pid)).toBeDefined(); // a recycled id is another program's process
    } finally {
      await sleeper.stop('SIGKILL');
      await stranger.stop('SIGKILL');
    }
  });
});
