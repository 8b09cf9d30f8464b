import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { queries } from './queries.ts';
import { opsPage, tokensOf } from './server.ts';

/** What Prometheus would answer, by query; every other one has no series. */
interface Answers {
  readonly vectors?: Readonly<Record<string, readonly (readonly [labels: Record<string, string>, value: string])[]>>;
  readonly alerts?: readonly object[];
  readonly status?: number;
}

const running: Server[] = [];
const listening = async (server: Server): Promise<string> => {
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const closed = (server: Server): Promise<void> => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
};

async function prometheus(answers: () => Answers): Promise<string> {
  return listening(
    createServer((incoming, response) => {
      const url = new URL(incoming.url ?? '/', 'http://localhost');
      const { vectors = {}, alerts = [], status = 200 } = answers();
      const series = vectors[url.searchParams.get('query') ?? ''] ?? [];
      const data =
        url.pathname === '/api/v1/alerts'
          ? { alerts }
          : { result: series.map(([metric, value]) => ({ metric, value: [1, value] })) };
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { status: 'success', data } : { error: 'query timed out' }));
    }),
  );
}

const well: Answers['vectors'] = {
  [queries.dataAge]: [[{}, '3']],
  [queries.monthDue]: [[{}, '2000']],
  [queries.monthInTime]: [[{}, '1999']],
  [queries.lateHour]: [[{}, 'NaN']],
  [queries.outboxOldest]: [
    [{ service: 'media' }, '0.2'],
    [{ service: 'identity' }, '75'],
  ],
  [queries.parked]: [[{ service: 'captions', handler: 'photo' }, '1.04']],
  [queries.platformEnds]: [
    [{ platform: 'twitter', end: 'published' }, '3.98'],
    [{ platform: 'twitter', end: 'failed' }, '4.02'],
  ],
  [queries.waiting]: [[{ service: 'identity', worker: 'mail' }, '1000']],
  [queries.waitingOldest]: [[{ service: 'identity', worker: 'mail' }, '700']],
};

const alert = {
  state: 'firing',
  activeAt: '2026-11-23T09:00:00Z',
  labels: { alertname: 'PublishingFails', severity: 'page', platform: 'twitter' },
  annotations: {
    summary: 'Many posts fail on a platform',
    description: '50% of the posts on <script>alert(1)</script> failed.',
    runbook: 'deploy/docs/runbooks/late-posts.md',
  },
};

describe('the operators’ page', () => {
  afterEach(async () => {
    await Promise.all(running.splice(0).map(closed));
  });

  const opened = async (prometheusUrl: string | undefined, now?: () => number): Promise<string> =>
    listening(opsPage({ prometheusUrl, databaseUrl: undefined }, now));
  /** As text: one space between words, no tags. */
  const textOf = async (url: string): Promise<string> => {
    const body = await (await fetch(url)).text();
    return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  };

  it('shows the figures of Prometheus', async () => {
    const now = (): number => Date.parse('2026-11-23T09:12:00Z');
    const text = await textOf(await opened(await prometheus(() => ({ vectors: well, alerts: [alert] })), now));
    expect(text).toContain('As of 09:12:00 UTC');
    expect(text).toContain('Many posts fail on a platform Wakes somebody');
    expect(text).toContain('PublishingFails, for 12 min.');
    expect(text).toContain('99.95 %');
    expect(text).toContain('Of the 2,000 posts due in 30 days 1 was late or not sent; 2.0 may be.');
    expect(text).toContain('50 % of the budget is left.');
    expect(text).toContain('No post was due in the last hour.');
    expect(text).toContain('The oldest waits 1 min 15 s In identity');
    expect(text).toContain('Set aside in the last day 1 By captions photo');
    expect(text).toContain('X Posts fail Published 4 Failed 4');
    expect(text).toContain('identity mail 1,000 or more 11 min 40 s Behind');
    expect(text).toContain('npm run ops -- stop platform:twitter');
  });

  it('shows text as text, whoever wrote it', async () => {
    const body = await (await fetch(await opened(await prometheus(() => ({ alerts: [alert] }))))).text();
    expect(body).toContain('&lt;script&gt;alert(1)');
    expect(body).not.toContain('<script>alert');
  });

  it('says what to do while nobody has said where Prometheus is', async () => {
    expect(await textOf(await opened(undefined))).toContain('PROMETHEUS_URL=http://localhost:9090 npm run ops-page');
  });

  it('says that nothing is scraped', async () => {
    expect(await textOf(await opened(await prometheus(() => ({}))))).toContain('knows no process of Postloom');
  });

  it('says how old the figures are when the scrapes have ended', async () => {
    const vectors = { ...well, [queries.dataAge]: [[{}, '181']] as const };
    expect(await textOf(await opened(await prometheus(() => ({ vectors }))))).toContain('Data 3 min 1 s old');
  });

  it('keeps the last figures, with their age, while Prometheus is away or refuses', async () => {
    let answers: Answers = { vectors: well };
    let now = Date.parse('2026-11-23T09:00:00Z');
    const url = await opened(await prometheus(() => answers), () => now);
    await textOf(url);
    answers = { status: 503 };
    now += 180_000;
    const text = await textOf(url);
    expect(text).toContain('Prometheus refuses (503): query timed out. What you see is 3 min 3 s old.');
    expect(text).toContain('99.95 %');
    expect(text).toContain('As of 09:00:00 UTC');
    await closed(running[0] as Server);
    now += 60_000;
    expect(await textOf(url)).toContain('Prometheus answers not at all');
  });

  it('serves the runbooks that alerts name, its style and its script, and nothing else', async () => {
    const url = await opened(undefined);
    const of = async (path: string, method = 'GET'): Promise<[number, string | null]> => {
      const answer = await fetch(url + path, { method });
      return [answer.status, answer.headers.get('content-type')];
    };
    expect(await of('/runbooks/late-posts.md')).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await of('/page.css')).toEqual([200, 'text/css; charset=utf-8']);
    expect(await of('/page.js')).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await of('/runbooks/..%2Fsizing.md'))[0]).toBe(404);
    expect((await of('/package.json'))[0]).toBe(404);
    expect((await of('/', 'POST'))[0]).toBe(405);
  });

  it('lets no other code in, and answers no other name', async () => {
    const url = new URL(await opened(undefined));
    const policy = (await fetch(url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    const under = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port: url.port, headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .once('error', reject)
          .end();
      });
    expect(
      await Promise.all(['localhost:1', '127.0.0.1', 'evil.example', 'localhost.evil.example'].map(under)),
    ).toEqual([200, 200, 421, 421]);
  });

  it('takes the colors of the product, the dark ones where the system is dark', () => {
    const css = tokensOf(readFileSync(join(import.meta.dirname, '../../../../web/src/ui/tokens.css'), 'utf8'));
    const dark = css.slice(css.indexOf('@media (prefers-color-scheme: dark)'));
    expect(dark).toMatch(/:root:root \{[^}]*--paper: #15131f;/);
    expect(css).not.toContain("[data-theme='dark']");
  });
});
