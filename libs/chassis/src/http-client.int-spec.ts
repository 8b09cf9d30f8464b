import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { Readable } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from './http-client.ts';
import { OutboundError } from './outbound-error.ts';
import { upstreamCertificate, upstreamKey } from './testing/upstream-certificate.ts';
import { runWithTraceparent } from './tracing.ts';

const open: (() => void)[] = [];
const client = new HttpClient({ allowPrivate: true });

afterEach(() => {
  for (const close of open.splice(0)) {
    close();
  }
});

async function serve(handler: http.RequestListener, prepare?: (server: http.Server) => void): Promise<string> {
  const server = http.createServer(handler);
  prepare?.(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

async function serveRaw(handler: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handler(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  });
  return `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

function failure(promise: Promise<unknown>): Promise<OutboundError> {
  return promise.then(
    () => Promise.reject(new Error('the call was expected to fail')),
    (error: unknown) => {
      if (error instanceof OutboundError) {
        return error;
      }
      throw error;
    },
  );
}

describe('a client with connections of its own', () => {
  it('has as many as it was given, and leaves the others to everybody else', async () => {
    const held: http.ServerResponse[] = [];
    const two = Promise.withResolvers<void>();
    const url = await serve((request, response) => {
      if (request.url === '/quick') {
        response.end();
      } else if (held.push(response) === 2) {
        two.resolve();
      }
    });
    const own = client.withConnections(2);
    open.push(() => own.close());
    const slow = Array.from({ length: 3 }, () => own.request({ url, method: 'GET', timeoutMs: 10_000 }));
    await two.promise;
    expect((await client.request({ url: `${url}/quick`, method: 'GET', timeoutMs: 10_000 })).status).toBe(200);
    expect(held).toHaveLength(2);
    held[0]?.end();
    await slow[0];
    held[1]?.end();
    await slow[1];
    expect(held).toHaveLength(3);
    held[2]?.end();
    expect((await slow[2])?.status).toBe(200);
  });
});

describe('HttpClient', () => {
  it('sends method, headers, body and the trace, and gives status, headers and body', async () => {
    const url = await serve((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        response.writeHead(201, { 'content-type': 'application/json', 'x-two': ['a', 'b'] });
        response.end(
          JSON.stringify({
            method: request.method,
            body: Buffer.concat(chunks).toString(),
            length: request.headers['content-length'],
            trace: request.headers['traceparent'],
          }),
        );
      });
    });
    const answer = await runWithTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', () =>
      client.request({ url, method: 'POST', body: 'héllo', timeoutMs: 2000, internal: true }),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers['x-two']).toBe('a, b');
    expect(answer.json()).toEqual({
      method: 'POST',
      body: 'héllo',
      length: '6',
      trace: expect.stringContaining('0af7651916cd43dd8448eb211c80319c'),
    });
  });

  it('reuses a kept connection, and repeats a read when the server closed it meanwhile', async () => {
    let connections = 0;
    const url = await serveRaw((socket) => {
      connections += 1;
      let requests = 0;
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
        } else {
          socket.resetAndDestroy();
        } // closed just as the second request arrived
      });
    });
    const own = new HttpClient({ allowPrivate: true });
    open.push(() => own.close());
    expect((await own.request({ url, method: 'GET', timeoutMs: 2000 })).text()).toBe('ok');
    expect((await own.request({ url, method: 'GET', timeoutMs: 2000 })).text()).toBe('ok');
    expect(connections).toBe(2);
  });

  it('does not repeat a write', async () => {
    const url = await serveRaw((socket) => socket.on('data', () => socket.resetAndDestroy()));
    const error = await failure(client.request({ url, method: 'POST', body: 'x', timeoutMs: 2000 }));
    expect(error).toMatchObject({ kind: 'reset', sent: true });
  });

  it('calls beforeSend once the connection stands and before any byte has left', async () => {
    const seen: string[] = [];
    const url = await serveRaw((socket) => {
      seen.push('connected');
      socket.on('data', () => {
        seen.push('bytes');
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      });
    });
    await client.request({
      url,
      method: 'POST',
      body: 'x',
      timeoutMs: 2000,
      beforeSend: () => seen.push('beforeSend'),
    });
    expect(seen.filter((event) => event !== 'connected')).toEqual(['beforeSend', 'bytes']);
  });

  it('sends nothing when beforeSend throws, and throws its error on', async () => {
    let bytes = 0;
    let closed: () => void;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const url = await serveRaw((socket) => {
      socket.on('data', (chunk) => (bytes += chunk.length));
      socket.on('close', () => closed());
    });
    const late = new Error('too late to send');
    await expect(
      client.request({
        url,
        method: 'POST',
        body: 'x',
        timeoutMs: 2000,
        beforeSend: () => {
          throw late;
        },
      }),
    ).rejects.toBe(late);
    await isClosed;
    expect(bytes).toBe(0);
  });

  it('knows that nothing was sent when there was no connection', async () => {
    const unused = net.createServer();
    await new Promise<void>((resolve) => unused.listen(0, '127.0.0.1', resolve));
    const { port } = unused.address() as net.AddressInfo;
    await new Promise((resolve) => unused.close(resolve));
    const error = await failure(
      client.request({ url: `http://127.0.0.1:${port}`, method: 'POST', body: 'x', timeoutMs: 2000 }),
    );
    expect(error).toMatchObject({ kind: 'refused', sent: false });
    const name = await failure(client.request({ url: 'http://no-such-host.invalid', method: 'GET', timeoutMs: 5000 }));
    expect(name).toMatchObject({ kind: 'refused', sent: false });
  });

  it('ends at the deadline: while connecting TLS (not sent), while waiting (sent), while reading (sent)', async () => {
    const silent = await serveRaw(() => undefined);
    const handshake = failure(
      client.request({ url: silent.replace('http', 'https'), method: 'POST', body: 'x', timeoutMs: 50 }),
    );
    expect(await handshake).toMatchObject({ kind: 'timeout', sent: false });
    expect(await failure(client.request({ url: silent, method: 'POST', body: 'x', timeoutMs: 50 }))).toMatchObject({
      kind: 'timeout',
      sent: true,
    });
    const half = await serveRaw((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nha')),
    );
    expect(await failure(client.request({ url: half, method: 'GET', timeoutMs: 50 }))).toMatchObject({
      kind: 'timeout',
      sent: true,
    });
  });

  it('reports a connection that breaks in the middle of the answer', async () => {
    const url = await serveRaw((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nha')),
    );
    expect(await failure(client.request({ url, method: 'GET', timeoutMs: 2000 }))).toMatchObject({
      kind: 'reset',
      sent: true,
    });
  });

  it('stops when the caller gives up', async () => {
    const url = await serveRaw(() => undefined);
    const controller = new AbortController();
    const call = failure(client.request({ url, method: 'GET', timeoutMs: 5000, signal: controller.signal }));
    controller.abort();
    expect(await call).toMatchObject({ kind: 'timeout' });
  });

  it('refuses answers that are too long', async () => {
    const url = await serve((_request, response) => response.end('x'.repeat(1000)));
    expect(await failure(client.request({ url, method: 'GET', timeoutMs: 2000, maxResponseBytes: 999 }))).toMatchObject(
      {
        kind: 'too_large',
      },
    );
    expect(
      (await client.request({ url, method: 'GET', timeoutMs: 2000, maxResponseBytes: 1000 })).bytes(),
    ).toHaveLength(1000);
  });

  it('refuses redirects, unless asked to follow, and drops credentials on the way to another origin', async () => {
    const seen: (string | undefined)[] = [];
    const target = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end('there');
    });
    const url = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    const headers = { authorization: 'Bearer secret' };
    expect(await failure(client.request({ url, method: 'GET', headers, timeoutMs: 2000 }))).toMatchObject({
      kind: 'blocked',
    });
    expect(seen).toEqual([]);
    const followed = await client.request({ url, method: 'GET', headers, timeoutMs: 2000, redirect: 'follow' });
    expect(followed.text()).toBe('there');
    expect(seen).toEqual([undefined]);
    expect((await client.request({ url, method: 'GET', timeoutMs: 2000, redirect: 'manual' })).status).toBe(302);
  });

  it('refuses private addresses by number and by name, also behind a redirect, unless the address is our own', async () => {
    let hits = 0;
    const url = await serve((_request, response) => {
      hits += 1;
      response.end('secret');
    });
    const guarded = new HttpClient();
    open.push(() => guarded.close());
    const { port } = new URL(url);
    for (const address of [
      url,
      `http://localhost:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://2130706433:${port}`,
      'file:///etc/passwd',
    ]) {
      expect(await failure(guarded.request({ url: address, method: 'GET', timeoutMs: 2000 }))).toMatchObject({
        kind: 'blocked',
        sent: false,
      });
    }
    expect(hits).toBe(0);
    expect((await guarded.request({ url, method: 'GET', timeoutMs: 2000, internal: true })).text()).toBe('secret');
  });

  it('streams both ways', async () => {
    const url = await serve((request, response) => void request.pipe(response));
    const pieces = Array.from({ length: 64 }, (_, index) => Buffer.alloc(16_384, index));
    const { status, body } = await client.requestStream({
      url,
      method: 'PUT',
      body: Readable.from(pieces),
      timeoutMs: 5000,
    });
    expect(status).toBe(200);
    const back = Buffer.concat((await body.toArray()) as Buffer[]);
    expect(back.equals(Buffer.concat(pieces))).toBe(true);
  });

  describe('whose answer is a stream', () => {
    const BRIEF_MS = 500;
    /** Several times what the system holds of a connection. */
    const large = randomBytes(60_000_000);

    /** Passes when a call that nobody answers has ended at this limit. */
    async function patience(timeoutMs: number): Promise<void> {
      const url = await serveRaw(() => undefined);
      expect(await failure(client.request({ url, method: 'GET', timeoutMs }))).toMatchObject({ kind: 'timeout' });
    }
    /** Reads the stream, and calls `rest` between its first piece and the next. */
    async function readWithRest(body: Readable, read: Buffer[], rest: () => Promise<void>): Promise<void> {
      for await (const chunk of body) {
        read.push(chunk as Buffer);
        if (read.length === 1) {
          await rest();
        }
      }
    }

    it('gives all of it to a reader that rests for longer than the limit', async () => {
      const url = await serve((_request, response) => response.end(large));
      const { body } = await client.requestStream({ url, method: 'GET', timeoutMs: BRIEF_MS });
      const read: Buffer[] = [];
      await readWithRest(body, read, () => patience(2 * BRIEF_MS));
      expect(Buffer.concat(read).equals(large)).toBe(true);
    });

    it('ends when the server falls silent while the reader wants more, also one that has rested', async () => {
      const url = await serve((_request, response) => {
        response.writeHead(200, { 'content-length': large.length + 1 });
        response.write(large);
      });
      const { body } = await client.requestStream({ url, method: 'GET', timeoutMs: BRIEF_MS });
      const read: Buffer[] = [];
      const ended = await failure(readWithRest(body, read, () => patience(2 * BRIEF_MS)));
      expect(ended).toMatchObject({ kind: 'timeout', sent: true, message: '127.0.0.1 stopped sending' });
      expect(Buffer.concat(read)).toHaveLength(large.length);
      expect(body.destroyed).toBe(true);
    });

    it('keeps its end for a reader that comes later, and ends no process', async () => {
      const { promise: broken, resolve } = Promise.withResolvers<void>();
      const url = await serveRaw((socket) =>
        socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nha')),
      );
      const { body } = await client.requestStream({ url, method: 'GET', timeoutMs: 5000 });
      body.once('close', resolve).resume();
      await broken;
      await expect(body.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
    });
  });

  it('sends the trace to our own services and to nobody else', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers['traceparent'] as string | undefined);
      response.end();
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const internal of [true, false]) {
      await runWithTraceparent(traceparent, () => client.request({ url, method: 'GET', timeoutMs: 2000, internal }));
    }
    expect(seen).toEqual([traceparent, undefined]);
  });
});

describe('behind an egress proxy', () => {
  /** A proxy that can resolve `upstream.test`, and records its requests. */
  async function proxyTo(upstream: string): Promise<{ address: string; asked: string[] }> {
    const asked: string[] = [];
    const { port } = new URL(upstream);
    const address = await serve(
      (request, response) => {
        asked.push(`${request.method} ${request.url}`);
        const { pathname } = new URL(request.url ?? '');
        const onward = http.request({ port, host: '127.0.0.1', path: pathname, method: request.method });
        onward.on('response', (answer) => answer.pipe(response));
        request.pipe(onward);
      },
      (server) => {
        server.on('connect', (request, socket) => {
          asked.push(`CONNECT ${request.url}`);
          const tunnel = net.connect(Number(port), '127.0.0.1', () => {
            socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
            tunnel.pipe(socket).pipe(tunnel);
          });
          socket.on('error', () => tunnel.destroy());
        });
      },
    );
    return { address, asked };
  }

  function through(address: string): HttpClient {
    const proxied = new HttpClient({ proxy: { HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: 'direct.test' } });
    open.push(() => proxied.close());
    return proxied;
  }

  it('sends calls to the outside through it, and calls to our own services past it', async () => {
    const upstream = await serve((request, response) => response.end(`upstream ${request.url}`));
    const { address, asked } = await proxyTo(upstream);
    const proxied = through(address);
    const outside = await proxied.request({ url: 'http://upstream.test/a', method: 'GET', timeoutMs: 2000 });
    expect(outside.text()).toBe('upstream /a');
    const own = await proxied.request({ url: `${upstream}/b`, method: 'GET', timeoutMs: 2000, internal: true });
    expect(own.text()).toBe('upstream /b');
    expect(await failure(proxied.request({ url: upstream, method: 'GET', timeoutMs: 2000 }))).toMatchObject({
      kind: 'blocked',
    });
    expect(
      await failure(proxied.request({ url: 'http://direct.test/', method: 'GET', timeoutMs: 2000 })),
    ).toMatchObject({
      sent: false,
    });
    expect(asked).toEqual(['GET http://upstream.test/a']);
  });

  it('asks before the first byte only when the tunnel and its TLS are there, and knows that nothing was sent', async () => {
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, upstreamCertificate]);
    open.push(() => setDefaultCACertificates(authorities));
    const secure = https.createServer({ key: upstreamKey, cert: upstreamCertificate });
    secure.on('request', (_request, response) => response.end('secret'));
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    open.push(() => {
      secure.close();
      secure.closeAllConnections();
    });
    const { address, asked } = await proxyTo(`http://127.0.0.1:${(secure.address() as net.AddressInfo).port}`);
    const proxied = through(address);
    const call = { url: 'https://upstream.test/', method: 'POST', body: 'x', timeoutMs: 300 };
    let asks = 0;
    const answer = await proxied.request({ ...call, timeoutMs: 5000, beforeSend: () => (asks += 1) });
    expect(answer.text()).toBe('secret');
    expect(asks).toBe(1);
    expect(asked).toEqual(['CONNECT upstream.test:443']);

    // The tunnel is established, but the other end never answers the handshake.
    const { address: toNowhere } = await proxyTo(await serveRaw(() => undefined));
    const stuck = through(toNowhere).request({ ...call, beforeSend: () => (asks += 1) });
    expect(await failure(stuck)).toMatchObject({ kind: 'timeout', sent: false });
    expect(asks).toBe(1);
  });
});
