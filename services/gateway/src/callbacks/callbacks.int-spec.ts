import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, callbackRpc } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

/** Fakes one neighbour: publisher, which records what it receives and refuses unsigned messages. */
describe('messages of platforms', () => {
  let gateway: GatewayUnderTest;
  let handed: { platform: string; signature: string; body: Buffer }[] = [];
  const deauthorized: string[] = [];
  const deleted: string[] = [];
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(callbackRpc.webhookReceive, ({ platform, signature, body }) => {
      handed.push({ platform, signature, body: Buffer.from(body, 'base64') });
      if (signature === '') {
        throw new AppError('unauthorized');
      }
      return { events: 1 };
    });
    await gateway.stub(callbackRpc.deauthorize, ({ signedRequest }) => {
      deauthorized.push(signedRequest);
      return { accounts: 1, confirmationCode: 'code of the end' };
    });
    await gateway.stub(callbackRpc.dataDeletion, ({ signedRequest }) => {
      deleted.push(signedRequest);
      return { accounts: 1, confirmationCode: 'a/b&c' };
    });
    await gateway.stub(callbackRpc.webhookChallenge, ({ query }) => {
      if (query['hub.verify_token'] !== 'right') {
        throw new AppError('unauthorized');
      }
      return { answer: query['hub.challenge'] ?? '', contentType: 'text/plain; charset=utf-8' };
    });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    handed = [];
  });
  const post = (raw: Buffer | string, headers: Record<string, string | undefined>, platform = 'tiktok') =>
    gateway.ask('POST', `/api/platform-callbacks/${platform}/webhook`, { raw, headers });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    '',
  ])('hands on the bytes as they came, whatever type they claim: %j', async (type) => {
    const body = Buffer.concat([Buffer.from('{ "b":1,\n "a" : "é'), Buffer.from([0, 0xff, 0xfe]), Buffer.from('"')]);
    const answer = await post(body, {
      'tiktok-signature': 't=1,s=2',
      ...(type === '' ? {} : { 'content-type': type }),
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect(handed).toHaveLength(1);
    expect(handed[0]?.signature).toBe('t=1,s=2');
    expect(
      createHash('sha256')
        .update(handed[0]?.body ?? '')
        .digest('hex'),
    ).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it('no session is asked for, and none helps', async () => {
    expect((await post('{}', { 'content-type': 'application/json' })).status).toBe(401);
    const person = gateway.person();
    const answer = await gateway.ask('POST', '/api/platform-callbacks/tiktok/webhook', { person, body: {} });
    expect(answer.status).toBe(401);
  });

  it('two signatures are none', async () => {
    expect((await post('{}', { 'tiktok-signature': 't=1,s=2', 'x-hub-signature-256': 'sha256=0' })).status).toBe(401);
    expect(handed[0]?.signature).toBe('');
  });

  it('an empty message, a truncated one, an endless one', async () => {
    expect((await post('', { 'content-type': 'application/json' })).status).toBe(401);
    expect((await post(Buffer.alloc(300_000, 32), { 'tiktok-signature': 't=1,s=2' })).status).toBe(413);
    expect(handed).toHaveLength(1);
  });

  it('an unknown platform has no address', async () => {
    for (const platform of ['evil', '..%2finstagram', '%00']) {
      expect((await post('{}', {}, platform)).status).toBe(404);
    }
    expect(handed).toEqual([]);
  });

  it('another site cannot send one through a browser', async () => {
    expect((await post('{}', { origin: 'https://evil.example', 'tiktok-signature': 't=1,s=2' })).status).toBe(403);
    expect(handed).toEqual([]);
  });

  it('the challenge goes back as plain text', async () => {
    const path = '/api/platform-callbacks/instagram/webhook?hub.mode=subscribe';
    const right = await gateway.ask('GET', `${path}&hub.challenge=%3Cscript%3E&hub.verify_token=right`);
    expect([right.status, right.text, right.headers['content-type']]).toEqual([
      200,
      '<script>',
      'text/plain; charset=utf-8',
    ]);
    expect(right.headers['x-content-type-options']).toBe('nosniff');
    expect((await gateway.ask('GET', `${path}&hub.challenge=1&hub.verify_token=wrong`)).status).toBe(401);
    expect((await gateway.ask('GET', `${path}&hub.challenge=1&hub.verify_token=right&hub.verify_token=x`)).status).toBe(
      401,
    );
  });

  it('Meta reports a removal in a form', async () => {
    const send = (raw: string, type = 'application/x-www-form-urlencoded') =>
      gateway.ask('POST', '/api/platform-callbacks/meta/deauthorize', { raw, headers: { 'content-type': type } });
    const answer = await send('signed_request=abc.def-_&x=1');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        url: 'https://postloom.example/data-deletion-status?code=code+of+the+end',
        confirmation_code: 'code of the end',
      },
    ]);
    expect(deauthorized).toEqual(['abc.def-_']);
    for (const bad of [
      '',
      'x=1',
      'signed_request=',
      '{"signed_request":"abc.def"}',
      `signed_request=${'a'.repeat(20_001)}`,
    ]) {
      expect((await send(bad)).status).toBe(401);
    }
    expect(deauthorized).toHaveLength(1);
  });

  it('Meta passes on a wish to be forgotten, and gets the address of its status', async () => {
    const send = (raw: string) =>
      gateway.ask('POST', '/api/platform-callbacks/meta/data-deletion', {
        raw,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const answer = await send('signed_request=abc.def-_');
    expect([answer.status, answer.body]).toEqual([
      200,
      { url: 'https://postloom.example/data-deletion-status?code=a%2Fb%26c', confirmation_code: 'a/b&c' },
    ]);
    expect(deleted).toEqual(['abc.def-_']);
    for (const bad of ['', 'signed_request=', '{"signed_request":"abc.def"}']) {
      expect((await send(bad)).status).toBe(401);
    }
    expect(deleted).toHaveLength(1);
  });
});
