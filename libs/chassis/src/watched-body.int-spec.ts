import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { watchedBody } from './watched-body.ts';

const PIECES = 4;
const READER_MS = 1_200;
/** Several times what the system holds of a connection. */
const bytes = randomBytes(60_000_000);
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) {
    close();
  }
});

/** The answer of a server that sends all there is, and the server's side of it. */
async function answer(): Promise<{ incoming: IncomingMessage; response: ServerResponse }> {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = http.createServer((_request, response) => {
    response.end(bytes);
    asked.resolve(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const request = http.get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [incoming] = (await once(request, 'response')) as [IncomingMessage];
  return { incoming, response: await asked.promise };
}

function watched(incoming: Readable, readerMs: number): ReturnType<typeof watchedBody> {
  return watchedBody(incoming, { silenceMs: 60_000, silent: () => new Error('silent'), readerMs });
}

/** The moment at which the reader of another body, which never begins, is given up. */
async function patience(readerMs: number): Promise<void> {
  const { incoming } = await answer();
  await expect(once(watched(incoming, readerMs), 'close')).rejects.toMatchObject({ kind: 'timeout' });
}

describe('a watched body', () => {
  it('ends with its connection when nobody takes any of it, or no more of it', async () => {
    for (const taken of [0, 1]) {
      const { incoming, response } = await answer();
      const body = watched(incoming, 150);
      const isClosed = once(response, 'close');
      for (let i = 0; i < taken; i += 1) {
        await once(body, 'readable');
        body.read();
      }
      await isClosed;
      await expect(body.toArray()).rejects.toMatchObject({ kind: 'timeout', message: 'nobody took what was sent' });
    }
  });

  it('does not wait for ever for whoever leaves the last of it, which its sender has already sent', async () => {
    const source = Readable.from([Buffer.alloc(1_000), Buffer.alloc(1_000)]);
    const body = watched(source, 150);
    const isSent = once(source, 'end');
    await once(body, 'readable');
    await isSent;
    await expect(once(body, 'close')).rejects.toMatchObject({ message: 'nobody took what was sent' });
  });

  it('goes on for a reader that takes a little at a time, for however long', async () => {
    const { incoming } = await answer();
    const body = watched(incoming, READER_MS);
    const read: Buffer[] = [];
    for await (const chunk of body) {
      read.push(chunk as Buffer);
      if (read.length <= PIECES) {
        await patience(READER_MS / 3);
      }
    }
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
  });
});
