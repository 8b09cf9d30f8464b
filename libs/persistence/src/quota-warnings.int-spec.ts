import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MEGABYTE } from '@postloom/contracts';
import { payersUnderTest } from './testing/payers.ts';

const payers = payersUnderTest();
const { quotas, scope, setPlan, payer, take } = payers;

describe('warnings', () => {
  const told = (payerId: string): Promise<{ subject: string; percent: number; used: number }[]> =>
    payers.fixture.uow.run(scope, (tx) =>
      tx.query(
        `SELECT subject, (data->>'percent')::int AS percent, (data->>'used')::int AS used FROM outbox
        WHERE entity_id = $1 ORDER BY created_at, used`,
        [payerId],
      ),
    );

  it('come above 80 and above 90 percent, not at them, once each, from the owner of the limit', async () => {
    const payerId = await payer('pro');
    const figures = async (taken: number) => {
      await take(payerId, 'posts', taken);
      return (await told(payerId)).map(({ percent, used }) => [percent, used]);
    };
    expect(await figures(80)).toEqual([]);
    expect(await figures(1)).toEqual([[80, 81]]);
    expect(await figures(9)).toEqual([[80, 81]]);
    const both = [
      [80, 81],
      [90, 91],
    ];
    expect(await figures(1)).toEqual(both);
    expect(await figures(9)).toEqual(both);
    expect((await told(payerId))[0]?.subject).toBe('scheduling.usage.warned.v1');
  });

  it('skip the lower one when a single step passes both', async () => {
    const payerId = await payer('pro');
    await take(payerId, 'captions', 460);
    expect(await told(payerId)).toMatchObject([{ subject: 'captions.usage.warned.v1', percent: 90, used: 460 }]);
  });

  it('of 100 parallel takes around both come once each', async () => {
    const payerId = await payer('pro');
    await Promise.all(Array.from({ length: 100 }, () => take(payerId, 'posts')));
    expect((await told(payerId)).map(({ percent }) => percent).sort()).toEqual([80, 90]);
  });

  it('of storage come when an upload has ended, and once a billing period, however often photos come and go', async () => {
    const payerId = await payer('free');
    const id = randomUUID();
    await payers.fixture.uow.run(scope, (tx) =>
      quotas.reserve(tx, { payerId, metric: 'storage', amount: 95 * MEGABYTE, id, expiresInSeconds: 60 }),
    );
    expect(await told(payerId)).toEqual([]);
    await payers.fixture.uow.run(scope, (tx) => quotas.settle(tx, id, 81 * MEGABYTE));
    const once = [{ subject: 'media.usage.warned.v1', percent: 80, used: 81 * MEGABYTE }];
    expect(await told(payerId)).toEqual(once);
    const goAndCome = async () => {
      await payers.fixture.uow.run(scope, (tx) =>
        quotas.giveBack(tx, { payerId, metric: 'storage', amount: 5 * MEGABYTE }),
      );
      await take(payerId, 'storage', 5 * MEGABYTE);
    };
    await goAndCome();
    expect(await told(payerId)).toEqual(once);
    await payers.fixture.uow.run(scope, (tx) =>
      tx.execute(`UPDATE usage SET warned_in = warned_in - interval '1 month' WHERE payer_id = $1`, [payerId]),
    );
    await goAndCome();
    expect(await told(payerId)).toHaveLength(2);
  });

  it('never come on an unlimited plan, nor of accounts, nor when the thing was not made after all', async () => {
    const [agency, free] = [await payer('agency'), await payer('free')];
    await take(agency, 'posts', 5_000);
    await take(free, 'accounts', 1);
    const failed = payers.fixture.uow.run(scope, async (tx) => {
      await quotas.take(tx, { payerId: free, metric: 'posts', amount: 5 });
      throw new Error('no post after all');
    });
    await expect(failed).rejects.toThrow('no post');
    expect([await told(agency), await told(free)]).toEqual([[], []]);
  });
});

describe('the history', () => {
  it('has the counts of twelve billing periods, newest first; a plan change moves the count of its month', async () => {
    const payerId = await payer('pro');
    await payers.fixture.uow.run(scope, (tx) =>
      tx.execute(
        `INSERT INTO usage (payer_id, metric, period_start, used)
        SELECT $1, 'posts', now() - make_interval(months => n), n FROM generate_series(1, 13) AS n`,
        [payerId],
      ),
    );
    await take(payerId, 'posts', 7);
    await setPlan(payerId, 'agency', 2, new Date(Date.now() - 1_000));
    const { periods } = await payers.fixture.uow.run(scope, (tx) => quotas.history(tx, payerId, 'posts'));
    expect(periods.map(({ used }) => used)).toEqual([7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(Date.parse(periods[0]?.periodStart ?? '')).toBeGreaterThan(Date.now() - 5_000);
    expect((await payers.fixture.uow.run(scope, (tx) => quotas.history(tx, payerId, 'captions'))).periods).toEqual([]);
  });
});
