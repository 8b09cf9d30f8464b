import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { upstreamCertificate, upstreamKey } from '../../../libs/chassis/src/testing/upstream-certificate.ts';
import { Connections } from './connections.ts';
import { startWebServer, type RunningWebServer } from './server.ts';
import { readSettings } from './settings.ts';

/** What the test gateway does with a request; each test sets its own. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;

const openStream = (_: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: open\n\n');
};

/** Begins a request and waits for the headers of its answer. */
const ask = (url: string, options: { method?: string; agent?: Agent } = {}, body?: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    httpRequest(url, options, resolve).once('error', reject).end(body);
  });

/** What a raw socket gets for what it sends until the origin closes it. */
const raw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  if (bytes !== '') {
    socket.write(bytes);
  }
  return text(socket);
};

describe('connections of the web origin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-connections-'));
  const gateway = createServer((request, response) => answer(request, response));
  let web: RunningWebServer;
  let origin: string;
  const start = (environment: Record<string, string> = {}): Promise<RunningWebServer> =>
    startWebServer(
      readSettings(
        {
          PORT: '0',
          GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
          LOG_LEVEL: 'silent',
          ...environment,
        },
        folder,
      ),
    );

  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), '<html><head><title>Shell</title></head></html>');
    writeFileSync(join(folder, 'cert.pem'), upstreamCertificate);
    writeFileSync(join(folder, 'key.pem'), upstreamKey);
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(async () => {
    web = await start();
    origin = `http://127.0.0.1:${web.port}`;
  });
  afterEach(async () => {
    gateway.closeAllConnections();
    await web.stop();
  });
  afterAll(async () => {
    await new Promise((resolve) => gateway.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  it('carry calls beside more live streams than calls may have connections', async () => {
    answer = (request, response) => (request.url === '/api/events' ? openStream(request, response) : response.end('x'));
    const agent = new Agent({ maxSockets: Infinity });
    const streams = await Promise.all(Array.from({ length: 1_100 }, () => ask(`${origin}/api/events`, { agent })));
    expect(new Set(streams.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await text(await ask(`${origin}/api/posts`))).toBe('x');
    agent.destroy();
  });

  it('end their streams at a stop, while a call comes to its end and nothing new begins', async () => {
    const called = Promise.withResolvers<ServerResponse>();
    answer = (request, response) =>
      request.url === '/api/events' ? openStream(request, response) : called.resolve(response);
    const stream = await ask(`${origin}/api/events`);
    const call = ask(`${origin}/api/posts`, { agent: new Agent({ keepAlive: true }) });
    const response = await called.promise;
    const silent = connect(web.port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    const stopped = web.stop();
    expect(await text(stream)).toBe('data: open\n\n');
    expect(await text(silent)).toBe('');
    await expect(ask(origin, { agent: new Agent() })).rejects.toThrow('ECONNREFUSED');
    response.end('saved');
    const answered = await call;
    expect([await text(answered), answered.headers.connection]).toEqual(['saved', 'close']);
    await stopped;
  });

  it('let an upload end that began before the stop, and cut what takes longer than the limit', async () => {
    const begun = Promise.withResolvers<IncomingMessage>();
    answer = (request, response) => {
      begun.resolve(request);
      void text(request).then(
        (body) => response.end(String(body.length)),
        () => undefined,
      );
    };
    const upload = httpRequest(`${origin}/api/photos/direct-upload/1`, { method: 'POST' });
    const uploaded = new Promise<IncomingMessage>((resolve) => upload.once('response', resolve));
    upload.write('first half, ');
    await begun.promise;
    const stopped = web.stop();
    upload.end('second half');
    expect(await text(await uploaded)).toBe('23');
    await stopped;

    const hasty = await start({ SHUTDOWN_SECONDS: '1' });
    const called = Promise.withResolvers<void>();
    answer = () => called.resolve();
    const never = ask(`http://127.0.0.1:${hasty.port}/api/posts`);
    const cut = expect(never).rejects.toThrow('socket hang up');
    await called.promise;
    await hasty.stop();
    await cut;
  });

  it('speak HTTP/2 where a certificate is set, and HTTP/1.1 beside it', async () => {
    const secure = await start({ TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') });
    answer = (request, response) => {
      if (request.url === '/api/events') {
        openStream(request, response);
        return;
      }
      void text(request).then((body) => {
        response.setHeader('Connection', 'X-Hop');
        response.setHeader('X-Hop', '1');
        response.end(`${request.method} ${request.headers['x-forwarded-proto']} ${request.headers.host} ${body}`);
      });
    };
    const session = connectHttp2(`https://127.0.0.1:${secure.port}`, {
      ca: upstreamCertificate,
      servername: 'upstream.test',
    });
    const send = (path: string, method = 'GET', body?: string) => {
      const stream = session.request({ ':path': path, ':method': method, ':authority': 'upstream.test' });
      stream.end(body);
      return stream;
    };
    expect(await text(send('/api/posts', 'POST', 'words'))).toBe('POST https upstream.test words');
    expect(await text(send('/api/posts'))).toBe('GET https upstream.test ');
    const page = send('/login');
    const headers = await new Promise<Record<string, unknown>>((resolve) => page.once('response', resolve));
    expect([headers[constants.HTTP2_HEADER_STATUS], headers['strict-transport-security']]).toEqual([
      200,
      expect.stringContaining('max-age'),
    ]);
    expect(await text(page)).toContain('<title>');
    const stream = send('/api/events');
    await new Promise((resolve) => stream.once('response', resolve));
    const words = text(stream);
    await secure.stop();
    expect(await words).toBe('data: open\n\n');
  });
});

describe('a connection that sends no request', () => {
  const server = createServer(
    { headersTimeout: 50, requestTimeout: 60, connectionsCheckingInterval: 20 },
    (_, response) => response.end('x'),
  );
  const connections = new Connections(server);
  let port: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => connections.end(0));

  it('is closed without a word when it stays silent', async () => {
    expect(await raw(port, '')).toBe('');
  });

  it('gets 408 when it stops in the middle', async () => {
    expect(await raw(port, 'GET / HTTP/1.1\r\nHo')).toMatch(/^HTTP\/1.1 408 /);
  });

  it('gets what is wrong with what it sent', async () => {
    expect(await raw(port, 'no words of HTTP\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect(await raw(port, `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
  });
});
