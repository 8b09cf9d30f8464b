import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyticsRpc, insightEvents, publisherEvents } from '@postloom/contracts';
import type { AnalyticsFigures } from '@postloom/contracts';
import { eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { teller } from '../testing/teller.ts';

describe('the followers of a day', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({ service: 'analytics', module: AppModule, migrations });
  });
  afterAll(() => service.close());

  const followersOn = async (businessId: string, day: string): Promise<AnalyticsFigures['followers']> =>
    (await service.rpc(analyticsRpc.figuresGet, { from: day, to: day }, { businessId })).figures.followers;

  it.each([
    // The evening of the 9th, and the morning of the 11th.
    ['America/New_York', '2026-03-10T01:00:00.000Z', '2026-03-09'],
    ['Asia/Tokyo', '2026-03-10T22:00:00.000Z', '2026-03-11'],
  ])('in %s are of its own day, also while it is another day in UTC', async (timeZone, readAt, day) => {
    const tell = teller(service);
    const businessId = randomUUID();
    await tell.zone(businessId, timeZone);
    await tell.read(businessId, readAt, [], 120);
    await eventually('they are told on its day', async () =>
      expect(await followersOn(businessId, day)).toMatchObject({
        ...{ now: 120, before: null, byDay: [{ day, followers: 120 }] },
      }),
    );
    expect(await followersOn(businessId, '2026-03-10')).toMatchObject({ now: null });
  });

  it('are not those of an account that was disconnected or replaced since', async () => {
    const businessId = randomUUID();
    await teller(service).zone(businessId, 'UTC');
    const on = (day: string, hour: number): string => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
    const [page, before, after] = [randomUUID(), randomUUID(), randomUUID()];
    const read = (accountId: string, platform: 'instagram' | 'facebook', readAt: string, followers: number) =>
      service.emitFrom(insightEvents.insightsRead, {
        ...{ businessId, entityId: accountId, version: Date.parse(readAt) },
        data: { accountId, platform, readAt, followers, posts: [], days: [] },
      });
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    await read(page, 'facebook', on(yesterday, 1), 300);
    await read(before, 'instagram', on(yesterday, 2), 5_000);
    await eventually('both count', async () =>
      expect(await followersOn(businessId, yesterday)).toMatchObject({ now: 5_300 }),
    );
    // On the same day: what was read last counts.
    await read(after, 'instagram', on(yesterday, 3), 1_200);
    await eventually('the new one is in the place of the old one', async () =>
      expect(await followersOn(businessId, yesterday)).toMatchObject({ now: 1_500 }),
    );
    await service.emitFrom(publisherEvents.accountRemoved, {
      ...{ businessId, entityId: page, version: 2 },
      data: { accountId: page, platform: 'facebook', accountName: 'Marlow Bakehouse' },
    });
    const twoDays = async () =>
      (await service.rpc(analyticsRpc.figuresGet, { from: yesterday, to: today }, { businessId })).figures.followers;
    await eventually('the page counts no longer', async () =>
      expect(await twoDays()).toMatchObject({ now: 1_200, byPlatform: [{ platform: 'instagram', now: 1_200 }] }),
    );
    expect(await followersOn(businessId, yesterday)).toMatchObject({ now: 1_500 });
  });
});
