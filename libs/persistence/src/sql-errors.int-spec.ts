import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import pg from 'pg';
import { toAppError } from './sql-errors.ts';

/** Words of the server's side of the protocol, as far as a connection begins and ends with them. */
const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const fatal = (code: string): Buffer => message('E', Buffer.from(`SFATAL\0C${code}\0Mterminating\0\0`));

/** What the real driver throws, whatever the server does to it. The server is faked: a real one can't be made to do each at will. */
describe('a server that goes away, as the driver reports it', () => {
  let server: Server | undefined;
  const open = new Set<Socket>();
  afterEach(async () => {
    for (const socket of open) {
      socket.destroy();
    }
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    server = undefined;
  });

  /** `greet` answers the first packet of each connection, `obey` every later one. */
  async function serve(
    greet: (socket: Socket) => void,
    obey: (socket: Socket) => void = () => undefined,
    path?: string,
  ): Promise<number> {
    const begun = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => undefined);
      socket.once('data', () => {
        greet(socket);
        socket.on('data', () => obey(socket));
      });
    });
    const place = path === undefined ? { host: '127.0.0.1', port: 0 } : { path };
    server = begun;
    await new Promise<void>((resolve) => begun.listen(place, resolve));
    return path === undefined ? (begun.address() as AddressInfo).port : 0;
  }
  const options = { host: '127.0.0.1', user: 'u', database: 'd', pipeline: true };
  const reportOf = async (call: Promise<unknown>): Promise<unknown> => {
    const told = toAppError(await call.then(() => 'it answered').catch((error: unknown) => error));
    return told instanceof AppError ? told.code : told;
  };

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['is starting up', (socket) => socket.end(fatal('57P03'))],
    ['has no room', (socket) => socket.end(fatal('53300'))],
    ['says nothing', () => undefined],
  ])('while connecting it %s: unavailable', async (_what, greet) => {
    const pool = new pg.Pool({ ...options, port: await serve(greet), connectionTimeoutMillis: 200 });
    expect(await reportOf(pool.connect())).toBe('unavailable');
    await pool.end();
  });

  it('it is not there: unavailable', async () => {
    const port = await serve(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    const pool = new pg.Pool({ ...options, port });
    expect(await reportOf(pool.connect())).toBe('unavailable');
    await pool.end();
  });

  it('its Unix socket is not there: unavailable', async () => {
    const pool = new pg.Pool({ ...options, host: '/nowhere' });
    expect(await reportOf(pool.connect())).toBe('unavailable');
    await pool.end();
  });

  it('no connection is free in time: unavailable', async () => {
    const port = await serve((socket) => socket.write(welcome));
    const pool = new pg.Pool({ ...options, port, max: 1, connectionTimeoutMillis: 50 });
    const held = await pool.connect();
    expect(await reportOf(pool.connect())).toBe('unavailable');
    held.release(true);
    await pool.end();
    expect(await reportOf(pool.connect())).toBe('unavailable');
  });

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['is shut down by hand', (socket) => socket.end(fatal('57P01'))],
    ['crashes', (socket) => socket.end(fatal('57P02'))],
    ['ends a transaction that stood still', (socket) => socket.end(fatal('25P03'))],
  ])('at a statement it %s: unavailable, for that one and the next', async (_what, obey) => {
    const client = new pg.Client({ ...options, port: await serve((socket) => socket.write(welcome), obey) });
    client.on('error', () => undefined);
    await client.connect();
    expect(await reportOf(client.query('SELECT 1'))).toBe('unavailable');
    expect(await reportOf(client.query('SELECT 1'))).toBe('unavailable');
  });

  it('it has hung up when the statement is sent, over its Unix socket (EPIPE): unavailable', async () => {
    const host = await mkdtemp(join(tmpdir(), 'pg-'));
    await serve((socket) => socket.write(welcome), undefined, join(host, '.s.PGSQL.5432'));
    const client = new pg.Client({ ...options, host, port: 5432 });
    client.on('error', () => undefined);
    await client.connect();
    for (const socket of open) {
      socket.destroy();
    }
    const failure: unknown = await client.query('SELECT 1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'EPIPE' });
    expect(await reportOf(Promise.reject(failure as Error))).toBe('unavailable');
    await rm(host, { recursive: true });
  });
});
