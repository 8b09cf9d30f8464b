import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insightEvents, publisherEvents } from '@postloom/contracts';
import type { AccountDay } from '@postloom/contracts';
import { FiguresUnderTest } from '../testing/figures-under-test.ts';

const at = (day: number, hour = 8): string => `2026-03-${String(day).padStart(2, '0')}T0${hour}:00:00.000Z`;
const dayOf = (day: number, told: Partial<AccountDay> = {}): AccountDay => ({
  ...{ day: at(day).slice(0, 10), views: null, reach: null, interactions: null },
  ...told,
});

describe('the days of an account', () => {
  let world: FiguresUnderTest;
  beforeAll(async () => {
    world = await FiguresUnderTest.start();
  });
  afterAll(() => world.service.close());

  const accountsOf = async (businessId: string, from: number, to: number) =>
    (await world.ask(businessId, dayOf(from).day, dayOf(to).day)).accounts;

  it('keep of each figure what was read last, whatever comes late or twice', async () => {
    const businessId = randomUUID();
    const read = (day: number, days: AccountDay[]) => world.tell.read(businessId, at(day), [], 100, days);
    const late = await read(12, [dayOf(10, { views: 80, interactions: 3 }), dayOf(11, { reach: 5 })]);
    await world.handled([late, await read(13, [dayOf(10, { views: 90, reach: 60 })])]);
    await world.handled([await read(11, [dayOf(10, { views: 10, reach: 10, interactions: 1 })])]);
    await world.service.retell(late);
    // Once more under another id, as by a producer restored from a backup.
    await world.handled([await read(12, [dayOf(10, { views: 1_000, interactions: 1_000 })])]);
    expect(await accountsOf(businessId, 10, 14)).toEqual([
      {
        ...{ platform: 'instagram', days: 2, views: 90, reachPerDay: 33, interactions: 3 },
        previous: null,
      },
    ]);
    expect(await accountsOf(businessId, 11, 14)).toMatchObject([{ days: 1, views: null, reachPerDay: 5 }]);
  });

  it('are added up and held against those before; a business sees its own alone', async () => {
    const [businessId, other] = [randomUUID(), randomUUID()];
    const days = (from: number, count: number, views: number) =>
      Array.from({ length: count }, (_, index) => dayOf(from + index, { views, reach: 10 * (index + 1) }));
    await world.handled([
      await world.tell.read(businessId, at(19), [], 100, [...days(10, 5, 20), ...days(15, 4, 30)]),
      await world.tell.read(other, at(19), [], 100, days(10, 9, 7)),
    ]);
    expect(await accountsOf(businessId, 15, 19)).toEqual([
      {
        ...{ platform: 'instagram', days: 4, views: 120, reachPerDay: 25, interactions: null },
        previous: { days: 5, views: 100, reachPerDay: 30, interactions: null },
      },
    ]);
  });

  it('of one that was disconnected stay those of past ranges', async () => {
    const businessId = randomUUID();
    const today = new Date().toISOString().slice(0, 10);
    const removed = await world.tell.read(businessId, at(12), [], 100, [dayOf(11, { views: 20 })]);
    const now = await world.tell.read(businessId, new Date().toISOString(), [], 100, [
      { ...dayOf(1), day: today, views: 9 },
    ]);
    await world.handled([removed, now]);
    expect((await world.ask(businessId, today, today)).accounts).toMatchObject([{ views: 9 }]);
    await world.handled([
      await world.service.emitFrom(publisherEvents.accountRemoved, {
        ...{ businessId, entityId: businessId, version: 2 },
        data: { accountId: businessId, platform: 'instagram', accountName: 'Rye' },
      }),
    ]);
    expect((await world.ask(businessId, today, today)).accounts).toEqual([]);
    expect(await accountsOf(businessId, 10, 12)).toMatchObject([{ views: 20 }]);
  });

  it('are none in what a publisher of the release before tells', async () => {
    const { data } = insightEvents.insightsRead;
    const old = { accountId: randomUUID(), platform: 'facebook', readAt: at(12), followers: 100, posts: [] };
    expect(data.parse(old)).toEqual({ ...old, days: [] });
  });
});
