import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents, identityRpc, notificationEvents } from '@postloom/contracts';
import { EventHints } from '@postloom/messaging';
import { caller, eventually } from '@postloom/testing';
import { Principals } from './principals.ts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';

/** Fakes one neighbour: identity. Real: the gateway's HTTP server, its guard, the cache of sessions, and the broker. */
describe('remembered sessions', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    await gateway.stub(identityRpc.sessionEnd, { success: true });
  });
  afterAll(() => gateway.close());

  it('a signed-out session is nobody in the very next request', async () => {
    const person = gateway.person();
    expect((await gateway.ask('GET', '/api/auth/user', { person })).status).toBe(200);
    gateway.people.delete(person.token);
    expect((await gateway.ask('GET', '/api/logout', { person })).status).toBe(302);
    expect((await gateway.ask('GET', '/api/auth/user', { person })).status).toBe(401);
  });

  it('a session that ended elsewhere ends here with the event', async () => {
    const person = gateway.person();
    expect((await gateway.ask('GET', '/api/auth/user', { person })).status).toBe(200);
    gateway.people.delete(person.token);
    const data = { userId: person.userId, sessionId: person.sessionId };
    await gateway.service.emitFrom(identityEvents.sessionRevoked, { businessId: null, entityId: person.userId, data });
    await eventually(
      'the session is over',
      async () => {
        expect((await gateway.ask('GET', '/api/auth/user', { person })).status).toBe(401);
      },
      { timeoutMs: 500 },
    );
  });

  it('is not asked for again because of an event that changes nobody', async () => {
    const person = gateway.person();
    const heard: string[] = [];
    const stop = gateway.service.get(EventHints).subscribeAll(({ subject }) => heard.push(subject));
    const principals = gateway.service.get(Principals);
    const resolve = () => principals.resolve(person.token, null, caller());
    const notify = () =>
      gateway.service.emitFrom(notificationEvents.notificationCreated, { data: { notificationId: randomUUID() } });
    await eventually('events are heard', async () => {
      await notify();
      expect(heard.length).toBeGreaterThan(0);
    });
    // The same promise proves that it came from the cache; if its second has just passed, the next round shows it.
    await eventually('it is remembered across the notification', async () => {
      const [before, seen] = [resolve(), heard.length];
      await notify();
      await eventually('the event has passed', () => expect(heard.length).toBeGreaterThan(seen));
      expect(resolve() === before).toBe(true);
    });
    stop();
  });

  /** `changed` resolves when this gateway has heard that the person has changed. */
  async function listener(): Promise<{ changed: (id: string) => Promise<void>; stop: () => void }> {
    const heard = new Map<string, number>();
    const stop = gateway.service
      .get(EventHints)
      .subscribeAll(({ entityId }) => heard.set(entityId, (heard.get(entityId) ?? 0) + 1));
    const emit = (userId: string) =>
      gateway.service.emitFrom(identityEvents.userChanged, { businessId: null, entityId: userId, data: { userId } });
    const nobody = randomUUID();
    await eventually('events are heard', async () => {
      await emit(nobody);
      expect(heard.get(nobody)).toBeGreaterThan(0);
    });
    const changed = async (id: string): Promise<void> => {
      const before = heard.get(id) ?? 0;
      await emit(id);
      await eventually('the event has passed', () => expect(heard.get(id)).toBeGreaterThan(before));
    };
    return { changed, stop };
  }

  it('is asked for again after an event about the person or their business, not about somebody else', async () => {
    const [person, other] = [gateway.person(), gateway.person()];
    const principals = gateway.service.get(Principals);
    const resolve = () => principals.resolve(person.token, null, caller());
    const { changed, stop } = await listener();
    // When its five seconds are over in the middle, the next round shows it.
    await eventually('the event about somebody else leaves it alone', async () => {
      const before = resolve();
      await before;
      await changed(other.userId);
      expect(resolve() === before).toBe(true);
    });
    const known = resolve();
    await known;
    await changed(person.userId);
    const again = resolve();
    expect(again === known).toBe(false);
    const { businessId, payerId } = await again;
    for (const id of [businessId, payerId]) {
      const before = resolve();
      await before;
      await changed(id ?? '');
      expect(resolve() === before).toBe(false);
    }
    stop();
  });

  it('an answer that was under way during an event is not kept', async () => {
    const [person, other] = [gateway.person(), gateway.person()];
    const principals = gateway.service.get(Principals);
    const resolve = () => principals.resolve(person.token, null, caller());
    const { changed, stop } = await listener();
    const release = gateway.holdSessions();
    const underWay = resolve();
    await changed(other.userId);
    release();
    await underWay;
    expect(resolve() === underWay).toBe(false);
    stop();
  });

  it('one person is never taken for another, nor one business for another', async () => {
    const [first, second] = [gateway.person(), gateway.person()];
    const userOf = async (person: typeof first): Promise<unknown> =>
      (await gateway.ask('GET', '/api/auth/user', { person })).body['id'];
    expect(await Promise.all([userOf(first), userOf(second), userOf(first)])).toEqual([
      first.userId,
      second.userId,
      first.userId,
    ]);
    const foreign = { 'x-business-id': second.businessIds[0] };
    expect((await gateway.ask('GET', '/api/auth/user', { person: first, headers: foreign })).status).toBe(404);
  });
});
