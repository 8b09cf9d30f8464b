import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, testNats, testService } from '@postloom/testing';
import type { TestNats, TestService } from '@postloom/testing';
import { thingMoved } from '../testing/effects.ts';
import { EventHints } from './event-hints.ts';
import type { EventHint } from './event-hints.ts';

describe('hints for the gateway', () => {
  let nats: TestNats;
  let gateway: TestService;
  beforeAll(async () => {
    nats = await testNats();
    gateway = await testService({ service: 'gateway', nats, migrations: [] });
  });
  afterAll(async () => {
    await gateway.close();
    await nats.stop();
  });

  it('come for every event, hold its head alone, and end when asked to', async () => {
    const heard: EventHint[] = [];
    const stop = gateway.get(EventHints).subscribeAll((hint) => heard.push(hint));
    const told = await eventually('a hint has come', async () => {
      const event = await gateway.emitFrom(thingMoved, { data: { place: 'a secret place' } });
      expect(heard.length).toBeGreaterThan(0);
      return event;
    });
    expect(Object.keys(heard[0] ?? {}).sort()).toEqual(['businessId', 'entityId', 'subject', 'version']);
    expect(JSON.stringify(heard)).not.toContain('secret');
    await eventually('its own hint too', () => expect(heard.map((hint) => hint.entityId)).toContain(told.entityId));
    stop();
    const before = heard.length;
    const connection = await nats.connection();
    await gateway.emitFrom(thingMoved, { data: { place: 'x' } });
    await connection.flush();
    expect(heard).toHaveLength(before);
  });
});
