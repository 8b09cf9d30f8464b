import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { analyticsRpc, identityEvents } from '@postloom/contracts';
import type { BestTimes, IndustryKey } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { figures, target, teller } from '../testing/teller.ts';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const POSTS = 24;

describe('pools of other businesses', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await testService({ service: 'analytics', module: AppModule, migrations });
  });
  afterAll(() => service.close());

  const sql = <R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> =>
    service.get(Uow).run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));
  const introduce = (businessId: string, industryType: IndustryKey, version = 1) =>
    service.emitFrom(identityEvents.businessUpdated, {
      ...{ businessId, entityId: businessId, version },
      data: {
        ...{ businessId, payerId: randomUUID(), name: 'Marlow Bakehouse', industryType },
        ...{ timeZone: 'UTC', lateLimitMinutes: 360 },
      },
    });

  /** A business whose mornings do twice as well as its evenings. */
  async function business(industry: IndustryKey): Promise<string> {
    const businessId = randomUUID();
    const tell = teller(service);
    await introduce(businessId, industry);
    const start = Math.floor(Date.now() / DAY_MS) * DAY_MS - 40 * DAY_MS;
    const posts = Array.from({ length: POSTS }, (_, index) =>
      target(new Date(start + index * DAY_MS + (index % 2 === 0 ? 9.5 : 18.5) * 3_600_000).toISOString()),
    );
    for (const post of posts) {
      await tell.publish(businessId, post);
    }
    const read = posts.map((told, index) => ({
      told,
      figures: figures({ reach: 1_000, likes: (index % 2 === 0 ? 80 : 40) + (index % 5) }),
    }));
    await tell.read(businessId, new Date().toISOString(), read);
    return businessId;
  }

  const times = (businessId: string): Promise<BestTimes> => service.rpc(analyticsRpc.bestTimesGet, {}, { businessId });
  const measured = (businesses: readonly string[]) =>
    eventually('all are measured', async () => {
      for (const businessId of businesses) {
        expect(await times(businessId)).toMatchObject({ basis: 'own', posts: POSTS });
      }
    });
  const pool = async (industry: IndustryKey) => {
    const [row] = await sql<{ businesses: number }>(
      `SELECT businesses, made_at, lease_epoch FROM pools WHERE platform = 'instagram' AND industry = $1`,
      [industry],
    );
    return row;
  };
  /** The pool's turn has come, and it is made again. */
  async function made(industry: IndustryKey, businesses: number): Promise<void> {
    await sql(`UPDATE pools SET ready_at = now() WHERE platform = 'instagram' AND industry = $1 RETURNING id`, [
      industry,
    ]);
    await eventually('the pool is made', async () => expect(await pool(industry)).toMatchObject({ businesses }), {
      timeoutMs: 30_000,
    });
  }

  it('say what ten others have shown, and nothing of fewer; who is deleted or changes the industry leaves', async () => {
    const businesses = await Promise.all(Array.from({ length: 10 }, () => business('restaurant')));
    const [first = '', second = ''] = businesses;
    await measured(businesses);
    const alone = await times(first);

    await made('restaurant', 10);
    // For each of them there are nine others.
    expect(await times(first)).toEqual(alone);
    expect(await times(first)).not.toHaveProperty('others');

    businesses.push(await business('restaurant'));
    await measured(businesses);
    await made('restaurant', 11);
    const { others, cells } = await times(first);
    expect(others).toBe('What works for 10 other restaurants on Instagram is weighed in.');
    const width = (of: BestTimes['cells'], at: (typeof cells)[number] | undefined): number => {
      const cell = of.find(({ weekday, hour }) => weekday === at?.weekday && hour === at.hour);
      return (cell?.high ?? NaN) - (cell?.low ?? NaN);
    };
    expect(cells[0]?.hour).toBe(9);
    expect(width(cells, cells[0])).toBeLessThan(width(alone.cells, cells[0]));

    // Another industry of the platform hears of them as a whole.
    const shop = await business('ecommerce');
    await measured([shop]);
    expect((await times(shop)).others).toBe('What works for other businesses is weighed in.');

    await introduce(second, 'fitness', 2);
    await eventually('its industry is known', async () =>
      expect(await sql('SELECT industry FROM business_refs WHERE business_id = $1', [second])).toEqual([
        { industry: 'fitness' },
      ]),
    );
    await made('restaurant', 10);
    expect(await times(first)).not.toHaveProperty('others');
    expect(await sql('SELECT 1 AS row FROM pool_members WHERE business_id = $1', [second])).toEqual([]);

    await service.emitFrom(identityEvents.businessDeleted, {
      ...{ businessId: first, entityId: first, version: 2 },
      data: { businessId: first, payerId: randomUUID() },
    });
    await eventually('what it has put in is gone', async () =>
      expect(await sql('SELECT 1 AS row FROM pool_members WHERE business_id = $1', [first])).toEqual([]),
    );
    // Nine are left, of which nothing is kept.
    await made('restaurant', 0);
    expect(await sql(`SELECT 1 AS row FROM pool_members WHERE industry = 'restaurant'`)).toEqual([]);
  });

  it('are made by another process when the one that was at it is gone', async () => {
    const [left] = await sql<{ made_at: Date }>(
      `UPDATE pools SET ready_at = now(), lease_until = now() + interval '1 second', lease_epoch = lease_epoch + 1, tries = 1
      WHERE platform = 'tiktok' AND industry = 'events' RETURNING made_at, lease_epoch`,
    );
    await eventually(
      'the pool is made',
      async () => {
        const [row] = await sql<{ made_at: Date; tries: number }>(
          `SELECT made_at, tries FROM pools WHERE platform = 'tiktok' AND industry = 'events' AND lease_until = '-infinity'`,
        );
        expect(row?.tries).toBe(0);
        expect(row?.made_at).not.toEqual(left?.made_at);
      },
      { timeoutMs: 20_000 },
    );
  });
});
