import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notificationRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

const token = 'Abc-_12345678901234567890';
const stopped = { channel: 'mail' as const, kinds: ['posts_failed' as const], stopped: true };

describe('stopping mails without signing in', () => {
  let gateway: GatewayUnderTest;
  let asked: { token: string; origin: { address: string } }[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(notificationRpc.unsubscribe, (input) => {
      asked.push(input);
      return stopped;
    });
  });
  afterAll(() => gateway.close());

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['application/json', '{}'],
    ['', ''],
  ])('takes the one click of a mail program, sent as %j (RFC 8058)', async (type, raw) => {
    asked = [];
    const answer = await gateway.ask('POST', `/api/notifications/unsubscribe?token=${token}`, {
      raw,
      headers: { ...(type === '' ? {} : { 'content-type': type }), 'x-forwarded-for': '203.0.113.9' },
    });
    expect([answer.status, answer.body]).toEqual([200, stopped]);
    expect(asked).toMatchObject([{ token, origin: { address: '203.0.113.9' } }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('stops nothing by a GET, which leads to the page that asks', async () => {
    asked = [];
    const answer = await gateway.ask('GET', `/api/notifications/unsubscribe?token=${token}%26x=%0d%0ay`);
    expect([answer.status, answer.headers['location']]).toEqual([302, `/unsubscribe?token=${token}%26x%3D%0D%0Ay`]);
    expect((await gateway.ask('GET', '/api/notifications/unsubscribe')).headers['location']).toBe(
      '/unsubscribe?token=',
    );
    expect(asked).toEqual([]);
  });

  it('asks for a token, takes no large body and no request of another site', async () => {
    asked = [];
    const post = (query: string, more: object = {}) =>
      gateway.ask('POST', `/api/notifications/unsubscribe${query}`, { raw: '', ...more });
    for (const query of [
      '',
      '?token=',
      '?token=short',
      `?token=${'x'.repeat(201)}`,
      `?token=${token}&token=${token}`,
    ]) {
      expect((await post(query)).status).toBe(400);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post(`?token=${token}`, { raw: Buffer.alloc(20_000, 65), headers: form })).status).toBe(413);
    const elsewhere = { headers: { ...form, origin: 'https://evil.example' } };
    expect((await post(`?token=${token}`, elsewhere)).status).toBe(403);
    expect(asked).toEqual([]);
  });
});
