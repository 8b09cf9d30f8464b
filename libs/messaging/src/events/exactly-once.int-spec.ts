import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import type { EventEnvelope } from '@postloom/contracts';
import { eventually, testDatabase, testNats } from '@postloom/testing';
import type { TestDatabase, TestNats, TestService } from '@postloom/testing';
import { migrations, misbehaviour, thingHappened, thingMoved } from '../testing/effects.ts';
import { counts, placeOf, startCounting } from '../testing/world.ts';
import { ParkedEvents } from './parked-events.ts';

describe('events reach their handlers', () => {
  let nats: TestNats;
  let database: TestDatabase;
  let service: TestService;

  beforeAll(async () => {
    nats = await testNats();
    database = await testDatabase('scheduling', migrations);
    service = await startCounting({ nats, database });
  });

  afterEach(() => {
    misbehaviour.handle = () => undefined;
  });

  afterAll(async () => {
    await service.close();
    await database.drop();
    await nats.stop();
  });

  const count = async (handler = 'count') => (await counts(service, handler)).rows;

  it('once for each handler, even when they are delivered three times and again after a restart', async () => {
    const told: EventEnvelope[] = [];
    for (let n = 0; n < 40; n += 1) {
      told.push(await service.emitFrom(thingHappened, { businessId: null, data: { n, how: 'well' } }));
    }
    for (const envelope of told) {
      await service.retell(envelope);
    }
    for (const envelope of told) {
      await service.retell(envelope);
    }
    await eventually('all effects are there', async () => expect(await count()).toBeGreaterThanOrEqual(40));
    await service.close();
    service = await startCounting({ nats, database });
    for (const envelope of told) {
      await service.retell(envelope);
    }
    const last = await service.emitFrom(thingHappened, { businessId: null, data: { n: 99, how: 'well' } });
    expect(last.data.n).toBe(99);
    await eventually('the last one is there', async () => expect((await counts(service, 'count')).numbers).toBe(41));
    await eventually('the second handler too', async () => expect(await count('second')).toBe(41));
    expect(await counts(service, 'count')).toEqual({ rows: 41, events: 41, numbers: 41 });
  });

  it('in the scope of their business', async () => {
    const before = await count();
    await service.emitFrom(thingHappened, { data: { n: 200, how: 'well' } });
    await eventually('the effect is there', async () => expect(await count()).toBe(before + 1));
  });

  it('in any order: a projection keeps the greatest version', async () => {
    for (const version of [3, 1, 5, 2, 4]) {
      await service.emitFrom(thingMoved, {
        entityId: 'box',
        version,
        businessId: null,
        data: { place: `place ${version}` },
      });
    }
    await eventually('the greatest version has won', async () => expect(await placeOf(service, 'box')).toBe('place 5'));
  });

  it('a poisoned one is parked after 8 tries, the others flow meanwhile, and it can be replayed', async () => {
    const before = await count();
    let tries = 0;
    misbehaviour.handle = (envelope) => {
      if (envelope.data.how !== 'poison') {
        return;
      }
      tries += 1;
      throw new Error('this event can not be digested');
    };
    await service.emitFrom(thingHappened, { businessId: null, data: { n: 300, how: 'poison' } });
    for (let n = 301; n < 331; n += 1) {
      await service.emitFrom(thingHappened, { businessId: null, data: { n, how: 'well' } });
    }
    await eventually('the others have flown', async () => expect(await count()).toBe(before + 30));

    const parkedEvents = service.get(ParkedEvents);
    const parked = await eventually('it is parked', async () => {
      const [first] = await parkedEvents.list();
      expect(first).toBeDefined();
      return first;
    });
    expect(tries).toBe(8);
    expect(parked).toMatchObject({
      handler: 'media-thing-happened-v1',
      tries: 8,
      error: 'this event can not be digested',
    });
    expect(await count()).toBe(before + 30);

    if (parked === undefined) {
      throw new Error('nothing is parked');
    }
    await expect(parkedEvents.replay(parked)).rejects.toThrow('can not be digested');
    expect(await parkedEvents.list()).toHaveLength(1);
    misbehaviour.handle = () => undefined;
    await expect(parkedEvents.replay(parked)).resolves.toBe(true);
    await expect(parkedEvents.replay(parked)).resolves.toBe(false);
    expect(await parkedEvents.list()).toHaveLength(0);
    expect(await count()).toBe(before + 31);
  });

  it('one that can not be decoded is parked at once', async () => {
    const connection = await nats.connection();
    const { jetstream } = await import('@nats-io/jetstream');
    const id = '01890000-0000-7000-8000-000000000001';
    await jetstream(connection).publish(thingMoved.subject, 'no json at all \u0000', { msgID: id });
    await service.emitFrom(thingMoved, { entityId: 'after', businessId: null, data: { place: 'behind it' } });
    await eventually('the next one has come', async () => expect(await placeOf(service, 'after')).toBe('behind it'));
    const parked = await eventually('it is parked', async () => {
      const [first] = await service.get(ParkedEvents).list();
      expect(first).toBeDefined();
      return first;
    });
    expect(parked).toMatchObject({ eventId: id, tries: 1, envelope: 'no json at all ' });
  });

  it('an outage of a neighbour never parks: it is tried until it works', async () => {
    const before = await count();
    let tries = 0;
    misbehaviour.handle = () => {
      tries += 1;
      if (tries <= 10) {
        throw new AppError('unavailable');
      }
    };
    await service.emitFrom(thingHappened, { businessId: null, data: { n: 400, how: 'well' } });
    await eventually('it has worked at last', async () => expect(await count()).toBe(before + 1), {
      timeoutMs: 45_000,
    });
    expect(tries).toBe(11);
  });
});
