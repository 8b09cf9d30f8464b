import { afterEach, describe, expect, it } from '@jest/globals';
import { mediaRpc, schedulingRpc } from '@postloom/contracts';
import { metrics } from '../metrics.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Answer, Person } from '../testing/gateway-under-test.ts';

describe('rate limits', () => {
  let gateway: GatewayUnderTest;
  afterEach(() => gateway.close());

  /** Limits that a test reaches on any machine: almost nothing is refilled while it runs. */
  const start = async (env: Record<string, string>): Promise<void> => {
    gateway = await GatewayUnderTest.start({ RATE_LIMITS: 'on', ...env });
    await gateway.stub(schedulingRpc.postScheduled, []);
    await gateway.stub(mediaRpc.objectOpen, ({ key }) => ({ path: '/internal/objects', ticket: `ticket-of-${key}` }));
    gateway.media = (_request, response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('RIFF');
  };
  const ask = (times: number, person?: Person, headers: Record<string, string> = {}): Promise<Answer[]> =>
    Promise.all(Array.from({ length: times }, () => gateway.ask('GET', '/api/posts/scheduled', { person, headers })));
  const look = (times: number, person: Person, headers: Record<string, string> = {}): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: times }, (_, n) =>
        gateway.ask('GET', `/objects/${person.businessIds[0]}/${n}/400.webp`, { person, headers }),
      ),
    );
  const refused = (limit: string): Promise<number> => metrics.requestsRefused.value({ limit });
  const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

  it('are per session, a setting, and say when to come back', async () => {
    await start({ LIMIT_SESSION_REQUESTS: '5/50000' });
    const [busy, calm] = [gateway.person(), gateway.person()];
    const refusedBefore = await refused('session');
    const answers = await ask(7, busy);
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    for (const answer of answers.filter(({ status }) => status === 429)) {
      expect(answer.body).toMatchObject({
        error: 'rate_limited',
        message: 'Too many requests. Please wait a moment.',
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1_000);
      expect(answer.headers['content-security-policy']).toBeDefined();
    }
    expect(statuses(await ask(2, calm))).toEqual([200, 200]);
    expect(await refused('session')).toBe(refusedBefore + 2);
  });

  it('are per address, which a trusted proxy may name', async () => {
    await start({ LIMIT_ADDRESS_REQUESTS: '3/50000', TRUSTED_PROXIES: '127.0.0.0/8' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const refusedBefore = await refused('address');
    expect(statuses(await ask(4, gateway.person(), from('203.0.113.1')))).toEqual([200, 200, 200, 429]);
    expect(statuses(await ask(3, gateway.person(), from('203.0.113.2')))).toEqual([200, 200, 200]);
    // What the client wrote before the proxy's entry is ignored.
    expect(statuses(await ask(1, gateway.person(), from('198.51.100.9, 203.0.113.1')))).toEqual([429]);
    expect(await refused('address')).toBe(refusedBefore + 2);
  });

  it('count a /64 network of IPv6 addresses as one client, and mapped addresses as IPv4', async () => {
    await start({ LIMIT_ADDRESS_REQUESTS: '3/50000', TRUSTED_PROXIES: '127.0.0.0/8' });
    const from = async (addresses: readonly string[]): Promise<number[]> => {
      const answers = await Promise.all(
        addresses.map((address) => ask(1, gateway.person(), { 'x-forwarded-for': address })),
      );
      return statuses(answers.flat());
    };
    const neighbours = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:DB8::1:a:b:c:d', '2001:db8:0:1::'];
    expect(await from(neighbours)).toEqual([200, 200, 200, 429]);
    expect(await from(['2001:db8:0:2::1'])).toEqual([200]);
    expect(await from(['203.0.113.1', '::ffff:203.0.113.1', '::FFFF:cb00:7101', '203.0.113.1'])).toEqual([
      200, 200, 200, 429,
    ]);
  });

  it('believe nobody else about an address', async () => {
    await start({ LIMIT_ADDRESS_REQUESTS: '3/50000', TRUSTED_PROXIES: '10.0.0.0/8' });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => ask(1, gateway.person(), { 'x-forwarded-for': `203.0.113.${n}` })),
    );
    expect(statuses(answers.flat())).toEqual([200, 200, 200, 429]);
  });

  it('leave room for five seconds of a library that is flung, 120 photos a second, and for calls beside it', async () => {
    await start({});
    const person = gateway.person();
    expect(new Set(statuses(await look(600, person)))).toEqual(new Set([200]));
    expect(new Set(statuses(await ask(100, person)))).toEqual(new Set([200]));
  });

  it('count pictures apart, by session', async () => {
    await start({ LIMIT_SESSION_REQUESTS: '2/50000', LIMIT_SESSION_PICTURES: '3/50000' });
    const [busy, calm] = [gateway.person(), gateway.person()];
    const refusedBefore = await refused('session_pictures');
    const answers = await look(5, busy);
    expect(statuses(answers)).toEqual([200, 200, 200, 429, 429]);
    const late = answers.find(({ status }) => status === 429);
    expect(late?.body['error']).toBe('rate_limited');
    expect(Number(late?.headers['retry-after'])).toBeGreaterThan(1_000);
    expect(late?.headers['cache-control']).toBe('no-store');
    expect(statuses(await ask(3, busy))).toEqual([200, 200, 429]);
    expect(statuses(await look(3, calm))).toEqual([200, 200, 200]);
    expect(await refused('session_pictures')).toBe(refusedBefore + 2);
  });

  it('count pictures apart, by address, with a session or a signature', async () => {
    await start({ LIMIT_ADDRESS_PICTURES: '3/50000', TRUSTED_PROXIES: '127.0.0.0/8' });
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const refusedBefore = await refused('address_pictures');
    expect(statuses(await look(2, gateway.person(), headers))).toEqual([200, 200]);
    const signed = () => gateway.ask('GET', '/objects/signed/t1.abc.good/business/0/400.webp', { headers });
    expect(statuses([await signed(), await signed()])).toEqual([200, 429]);
    expect(statuses(await look(1, gateway.person(), headers))).toEqual([429]);
    expect(statuses(await ask(1, gateway.person(), headers))).toEqual([200]);
    expect(await refused('address_pictures')).toBe(refusedBefore + 2);
  });
});
