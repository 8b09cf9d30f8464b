import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWebServer, type RunningWebServer } from './server.ts';
import { readSettings } from './settings.ts';

const shell =
  '<html><head><title>Shell</title><script type="module" src="/assets/index-1.js"></script></head><body><div id="root"><p>Loading...</p></div></body></html>';
const landing = '<html><head><title>Landing</title><script>document.title</script></head></html>';
const session = { cookie: 'postloom_session=good' };

/** What a test gateway does with a request; each test sets its own. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();

/** What the page says of the person. */
const signedInOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="signed-in">(.*?)<\/script>/.exec(html)?.[1] ?? '');

describe('web origin', () => {
  let root: string;
  let gateway: Server;
  let web: RunningWebServer;
  let origin: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'postloom-web-'));
    mkdirSync(join(root, 'assets'));
    mkdirSync(join(root, '.vite'));
    writeFileSync(join(root, 'index.html'), shell);
    writeFileSync(join(root, 'landing.html'), landing);
    writeFileSync(join(root, 'humans.txt'), 'bakers');
    writeFileSync(join(root, 'sw.js'), 'worker');
    writeFileSync(join(root, 'site.webmanifest'), '{}');
    const script = 'console.log("x")'.repeat(50);
    writeFileSync(join(root, 'assets', 'index-1.js'), script);
    writeFileSync(join(root, 'assets', 'index-1.js.br'), brotliCompressSync(script));
    writeFileSync(join(root, 'assets', 'index-1.js.gz'), gzipSync(script));
    writeFileSync(
      join(root, '.vite', 'manifest.json'),
      JSON.stringify({
        'index.html': { file: 'assets/index-1.js', isEntry: true },
        'src/app/pages/media-page.tsx': { file: 'assets/media-2.js', imports: ['index.html', '_grid.js'] },
        '_grid.js': { file: 'assets/grid-3.js' },
      }),
    );
    writeFileSync(
      join(root, '.vite', 'public-pages.json'),
      JSON.stringify([{ path: '/', head: '<title>Landing</title>', file: 'landing.html' }]),
    );
    gateway = createServer((request, response) => {
      if (request.url === '/api/auth/user') {
        const isGood = request.headers.cookie?.includes('postloom_session=good') === true;
        response
          .writeHead(isGood ? 200 : 401)
          .end(JSON.stringify(isGood ? { id: '1', firstName: '</script><b>$&' } : { error: 'unauthorized' }));
      } else if (request.url === '/api/businesses?limit=100') {
        response.writeHead(200).end(JSON.stringify([{ id: 'b1', name: 'Rye' }]));
      } else if (request.url === '/api/photos?limit=100') {
        response.writeHead(200).end(JSON.stringify({ data: [], nextCursor: null, total: 0 }));
      } else if (request.url === '/api/posts?limit=2') {
        response.writeHead(200).end(JSON.stringify({ data: [], nextCursor: null, total: 7 }));
      } else if (request.url === '/api/albums?limit=100') {
        response.writeHead(200).end(JSON.stringify([{ name: 'x'.repeat(262_144) }]));
      } else if (request.url === '/api/user/active-business') {
        response.writeHead(500).end();
      } else {
        answer(request, response);
      }
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    web = await startWebServer(
      readSettings(
        {
          PORT: '0',
          GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
          IMAGE_ORIGINS: 'http://localhost:3900',
          SERVICE_INTERNAL_PORT: '0',
          LOG_LEVEL: 'silent',
          MOST_STREAMS: '2',
        },
        root,
      ),
    );
    origin = `http://127.0.0.1:${web.port}`;
  });

  afterAll(async () => {
    await web.stop();
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    rmSync(root, { recursive: true, force: true });
  });

  const title = async (response: Response): Promise<string> => /<title>([^<]+)</.exec(await response.text())?.[1] ?? '';

  it('gives the landing page to the signed out, and with 404 for unknown paths', async () => {
    const home = await fetch(origin);
    expect([home.status, await title(home)]).toEqual([200, 'Landing']);
    const unknown = await fetch(`${origin}/no/such/page`);
    const text = await unknown.text();
    expect(unknown.status).toBe(404);
    expect(text).toContain('<title>Page not found · Postloom');
    expect(text).toContain('<script>document.title');
    for (const [path, name] of [
      ['/login', 'Sign in'],
      ['/register', 'Create your account'],
      ['/privacy-policy', 'Privacy Policy'],
      ['/data-deletion-status?code=1', 'Deletion Status'],
    ]) {
      const page = await fetch(origin + path);
      expect([path, page.status, await title(page)]).toEqual([path, 200, `${name} · Postloom`]);
    }
  });

  it('gives the shell to the signed in, with what it would ask first inside and the modules of the route announced', async () => {
    const page = await fetch(`${origin}/media`, { headers: session });
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(signedInOf(html)).toEqual([
      { path: '/api/auth/user', answer: { id: '1', firstName: '</script><b>$&' } },
      // The active business was refused, and the albums are too long for a page: both are left to the client.
      { path: '/api/businesses', as: 'list', answer: [{ id: 'b1', name: 'Rye' }] },
      { path: '/api/photos', as: 'pages', answer: { data: [], nextCursor: null, total: 0 } },
    ]);
    expect(html).toContain('<div id="root"><div class="boot-frame" aria-busy="true"></div></div>');
    expect(html).not.toContain('Loading...');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/media-2.js">');
    expect(page.headers.get('link')).toBe(
      '</assets/media-2.js>; rel=modulepreload; as=script; crossorigin, </assets/grid-3.js>; rel=modulepreload; as=script; crossorigin',
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('asks for as many rows as the screen begins with', async () => {
    const html = await (await fetch(origin, { headers: session })).text();
    expect(signedInOf(html)).toContainEqual({
      path: '/api/posts',
      limit: 2,
      answer: { data: [], nextCursor: null, total: 7 },
    });
  });

  it('leads to the sign-in and back where a screen needs a session, and says so when one has ended', async () => {
    const locationOf = async (path: string, headers = {}): Promise<string | null> => {
      const page = await fetch(origin + path, { headers, redirect: 'manual' });
      expect([page.status, page.headers.get('cache-control')]).toEqual([302, 'no-store']);
      return page.headers.get('location');
    };
    expect(await locationOf('/schedule?view=list')).toBe('/login?returnTo=%2Fschedule%3Fview%3Dlist');
    const stale = { cookie: '__Host-postloom_session=old' };
    expect(await locationOf('/media', stale)).toBe('/login?returnTo=%2Fmedia&reason=session-ended');
    expect(await title(await fetch(origin, { headers: stale }))).toBe('Landing');
    expect(await title(await fetch(`${origin}/login`, { headers: stale }))).toBe('Sign in · Postloom');
  });

  it('sends the landing page whole once, and asks every cache to come back before each use', async () => {
    const first = await fetch(origin, { headers: { 'accept-encoding': 'br' } });
    const tag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual(['no-cache', 'Accept-Encoding']);
    const conditional = { 'if-none-match': `"other", W/${tag}`, 'accept-encoding': 'br' };
    const again = await fetch(origin, { headers: conditional });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    // Another encoding is another text, and somebody with a session gets no page out of a cache.
    expect((await fetch(origin, { headers: { ...conditional, 'accept-encoding': 'gzip' } })).status).toBe(200);
    const own = await fetch(origin, { headers: { ...conditional, ...session } });
    expect([own.status, await title(own), own.headers.get('etag')]).toEqual([200, 'Dashboard · Postloom', null]);
    const login = await fetch(`${origin}/login`);
    const known = { 'if-none-match': login.headers.get('etag') ?? 'none' };
    expect((await fetch(`${origin}/login`, { headers: known })).status).toBe(304);
  });

  it('sends each page compressed', async () => {
    for (const [path, headers] of [
      ['/', {}],
      ['/login', {}],
      ['/media', session],
    ] as const) {
      for (const encoding of ['br', 'gzip']) {
        const page = await fetch(origin + path, { headers: { ...headers, 'accept-encoding': encoding } });
        expect([path, page.headers.get('content-encoding')]).toEqual([path, encoding]);
        expect(await page.text()).toContain('<title>');
      }
    }
  });

  it('continues the trace of a request or begins one, and says so in metrics on a port of their own', async () => {
    answer = (request, response) => response.end(request.headers['traceparent']);
    const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect(await (await fetch(`${origin}/api/x`, { headers: { traceparent: given } })).text()).toBe(given);
    expect(await (await fetch(`${origin}/api/x`)).text()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    const inside = `http://127.0.0.1:${web.internalPort}`;
    const metrics = await (await fetch(`${inside}/metrics`)).text();
    expect(metrics).toMatch(/postloom_web_request_seconds_count\{kind="api",status="2xx"\} \d/);
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect([(await fetch(`${inside}/health/ready`)).status, (await fetch(`${inside}/x`)).status]).toEqual([200, 404]);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
  });

  it('gives devices the page that opens the product without it, of nobody, and a worker that is asked for anew', async () => {
    const page = await fetch(`${origin}/app-shell`, { headers: session });
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    expect(html).toContain('<html data-opened-by-device>');
    expect(html).toContain('<script type="module" src="/assets/index-1.js"></script>');
    expect(html).not.toContain('signed-in');
    expect(page.headers.get('content-security-policy')).toMatch(/worker-src 'self'/);
    // Kept by the device, so that the page runs under the same rules there.
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const tag = page.headers.get('etag') ?? 'none';
    expect((await fetch(`${origin}/app-shell`, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect(await (await fetch(`${origin}/media`, { headers: session })).text()).not.toContain('data-opened-by-device');
    const worker = await fetch(`${origin}/sw.js`);
    expect([worker.headers.get('content-type'), worker.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
    expect(worker.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const manifest = await fetch(`${origin}/site.webmanifest`);
    expect([manifest.headers.get('content-type'), manifest.headers.get('cache-control')]).toEqual([
      'application/manifest+json',
      'no-cache',
    ]);
  });

  it('sends the security headers and lets no inline script run but the built one', async () => {
    const page = await fetch(origin);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('http://localhost:3900');
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect((await fetch(`${origin}/login`)).headers.get('content-security-policy')).toContain("script-src 'self';");
    const names = ['x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'];
    expect(names.map((name) => page.headers.get(name))).toEqual([
      'nosniff',
      'strict-origin',
      'same-origin-allow-popups',
    ]);
    expect(page.headers.get('permissions-policy')).toContain('camera=()');
  });

  it('tells nobody of a page that is for whoever has its link, keeps it nowhere and names no product in it', async () => {
    for (const headers of [{}, session]) {
      const page = await fetch(`${origin}/shared-report`, { headers });
      const names = ['referrer-policy', 'x-robots-tag', 'cache-control'];
      expect([page.status, ...names.map((name) => page.headers.get(name))]).toEqual([
        ...[200, 'no-referrer', 'noindex, nofollow', 'private, no-store'],
      ]);
      expect(await title(page)).toBe('Social media report');
    }
  });

  it('serves hashed files precompressed and for ever, others fresh, and none beside the folder', async () => {
    const script = await fetch(`${origin}/assets/index-1.js`, { headers: { 'accept-encoding': 'br' } });
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await script.text()).toHaveLength(800);
    const plain = await fetch(`${origin}/assets/index-1.js`, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await fetch(`${origin}/humans.txt`);
    expect(text.headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(`${origin}/humans.txt`, {
      headers: { 'if-none-match': text.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect((await fetch(`${origin}/assets/old.js`)).status).toBe(404);
    for (const path of ['/..%2f..%2fetc/passwd', '/.vite/manifest.json', '/index.html', '/%00']) {
      const response = await fetch(origin + path);
      expect([path, response.status >= 400]).toEqual([path, true]);
      expect(await response.text()).not.toMatch(/root:|isEntry|Shell/);
    }
    expect((await fetch(`${origin}/humans.txt`, { method: 'POST' })).status).toBe(405);
  });

  it('answers a malformed address with the security headers of an error', async () => {
    const response = await fetch(`${origin}/%ff`);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('strict-origin');
  });

  it('serves a new build without a new start, and the old one while the new one is being written', async () => {
    const path = join(root, 'index.html');
    const script = async (): Promise<string> =>
      /src="([^"]+)"/.exec(await (await fetch(`${origin}/login`)).text())?.[1] ?? '';
    rmSync(path);
    expect(await script()).toBe('/assets/index-1.js');
    writeFileSync(path, shell.replace('index-1', 'index-2'));
    writeFileSync(join(root, 'assets', 'index-2.js'), 'renewed');
    expect(await script()).toBe('/assets/index-2.js');
    expect(await (await fetch(`${origin}/assets/index-2.js`)).text()).toBe('renewed');
    writeFileSync(path, shell);
    expect(await script()).toBe('/assets/index-1.js');
  });

  it('streams an upload and its answer through without holding it', async () => {
    answer = (request, response) => {
      let bytes = 0;
      request.on('data', (piece: Buffer) => (bytes += piece.length));
      request.on('end', () => {
        response.setHeader('X-Seen', `${request.headers['x-forwarded-for']} ${request.headers['x-forwarded-proto']}`);
        response.end(JSON.stringify({ bytes, te: request.headers.te, connection: request.headers['x-hop'] ?? null }));
      });
    };
    const body = new Uint8Array(50 * 1024 * 1024);
    const response = await fetch(`${origin}/api/photos/direct-upload/1`, {
      method: 'POST',
      body,
      headers: { 'x-forwarded-for': '6.6.6.6' },
    });
    expect(await response.json()).toEqual({ bytes: body.length, connection: null });
    expect(response.headers.get('x-seen')).toBe('127.0.0.1 http');
  });

  it('passes live updates on at once and tells the gateway when the browser leaves', async () => {
    let closed: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (closed = resolve));
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: one\n\n');
      response.once('close', () => closed());
    };
    const first = await new Promise<string>((resolve, reject) => {
      const stream = httpRequest(`${origin}/api/events`, (response) => {
        response.once('data', (piece: Buffer) => {
          resolve(piece.toString());
          stream.destroy();
        });
      });
      stream.once('error', reject).end();
    });
    expect(first).toBe('data: one\n\n');
    await left;
  });

  it('carries no more live streams than it has memory for', async () => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    const pages = Array.from({ length: 3 }, () => new AbortController());
    const open = (page: AbortController | undefined): Promise<Response> =>
      fetch(`${origin}/api/events`, page === undefined ? {} : { signal: page.signal });
    expect([(await open(pages[0])).status, (await open(pages[1])).status]).toEqual([200, 200]);
    const refused = await open(pages[2]);
    expect([
      refused.status,
      refused.headers.get('retry-after'),
      ((await refused.json()) as { error: string }).error,
    ]).toEqual([503, '5', 'unavailable']);
    pages[0]?.abort();
    // The origin learns a moment later that the first page has left.
    let again = await open(pages[2]);
    while (again.status === 503) {
      await again.arrayBuffer();
      again = await open(pages[2]);
    }
    expect(again.status).toBe(200);
    pages.forEach((page) => page.abort());
  });

  it('passes an answer on that comes before the upload has ended', async () => {
    answer = (_, response) =>
      response.writeHead(413, { 'Content-Type': 'application/json' }).end('{"error":"too_large"}');
    const body = new Uint8Array(8 * 1024 * 1024);
    const response = await fetch(`${origin}/api/photos/direct-upload/2`, { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([413, { error: 'too_large' }]);
  });

  it('asks again once when a kept connection has gone stale', async () => {
    let calls = 0;
    answer = (request, response) => {
      calls += 1;
      if (calls === 2) {
        request.socket.destroy();
      } else {
        response.end(String(calls));
      }
    };
    await (await fetch(`${origin}/api/x`)).text();
    expect(await (await fetch(`${origin}/api/x`)).text()).toBe('3');
  });

  it('answers in the shape of the contract when the gateway is away or breaks off', async () => {
    answer = (request) => request.socket.destroy();
    const broken = await fetch(`${origin}/api/posts`, { method: 'POST', body: '{}' });
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([502, '1']);
    const alone = await startWebServer(
      readSettings({ PORT: '0', GATEWAY_URL: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' }, root),
    );
    const away = await fetch(`http://127.0.0.1:${alone.port}/api/posts`);
    expect([away.status, away.headers.get('retry-after'), away.headers.get('content-type')]).toEqual([
      503,
      '2',
      'application/json',
    ]);
    const body = (await away.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['error', 'message', 'requestId']);
    expect(body['error']).toBe('unavailable');
    const page = await fetch(`http://127.0.0.1:${alone.port}/media`, { headers: session });
    expect([page.status, await title(page)]).toEqual([200, 'Media Library · Postloom']);
    expect((await fetch(`http://127.0.0.1:${alone.port}/health/ready`)).status).toBe(503);
    expect((await fetch(`http://127.0.0.1:${alone.port}/health/live`)).status).toBe(200);
    await alone.stop();
  });
});
