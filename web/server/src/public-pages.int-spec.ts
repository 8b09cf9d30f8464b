import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PUBLIC_URL } from '../../src/app/public-head.ts';
import { screens } from '../../src/app/routes.ts';
import { inlineScriptHashes } from './security-headers.ts';
import { startWebServer, type RunningWebServer } from './server.ts';
import { readSettings } from './settings.ts';

const publicUrl = 'https://app.postloom.example';
const frame = (content: string) =>
  `<html><head><title>Postloom</title><meta name="description" content="Plan" /></head><body>${content}</body></html>`;
const headOf = (path: string, title: string) =>
  `<title>${title}</title><meta name="description" content="Of ${title}" /><link rel="canonical" href="${PUBLIC_URL}${path}" />`;
const day = '<script>today()</script>';
const session = { cookie: 'postloom_session=good' };

describe('what the web origin tells search engines and link previews', () => {
  const root = mkdtempSync(join(tmpdir(), 'postloom-public-'));
  const gateway = createServer((_, response) => response.writeHead(200).end('{}'));
  let web: RunningWebServer;
  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${web.port}${path}`, { headers, redirect: 'manual' });

  beforeAll(async () => {
    mkdirSync(join(root, '.vite'));
    const files = {
      'index.html': frame('<div id="root"></div>'),
      'landing.html': frame('<h1>Landing</h1>'),
      'privacy-policy.html': frame(`<h1>Privacy</h1>${day}`),
      'social-preview.png': 'picture',
      'icon.svg': 'icon',
      '.vite/public-pages.json': JSON.stringify([
        {
          path: '/',
          head: `${headOf('/', 'Landing')}<script type="application/ld+json">{"url":"${PUBLIC_URL}/"}</script>`,
          file: 'landing.html',
        },
        { path: '/privacy-policy', head: headOf('/privacy-policy', 'Privacy'), file: 'privacy-policy.html' },
        { path: '/data-deletion', head: headOf('/data-deletion', 'Deletion'), withoutScripts: '<h1>Write to us</h1>' },
      ]),
    };
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(root, name), text);
    }
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.address() as AddressInfo;
    web = await startWebServer(
      readSettings(
        { PORT: '0', GATEWAY_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'silent', PUBLIC_URL: `${publicUrl}/` },
        root,
      ),
    );
  });

  afterAll(async () => {
    await web.stop();
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    rmSync(root, { recursive: true, force: true });
  });

  it.each([
    ['/', 'Landing', '<h1>Landing</h1>'],
    ['/privacy-policy/', 'Privacy', '<h1>Privacy</h1>'],
    ['/data-deletion', 'Deletion', '<div id="root">'],
  ])(
    'has the head of %s before any script runs, with the address of the installation',
    async (path, title, content) => {
      const page = await get(path);
      const html = await page.text();
      expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, null]);
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain(
        `<link rel="canonical" href="${publicUrl}${path === '/' ? '/' : path.replace(/\/$/, '')}" />`,
      );
      expect(html).toContain(content);
      expect(html.match(/<title>|name="description" content="[^"]*"/g)).toEqual([
        ...['<title>', `name="description" content="Of ${title}"`],
      ]);
      expect(html).not.toContain(PUBLIC_URL);
    },
  );

  it('lets the script of a prerendered page run and needs to let none for structured data', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/privacy-policy')).toContain(`script-src 'self' ${inlineScriptHashes(day)[0]};`);
    expect(await policyOf('/')).toContain("script-src 'self';");
    expect(await (await get('/')).text()).toContain(`{"url":"${publicUrl}/"}`);
  });

  it('says what a page of the application is about where no script runs, with and without a session', async () => {
    for (const headers of [{}, session]) {
      const html = await (await get('/data-deletion', headers)).text();
      expect(html).toContain('<noscript><style>#root{display:none}</style></noscript>');
      expect(html).toContain('<noscript><h1>Write to us</h1></noscript></body>');
      expect(html).toContain('<div id="root">');
    }
    expect(await (await get('/data-deletion-status')).text()).not.toContain('<noscript>');
  });

  it('asks search engines to leave out every page that is not public', async () => {
    const isListed = async (path: string, headers = {}): Promise<boolean> => {
      const page = await get(path, headers);
      return page.status < 300 && page.headers.get('x-robots-tag') === null;
    };
    const listed: string[] = [];
    for (const { path } of screens) {
      if (await isListed(path)) {
        listed.push(path);
      }
      expect([path, await isListed(path, session)]).toEqual([path, false]);
    }
    expect([...new Set(listed)]).toEqual(['/', '/privacy-policy', '/data-deletion']);
    for (const path of ['/app-shell', '/no/such/page']) {
      expect([path, (await get(path)).headers.get('x-robots-tag')]).toEqual([path, 'noindex']);
    }
  });

  it('gives no address of its own to the landing page in place of an unknown one', async () => {
    const html = await (await get('/no/such/page')).text();
    expect(html).toContain('<h1>Landing</h1>');
    expect(html).not.toMatch(/canonical|ld\+json/);
    expect(html).toContain('content="Plan"');
  });

  it('names the public pages in its sitemap, and the sitemap in robots.txt', async () => {
    const map = await get('/sitemap.xml');
    expect([map.status, map.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect([...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
      ...[`${publicUrl}/`, `${publicUrl}/privacy-policy`, `${publicUrl}/data-deletion`],
    ]);
    const robots = await get('/robots.txt');
    expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const rules = (await robots.text()).split('\n');
    expect(rules).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(rules.filter((rule) => /^(Dis)?allow/i.test(rule))).toEqual([
      ...['Disallow: /api/', 'Allow: /api/auth/user', 'Allow: /api/auth/provider', 'Disallow: /objects/'],
    ]);
  });

  it('lets other sites show the picture of a link, and no other file', async () => {
    const policyOf = async (path: string) => (await get(path)).headers.get('cross-origin-resource-policy');
    expect([await policyOf('/social-preview.png'), await policyOf('/icon.svg')]).toEqual([
      'cross-origin',
      'same-origin',
    ]);
  });

  it.each(['app.postloom.example', 'ftp://postloom.example', 'https://postloom.example/app', 'https://a@b.example'])(
    'does not start with an address that pages cannot begin with: %s',
    (address) => {
      expect(() => readSettings({ PUBLIC_URL: address }, root)).toThrow('PUBLIC_URL');
    },
  );
});
