import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cutOff } from './cut-off.ts';
import type { Upload } from './cut-off.ts';
import { failureOf, NotTaken } from './upload-failure.ts';

const REFUSAL = JSON.stringify({ error: 'unavailable', message: 'Part of Postloom is restarting.' });

describe('a connection that is cut', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
  });

  const listen = async (onConnection: (socket: Socket) => void): Promise<Upload> => {
    server = createServer(onConnection).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return { to: 'product', url, method: 'PUT', headers: {}, bytes: Buffer.alloc(1_000, 'x') };
  };

  it('has carried that share of the body, which was announced in full', async () => {
    const arrived = Promise.withResolvers<string>();
    const upload = await listen((socket) => {
      let received = '';
      socket.on('data', (bytes) => (received += bytes.toString()));
      socket.on('error', () => undefined); // it hangs up as one that was unplugged
      socket.once('close', () => arrived.resolve(received));
    });
    expect(await cutOff(upload, 0.37)).toBeNull();
    const [head, body] = (await arrived.promise).split('\r\n\r\n');
    expect(head).toContain('content-length: 1000');
    expect(body).toBe('x'.repeat(370));
  });

  it('is none when nobody is there: it was never open', async () => {
    const upload = await listen(() => undefined);
    server?.close();
    const error: unknown = await cutOff(upload, 0.5).catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toEqual({ by: 'connection' });
  });

  it('is none when the other side hangs up first', async () => {
    const upload = { ...(await listen((socket) => socket.resetAndDestroy())), bytes: Buffer.alloc(50_000_000) };
    const error: unknown = await cutOff(upload, 0.99).catch((thrown: unknown) => thrown);
    expect(failureOf(error)).toEqual({ by: 'connection' });
  });

  it('is none when it was answered: the one in front found nobody behind it', async () => {
    const upload = await listen((socket) => {
      socket.once('data', () => {
        socket.end(`HTTP/1.1 503 Unavailable\r\ncontent-length: ${REFUSAL.length}\r\n\r\n${REFUSAL}`);
      });
      socket.on('error', () => undefined);
    });
    const error: unknown = await cutOff(upload, 0.99).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotTaken);
    expect(failureOf(error)).toEqual({ by: 'product', status: 503, body: JSON.parse(REFUSAL) });
  });
});
