import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, overrideEnvironment, ShutdownRegistry } from '@postloom/chassis';
import { config } from '../config.ts';
import { Storage } from './storage.ts';

/** Of a storage that does not answer, and of one that is only slow. */
const SILENCE_MS = { short: 150, long: 600 };
const MB = 1_048_576;
/** Several times what the system holds of a connection. */
const LARGE = 200 * MB;

/** A storage that takes connections, and then does what the test says. */
describe('a storage that falls silent', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-silent-'));
  const shutdown = new ShutdownRegistry(createLogger('test', 'silent'));
  const file = join(folder, 'file');
  let server: Server;
  let storage: Storage;
  let patient: Storage;
  let unreachable: Storage;
  let serve: (request: IncomingMessage, response: ServerResponse) => void;
  beforeAll(async () => {
    writeFileSync(file, '');
    truncateSync(file, LARGE);
    server = createServer((request, response) => serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const settings = {
      ...{ SERVICE_INTERNAL_PORT: '4000', S3_BUCKET: 'photos', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' },
      S3_ENDPOINT: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
      TICKET_SECRETS: `t1:${'x'.repeat(32)}`,
    };
    overrideEnvironment({ ...settings, S3_SILENCE_TIMEOUT_MS: String(SILENCE_MS.short) });
    storage = new Storage(config, shutdown);
    overrideEnvironment({ ...settings, S3_SILENCE_TIMEOUT_MS: String(SILENCE_MS.long) });
    patient = new Storage(config, shutdown);
    // The proxy takes the request for a connection, and never opens one.
    server.on('connect', () => undefined);
    overrideEnvironment({
      ...settings,
      ...{ S3_ENDPOINT: 'https://s3.test', HTTPS_PROXY: settings.S3_ENDPOINT, S3_CONNECT_TIMEOUT_MS: '150' },
    });
    unreachable = new Storage(config, shutdown);
  });
  afterAll(async () => {
    await shutdown.run('close');
    server.closeAllConnections();
    server.close();
    overrideEnvironment();
    rmSync(folder, { recursive: true, force: true });
  });

  const silent = (request: IncomingMessage): void => void request.resume();
  /** Answers a read with the first of these bytes, and the others as `goOn` says. */
  const sending =
    (bytes: Buffer, first: number, goOn: (response: ServerResponse) => void) =>
    (_request: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(200, { etag: '"x"', 'content-length': bytes.length });
      response.write(bytes.subarray(0, first), () => goOn(response));
    };

  const calls: Record<string, () => Promise<unknown>> = {
    'a file': () => storage.putFile('a', file, 'image/jpeg'),
    bytes: () => storage.putBytes('a', Buffer.from('x'), 'image/jpeg'),
    'opening an object': () => storage.open('a'),
    'fetching an object': () => storage.fetch('a', join(folder, 'fetched'), ''),
    'starting parts': () => storage.startParts('a'),
    'listing parts': () => storage.parts('a', 'id'),
    'joining parts': () => storage.joinParts('a', 'id', [{ number: 1, etag: 'x' }]),
    listing: () => storage.list('a', null),
    'listing folders': () => storage.folders('a'),
    'listing parts under way': () => storage.partsUnderWay(null),
    'asking for an object': () => storage.has('a'),
  };
  it.each(Object.entries(calls))('%s: the answer is that storage did not answer', async (_, call) => {
    serve = silent;
    await expect(call()).rejects.toMatchObject({ code: 'dependency_failed' });
  });

  it.each([
    ['stored', () => unreachable.putBytes('a', Buffer.from('x'), 'image/jpeg')],
    ['read', () => unreachable.open('a')],
  ])('or that no connection leads to: nothing is %s', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'dependency_failed' });
  });

  it('deletes nothing, and the list of deletions hears of it', async () => {
    serve = silent;
    await expect(storage.delete(['a'])).rejects.toThrow(/timed out/);
    await expect(storage.abortParts('a', 'id')).rejects.toThrow(/timed out/);
  });

  it('in the middle of an answer, too', async () => {
    serve = (_request, response) => response.writeHead(200).write('<?xml version="1.0"?><List');
    await expect(storage.list('a', null)).rejects.toMatchObject({ code: 'dependency_failed' });
  });

  it('is no storage that takes a large file slowly', async () => {
    let taken = 0;
    serve = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        const before = taken;
        taken += chunk.length;
        if (Math.floor(taken / MB) > Math.floor(before / MB)) {
          request.pause();
          setTimeout(() => request.resume(), 5);
        }
      });
      request.on('end', () => response.writeHead(200, { etag: '"x"' }).end());
    };
    const startedAt = performance.now();
    await patient.putFile('a', file, 'image/jpeg');
    expect(taken).toBe(LARGE);
    expect(performance.now() - startedAt).toBeGreaterThan(SILENCE_MS.long);
  });

  it('in the middle of an object: what was read of it is an error', async () => {
    serve = sending(Buffer.alloc(1_000), 500, () => undefined);
    await expect(storage.fetch('a', join(folder, 'half'), '')).rejects.toMatchObject({ code: 'dependency_failed' });
    const { body } = await storage.open('a');
    await expect(body.toArray()).rejects.toThrow('the storage stopped sending an object');
  });

  it('is no storage that sends an object slowly', async () => {
    serve = sending(Buffer.alloc(5), 1, (response) => {
      let sent = 1;
      const timer = setInterval(() => {
        sent += 1;
        response.write('x');
        if (sent === 5) {
          clearInterval(timer);
          response.end();
        }
      }, SILENCE_MS.long / 2);
    });
    const { body } = await patient.open('a');
    expect(Buffer.concat(await body.toArray())).toHaveLength(5);
  });

  it('is no storage whose reader is slow', async () => {
    const bytes = randomBytes(16 * MB);
    serve = sending(bytes, bytes.length, (response) => void response.end());
    const { body } = await patient.open('a');
    const read: Buffer[] = [];
    for await (const chunk of body) {
      read.push(chunk as Buffer);
      if (read.length === 1) {
        await pause(2 * SILENCE_MS.long);
      }
    }
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
  });
});
