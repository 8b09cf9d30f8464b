import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metrics } from '../metrics.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const report = {
  kind: 'render',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'length')",
  screen: '/schedule',
  frames: ['/assets/schedule-page-1a2b.js:12:3456'],
};

describe('a mistake of the web client', () => {
  let gateway: GatewayUnderTest;
  const send = (body: unknown, address: string) =>
    gateway.ask('POST', '/api/client-errors', { body, headers: { 'x-forwarded-for': address } });

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.close());

  it('is counted, with a session or without', async () => {
    const labels = { kind: 'render' } as const;
    const before = await metrics.clientErrors.value(labels);
    expect((await send(report, '198.51.100.1')).status).toBe(204);
    expect(await metrics.clientErrors.value(labels)).toBe(before + 1);
  });

  it('has no room for who met it or with what', async () => {
    for (const odd of [
      { ...report, userId: 'u1' },
      { ...report, screen: '/schedule?post=0192f3c0-0000-7000-8000-000000000001' },
      { ...report, screen: '/posts/0192f3c0-0000-7000-8000-000000000001' },
      { ...report, name: 'ada@example.org' },
      { ...report, frames: ['https://evil.example/x.js:1:1'] },
      { ...report, frames: Array.from({ length: 11 }, () => '/assets/a.js:1:1') },
      { ...report, message: 'x'.repeat(201) },
    ]) {
      expect((await send(odd, '198.51.100.2')).status).toBe(400);
    }
  });

  it('is small', async () => {
    expect((await send({ ...report, message: 'x'.repeat(20_000) }, '198.51.100.3')).status).toBe(413);
  });

  it('is taken ten times at once from an address, and not from it alone', async () => {
    const refusedBefore = await metrics.requestsRefused.value({ limit: 'client_errors' });
    const answers = [];
    for (let index = 0; index < 11; index++) {
      answers.push((await send(report, '198.51.100.4')).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
    expect(await metrics.requestsRefused.value({ limit: 'client_errors' })).toBe(refusedBefore + 1);
    expect((await send(report, '198.51.100.5')).status).toBe(204);
  });
});
