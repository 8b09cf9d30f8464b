import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually, freePort, needIpv6 } from '@postloom/testing';
import { HttpClient } from './http-client.ts';

const here = (file: string): string => fileURLToPath(new URL(`./testing/${file}`, import.meta.url));
const client = new HttpClient({ allowPrivate: true });
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
  }
});

interface Started {
  child: ChildProcess;
  output: () => string;
  messages: () => string[];
  exit: Promise<number | null>;
}

function start(environment: Record<string, string>, ...args: string[]): Started {
  const child = spawn(
    process.execPath,
    ['--conditions=postloom-source', '--import', here('swc-hooks.mjs'), here('sample-service.ts'), ...args],
    { env: { PATH: process.env['PATH'], ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  running.push(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    output: () => output,
    messages: () =>
      output
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { message: string }).message),
    exit: new Promise((resolve) => child.once('close', resolve)),
  };
}

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

const get = (port: number, path: string) =>
  client.request({ url: `http://127.0.0.1:${port}${path}`, method: 'GET', timeoutMs: 2000 });

async function whenReady(port: number): Promise<void> {
  await eventually('the service is ready', async () => expect((await get(port, '/health/ready')).status).toBe(200), {
    timeoutMs: 20_000,
  });
}

describe('bootstrap', () => {
  it('serves health and metrics, logs only JSON without secrets, and stops in order on SIGTERM', async () => {
    const port = await freePort();
    const service = start({ SERVICE_INTERNAL_PORT: String(port), SAMPLE_SECRET: 'CANARY-77' });
    await whenReady(port);
    expect((await get(port, '/health/live')).json()).toEqual({ status: 'live' });
    expect((await get(port, '/metrics')).text()).toContain('process_resident_memory_bytes');
    expect((await get(port, '/elsewhere')).status).toBe(404);
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    const messages = service.messages();
    const order = ['Working', 'Stopping', 'Work put down', 'Drained', 'Closed', 'Stopped'].map((message) =>
      messages.indexOf(message),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order.every((position) => position >= 0)).toBe(true);
    expect(service.output()).not.toContain('CANARY-77');
  });

  it('listens at every address, of both families, when it is asked to', async () => {
    await needIpv6();
    const [internal, port] = [await freePort(), await freePort()];
    const service = start({
      SERVICE_HOST: 'any',
      SERVICE_INTERNAL_PORT: String(internal),
      SERVICE_PORT: String(port),
      SAMPLE_SECRET: 's',
    });
    await whenReady(internal);
    for (const address of ['127.0.0.1', '[::1]']) {
      for (const path of [`${internal}/health/live`, `${port}/hello`]) {
        const answer = await client.request({ url: `http://${address}:${path}`, method: 'GET', timeoutMs: 2_000 });
        expect(answer.status).toBe(200);
      }
    }
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });

  it('says that it has read a changed file, and shows no secret', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
    const file = join(folder, 'secret');
    const write = (text: string): void => {
      writeFileSync(`${file}.new`, text);
      renameSync(`${file}.new`, file);
    };
    write('CANARY-1');
    const port = await freePort();
    const service = start({ SERVICE_INTERNAL_PORT: String(port), SAMPLE_SECRET_FILE: file });
    await whenReady(port);
    write('CANARY-2');
    await eventually('it is said', () => expect(service.messages()).toContain('Settings were read again'), {
      timeoutMs: 15_000,
    });
    expect((await get(port, '/metrics')).text()).toMatch(/^postloom_settings_refused_count 0$/m);
    expect(service.output()).not.toContain('CANARY');
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('listens for HTTP as well when it is asked to', async () => {
    const [internal, port] = [await freePort(), await freePort()];
    const service = start({ SERVICE_INTERNAL_PORT: String(internal), SERVICE_PORT: String(port), SAMPLE_SECRET: 's' });
    await whenReady(internal);
    await eventually('it answers', async () => expect((await get(port, '/hello')).json()).toEqual({ hello: 'world' }));
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });

  it('answers a request that is still coming in over an open connection when it is told to stop', async () => {
    const [internal, port] = [await freePort(), await freePort()];
    const service = start({ SERVICE_INTERNAL_PORT: String(internal), SERVICE_PORT: String(port), SAMPLE_SECRET: 's' });
    await whenReady(internal);
    const socket = net.connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.write('GET /hello HTTP/1.1\r\nHost: sample\r\n');
    // Its connection is known to the server once another, opened later, was served.
    expect((await get(port, '/hello')).status).toBe(200);
    service.child.kill('SIGTERM');
    await eventually('nobody listens any more', async () => expect(await isRefused(port)).toBe(true));
    socket.write('\r\n');
    expect(await service.exit).toBe(0);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('is not ready while a dependency is down, but alive', async () => {
    const port = await freePort();
    start({ SERVICE_INTERNAL_PORT: String(port), SAMPLE_SECRET: 's', SAMPLE_FAILS: 'check' });
    await eventually(
      'it names the reason',
      async () => {
        const answer = await get(port, '/health/ready');
        expect(answer.status).toBe(503);
        expect(answer.json()).toEqual({ status: 'not ready', problems: { sample: 'sample is down' } });
      },
      { timeoutMs: 20_000 },
    );
    expect((await get(port, '/health/live')).status).toBe(200);
  });

  it('refuses a wrong configuration at once, naming all of it', async () => {
    const service = start({ SERVICE_INTERNAL_PORT: 'x' });
    expect(await service.exit).toBe(78);
    expect(service.messages().join()).toMatch(/SERVICE_INTERNAL_PORT[^]*SAMPLE_SECRET is missing/);
  });

  it('ends with an error line when a module refuses to start or a rejection is not handled', async () => {
    const failing = async (when: string): Promise<Started> => {
      const service = start({
        SERVICE_INTERNAL_PORT: String(await freePort()),
        SAMPLE_SECRET: 's',
        SAMPLE_FAILS: when,
      });
      expect(await service.exit).toBe(1);
      return service;
    };
    expect((await failing('at start')).output()).toContain('the module refuses');
    expect((await failing('later')).output()).toContain('nobody listens');
  });

  it('runs a registered command instead of the service, and refuses an unknown one', async () => {
    const environment = { SERVICE_INTERNAL_PORT: '1', SAMPLE_SECRET: 's' };
    const greeting = start(environment, 'greet');
    expect(await greeting.exit).toBe(0);
    expect(greeting.messages()).toEqual(['Hello']);
    const unknown = start(environment, 'dance');
    expect(await unknown.exit).toBe(64);
  });
});
