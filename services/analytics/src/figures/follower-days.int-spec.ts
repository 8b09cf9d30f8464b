import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyticsRpc } from '@postloom/contracts';
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
});
