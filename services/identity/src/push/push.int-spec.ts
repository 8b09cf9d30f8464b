import { createECDH, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityRpc, notificationRpc, publisherEvents, pushRpc, schedulingEvents } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { codeOf, IdentityUnderTest } from '../testing/identity-under-test.ts';
import type { Person } from '../testing/identity-under-test.ts';
import { openSandboxPush } from '../testing/sandbox-push.ts';
import type { SandboxPush } from '../testing/sandbox-push.ts';

const pair = (): string => {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys('base64url');
  return `${publicKey}:${Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')}`;
};

describe('pushes to devices', () => {
  let identity: IdentityUnderTest;
  let push: SandboxPush;
  beforeAll(async () => {
    push = await openSandboxPush();
    identity = await IdentityUnderTest.start({ VAPID_KEYS: pair(), PUSH_ALLOW_PRIVATE: 'on' });
  });
  afterAll(async () => {
    await identity.close();
    await push.close();
  });

  const system = <R extends object>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    identity.service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(sql, parameters));
  const device = async (person: Person) => {
    const browser = await push.browser();
    const { sessionId } = await identity.inSession(person);
    const caller = { userId: person.id };
    await identity.rpc(pushRpc.pushDeviceSet, { ...browser.device, sessionId }, caller);
    return { ...browser, sessionId, state: () => identity.rpc(pushRpc.pushDeviceGet, { sessionId }, caller) };
  };
  const shop = async () => {
    const person = await identity.signUp();
    const { id: businessId } = await identity.createBusiness(person, { name: 'Bakery Huber' });
    return { person, businessId, ...(await device(person)) };
  };
  const fail = async (businessId: string, status: 'failed' | 'published' = 'failed'): Promise<string> => {
    const postId = randomUUID();
    await identity.service.emitFrom(schedulingEvents.postSettled, { businessId, data: { postId, status } });
    await eventually('it is told', async () =>
      expect(await system('SELECT FROM notifications WHERE about = $1', [postId])).toHaveLength(1),
    );
    return postId;
  };
  const attention = (businessId: string, code: string) =>
    identity.service.emitFrom(publisherEvents.targetNeedsAttention, {
      businessId,
      data: {
        ...{ targetId: randomUUID(), round: 1, postId: randomUUID(), platform: 'linkedin', attempts: 1 },
        ...{ accountId: randomUUID(), error: { code, message: 'No answer came.' } },
      },
    });
  const waiting = (businessId: string) =>
    system<{ seconds: number }>(
      'SELECT extract(epoch FROM ready_at - now())::float8 AS seconds FROM push_messages WHERE business_id = $1',
      [businessId],
    );
  const done = (businessId: string) =>
    eventually('nothing waits', async () => expect(await waiting(businessId)).toEqual([]));

  it('say what the notification says, encrypted for the browser alone, once', async () => {
    const mine = await shop();
    const theirs = await shop();
    const postId = await fail(mine.businessId);
    await done(mine.businessId);
    const { came, refused } = await mine.told();
    expect(refused).toEqual([]);
    expect(came.map(({ text }) => JSON.parse(text) as unknown)).toEqual([
      {
        title: 'Your post did not go out',
        body: 'Bakery Huber\nOpen it to fix it and send it again.',
        link: `/schedule?post=${postId}&business=${mine.businessId}`,
        tag: expect.any(String),
      },
    ]);
    expect(came[0]).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{22}$/) });
    expect(came[0]?.ttl).toBeGreaterThan(86_000);
    expect((await theirs.told()).came).toEqual([]);
  });

  it('name the business, of which a person may have several', async () => {
    const mine = await shop();
    const { id: other } = await identity.createBusiness(mine.person, { name: 'Petal & Stem' });
    await fail(other);
    await done(other);
    await attention(mine.businessId, 'cannot_tell');
    await eventually('both came', async () => expect((await mine.told()).came).toHaveLength(2));
    const said = (await mine.told()).came.map(({ text }) => JSON.parse(text) as { title: string; body: string });
    expect(said.map(({ title, body }) => [title, body.split('\n')[0]])).toEqual([
      ['Your post did not go out', 'Petal & Stem'],
      ['Is your post on LinkedIn?', 'Bakery Huber'],
    ]);
  });

  it('are of failed and doubtful posts alone', async () => {
    const mine = await shop();
    await fail(mine.businessId, 'published');
    await attention(mine.businessId, 'not_connected');
    await attention(mine.businessId, 'cannot_tell');
    await eventually('it came', async () => expect((await mine.told()).came).toHaveLength(1));
    expect((await mine.told()).came[0]?.text).toContain('Is your post on LinkedIn?');
    await done(mine.businessId);
  });

  it('end for a browser that its push service no longer knows', async () => {
    const mine = await shop();
    await mine.answer({ status: 410 });
    await fail(mine.businessId);
    await done(mine.businessId);
    expect(await mine.state()).toMatchObject({ state: 'off' });
  });

  it('wait as long as the push service asks, and come then', async () => {
    const mine = await shop();
    await mine.answer({ status: 429, retryAfter: 300 });
    await fail(mine.businessId);
    await eventually('it waits', async () => {
      const [row] = await waiting(mine.businessId);
      expect(row?.seconds).toBeGreaterThan(200);
    });
    await system('UPDATE push_messages SET ready_at = now() WHERE business_id = $1', [mine.businessId]);
    await done(mine.businessId);
    expect((await mine.told()).came).toHaveLength(1);
    expect(await mine.state()).toMatchObject({ state: 'on' });
  });

  it('are not sent about what was read meanwhile', async () => {
    const mine = await shop();
    await mine.answer({ status: 503, retryAfter: 300 });
    await fail(mine.businessId);
    await eventually('it waits', async () => expect((await waiting(mine.businessId))[0]?.seconds).toBeGreaterThan(200));
    await identity.service.rpc(notificationRpc.notificationReadAll, {}, { businessId: mine.businessId, role: 'owner' });
    await system('UPDATE push_messages SET ready_at = now() WHERE business_id = $1', [mine.businessId]);
    await done(mine.businessId);
    expect((await mine.told()).came).toEqual([]);
  });

  it('end with the session', async () => {
    const mine = await shop();
    await identity.rpc(identityRpc.sessionEnd, { sessionToken: mine.person.sessionToken });
    await fail(mine.businessId);
    expect(await waiting(mine.businessId)).toEqual([]);
    expect((await mine.told()).came).toEqual([]);
  });

  it('go to whoever uses the browser now', async () => {
    const mine = await shop();
    const next = await identity.signUp();
    const { sessionId } = await identity.inSession(next);
    await identity.rpc(pushRpc.pushDeviceSet, { ...mine.device, sessionId }, { userId: next.id });
    expect(await mine.state()).toMatchObject({ state: 'off' });
  });

  it('leave the browser of somebody else alone, who cannot be named', async () => {
    const mine = await shop();
    const other = await identity.signUp();
    const { sessionId, device: known } = mine;
    const caller = { userId: other.id };
    expect(await codeOf(identity.rpc(pushRpc.pushDeviceSet, { ...known, sessionId }, caller))).toBe('unauthorized');
    await identity.rpc(pushRpc.pushDeviceDelete, { sessionId }, caller);
    expect(await mine.state()).toMatchObject({ state: 'on' });
    expect(await identity.rpc(pushRpc.pushDeviceGet, { sessionId }, caller)).toMatchObject({ state: 'off' });
    const own = await identity.inSession(other);
    const forged = { ...known, auth: 'A'.repeat(22), sessionId: own.sessionId };
    await identity.rpc(pushRpc.pushDeviceSet, forged, caller);
    expect(await mine.state()).toMatchObject({ state: 'on' });
  });

  it('refuse a key that is no point on the curve', async () => {
    const person = await identity.signUp();
    const { sessionId } = await identity.inSession(person);
    const bad = { endpoint: 'https://push.example/x', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22), sessionId };
    expect(await codeOf(identity.rpc(pushRpc.pushDeviceSet, bad, { userId: person.id }))).toBe('validation_failed');
  });
});
