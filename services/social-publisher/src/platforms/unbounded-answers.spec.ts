import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import { definitions } from './definitions.ts';
import type { AppSettings, PlatformDefinition } from './definition.ts';
import { PlatformError } from './platform.port.ts';
import type { SocialPlatform } from './platform.port.ts';
import { deliveryOf } from './testing/delivery.ts';

/** Platforms that answer without an end: too deep, too long, too many items, always another page. */
const now = new Date('2026-11-21T10:00:00Z');
const timing = { callTimeoutMs: 5_000, quarantineMs: 1_000, pace: null };
const delivery = deliveryOf({ accountRemoteId: 'urn:li:organization:7' });
const context = {
  ...{ now, intentAt: now, isSettled: true, hasEarlierTry: false },
  guard: () => undefined,
  save: () => Promise.resolve(),
};
const grant = { tokens: delivery.tokens, scopes: [], grantorId: '' };
const http = new HttpClient({ allowPrivate: true });
let origin = '';
let answer: (url: URL) => string;
const asked: string[] = [];
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://nowhere');
  asked.push(url.pathname);
  response.setHeader('content-type', 'application/json');
  response.end(answer(url));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  http.close();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  asked.length = 0;
});

function adapterOf(definition: PlatformDefinition): SocialPlatform {
  const addresses = Object.fromEntries(Object.keys(definition.addresses).map((name) => [name, origin]));
  const own = { apiVersion: 'v1', communityManagement: true, memberWaitMs: 1, paceSeconds: 60 };
  const settings = { ...own, ...addresses, clientId: 'client', clientSecret: 'secret', timing, origin: null };
  return definition.create(settings as unknown as AppSettings, { http, now: () => now, boundary: () => 'boundary' });
}
const list = (count: number, entry: (index: number) => object): object[] =>
  Array.from({ length: count }, (_, index) => entry(index));

describe.each(definitions.map((definition) => [definition.id, definition] as const))('%s', (_, definition) => {
  it.each([
    ['a megabyte of brackets', '['.repeat(1_048_576)],
    ['an error nested 100,000 deep', `{"error":${'{"error":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
    ['data nested 100,000 deep', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)},"elements":[],"meta":{}}`],
    ['three megabytes', JSON.stringify({ data: [], elements: [], meta: {}, more: 'x'.repeat(3_000_000) })],
  ])('%s is an answer that could not be read', async (_name, text) => {
    answer = () => text;
    const adapter = adapterOf(definition);
    const before = process.threadCpuUsage();
    await expect(adapter.signIn.connectableAccounts(grant)).rejects.toBeInstanceOf(PlatformError);
    await expect(adapter.verify(delivery, {}, now, context)).rejects.toBeInstanceOf(PlatformError);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('a list that always has another page is read for ten pages at most', async () => {
    const entry = {
      id: '1',
      message: 'Cold rolls',
      text: 'Cold rolls',
      created_time: now.toISOString(),
      lastModifiedAt: now.getTime(),
    };
    const paging = { next: `${origin}/next`, cursors: { after: 'more' } };
    const posts = JSON.stringify({
      ...{ data: list(100, () => entry), elements: list(100, () => entry), paging, meta: { next_token: 'more' } },
      error: undefined,
    });
    const videos = JSON.stringify({
      error: { code: 'ok' },
      data: { videos: list(20, () => ({ id: '1', create_time: now.getTime() })), has_more: true, cursor: 7 },
    });
    answer = () => (definition.id === 'tiktok' ? videos : posts);
    const found = await adapterOf(definition).verify(delivery, {}, now, context);
    expect(asked.length).toBeLessThanOrEqual(10);
    expect(found.kind).toBe(definition.id === 'instagram' ? 'seen' : 'unclear');
  });
});

describe('the accounts that a sign-in offers', () => {
  const find = (id: string): SocialPlatform =>
    adapterOf(definitions.find((one) => one.id === id) as PlatformDefinition);

  it('LinkedIn: a list that ignores the page size leads to one batch call per page', async () => {
    const elements = list(20_000, (index) => ({ organization: `urn:li:organization:${index}`, role: 'ADMINISTRATOR' }));
    answer = ({ pathname }) =>
      JSON.stringify(pathname === '/rest/organizationAcls' ? { elements } : { sub: 'me', name: 'Mara', results: {} });
    expect(await find('linkedin').signIn.connectableAccounts(grant)).toHaveLength(101);
    expect(asked).toHaveLength(1 + 5 + 1);
  });

  it('LinkedIn: a list of one organization is read in linear time', async () => {
    const elements = list(20_000, () => ({ organization: 'urn:li:organization:1', role: 'ADMINISTRATOR' }));
    answer = ({ pathname }) =>
      JSON.stringify(pathname === '/rest/organizationAcls' ? { elements } : { sub: 'me', name: 'Mara', results: {} });
    const started = performance.now();
    expect(await find('linkedin').signIn.connectableAccounts(grant)).toHaveLength(2);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('Facebook: at most ten pages of a hundred', async () => {
    const page = (index: number) => ({ id: String(index), name: `Page ${index}`, access_token: 'token' });
    const paging = { next: `${origin}/next`, cursors: { after: 'more' } };
    answer = () => JSON.stringify({ data: list(10_000, page), paging });
    expect(await find('facebook').signIn.connectableAccounts(grant)).toHaveLength(1_000);
    expect(asked).toHaveLength(10);
  });
});
