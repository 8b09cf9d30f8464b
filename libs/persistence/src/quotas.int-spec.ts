import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { AppError, billingPeriod, limitReached, MEGABYTE, planCatalogue } from '@postloom/contracts';
import type { Metric } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { Entitlements } from './entitlements.ts';
import { Quotas } from './quotas.ts';
import { payersUnderTest } from './testing/payers.ts';

const payers = payersUnderTest();
const { entitlements, quotas, scope, setPlan, payer, take, state } = payers;
const day = 86_400_000;

describe('Quotas', () => {
  it('counts up to the limit and then refuses with the sentence of the limit', async () => {
    const payerId = await payer();
    for (let index = 0; index < planCatalogue.free.limits.posts; index += 1) {
      await take(payerId, 'posts');
    }
    const refused: unknown = await take(payerId, 'posts').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'upgrade_required', message: expect.stringMatching(/^Post limit reached/) });
    expect(await state(payerId, 'posts')).toMatchObject({ used: 5, limit: 5 });
    await expect(take(payerId, 'storage', planCatalogue.free.limits.storage + 1)).rejects.toMatchObject({
      code: 'upgrade_required',
    });
    await take(payerId, 'storage', planCatalogue.free.limits.storage);
  });

  it('lets exactly one of twenty parallel takes through at one below the limit', async () => {
    const payerId = await payer();
    await take(payerId, 'posts', 4);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => take(payerId, 'posts')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'upgrade_required' });
      }
    }
    expect((await state(payerId, 'posts')).used).toBe(5);
  });

  it('lets exactly one of twenty parallel first takes through when the limit is one', async () => {
    const payerId = await payer();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => take(payerId, 'accounts')));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it.each<[Metric, number]>([
    ['posts', 1],
    ['captions', 1],
    ['storage', MEGABYTE],
    ['accounts', 1],
  ])(
    '%s: of 100 takes of the last one at once exactly one succeeds, 20 times',
    async (metric, last) => {
      const limit = planCatalogue.free.limits[metric];
      for (let round = 0; round < 20; round += 1) {
        const payerId = await payer();
        if (limit > last) {
          await take(payerId, metric, limit - last);
        }
        const results = await Promise.allSettled(Array.from({ length: 100 }, () => take(payerId, metric, last)));
        const refused = results.filter((result) => result.status === 'rejected');
        expect(refused).toHaveLength(99);
        for (const { reason } of refused) {
          expect(reason).toMatchObject({ code: 'upgrade_required', message: limitReached[metric] });
        }
        expect(await state(payerId, metric)).toMatchObject({ used: limit, reserved: 0 });
      }
    },
    60_000,
  );

  it('counts nothing when the transaction fails', async () => {
    const payerId = await payer();
    await expect(
      payers.fixture.uow.run(scope, async (tx) => {
        await quotas.take(tx, { payerId, metric: 'posts', amount: 1 });
        throw new Error('no post after all');
      }),
    ).rejects.toThrow('no post');
    expect((await state(payerId, 'posts')).used).toBe(0);
  });

  it('counts without an end on an unlimited plan', async () => {
    const payerId = await payer('agency');
    await take(payerId, 'posts', 1_000_000);
    expect(await state(payerId, 'posts')).toMatchObject({ used: 1_000_000, limit: -1 });
  });

  it('starts posts and captions again each billing month, storage and accounts never', async () => {
    const payerId = await payer();
    await take(payerId, 'posts', 5);
    await take(payerId, 'accounts', 1);
    // A month later, seen from the database: everything moves one period into the past.
    await payers.fixture.uow.run(scope, (tx) =>
      tx.execute(
        `UPDATE usage SET period_start = period_start - interval '1 month' WHERE payer_id = $1 AND metric = 'posts'`,
        [payerId],
      ),
    );
    await take(payerId, 'posts', 5);
    await expect(take(payerId, 'accounts')).rejects.toMatchObject({ code: 'upgrade_required' });
    const { periodStart, periodEnd } = await state(payerId, 'posts');
    const expected = billingPeriod(
      (await payers.fixture.uow.run(scope, (tx) => entitlements.forPayer(tx, payerId)))?.periodAnchor ?? new Date(0),
      new Date(),
    );
    expect([periodStart, periodEnd]).toEqual([expected.start, expected.end]);
  });

  it('holds a lower plan against a payer who was counted a moment ago', async () => {
    const payerId = await payer('pro');
    const anchor = new Date(Date.now() - 40 * day);
    await setPlan(payerId, 'pro', 2, anchor);
    await take(payerId, 'posts', 5);
    await setPlan(payerId, 'free', 3, anchor);
    await expect(take(payerId, 'posts')).rejects.toMatchObject({ code: 'upgrade_required' });
    await setPlan(payerId, 'pro', 4, anchor);
    await take(payerId, 'posts');
    expect(await state(payerId, 'posts')).toMatchObject({ used: 6, limit: 100 });
  });

  it('counts in the new month from its first moment on, also for a payer who was counted a moment ago', async () => {
    const payerId = randomUUID();
    const anchor = new Date(Date.now() + 1_500);
    anchor.setUTCFullYear(anchor.getUTCFullYear() - 1);
    await setPlan(payerId, 'free', 1, anchor);
    await take(payerId, 'posts', 2);
    await eventually('the next month has begun', async () => expect((await state(payerId, 'posts')).used).toBe(0));
    await take(payerId, 'posts', 3);
    expect((await state(payerId, 'posts')).used).toBe(3);
  });

  it('gives back, but never below zero and never what an earlier period counted', async () => {
    const payerId = await payer();
    await take(payerId, 'posts', 2);
    const giveBack = (amount: number, takenAt?: Date): Promise<void> =>
      payers.fixture.uow.run(scope, (tx) => quotas.giveBack(tx, { payerId, metric: 'posts', amount, takenAt }));
    await giveBack(1, new Date(Date.now() - 35 * day));
    expect((await state(payerId, 'posts')).used).toBe(2);
    await giveBack(1, new Date());
    expect((await state(payerId, 'posts')).used).toBe(1);
    await giveBack(9);
    expect((await state(payerId, 'posts')).used).toBe(0);
  });

  it('does not know what an unknown payer may do, unless there is somebody to ask, who is asked once', async () => {
    const payerId = randomUUID();
    await expect(take(payerId, 'posts')).rejects.toMatchObject({ code: 'unavailable' });
    const asking = new Entitlements();
    let asked = 0;
    asking.whenUnknown((id) => {
      asked += 1;
      return Promise.resolve({ payerId: id, tier: 'pro', periodAnchor: new Date().toISOString(), version: 1 });
    });
    const own = new Quotas(asking);
    for (let round = 0; round < 3; round += 1) {
      await payers.fixture.uow.run(scope, (tx) => own.take(tx, { payerId, metric: 'posts', amount: 10 }));
    }
    expect(asked).toBe(1);
    expect(await state(payerId, 'posts')).toMatchObject({ used: 30, limit: 100 });
  });

  it('asks for an unknown payer with no transaction open, so that a slow neighbour holds no connection', async () => {
    const payerId = randomUUID();
    const { uow } = payers.fixture.another(1);
    const asking = new Entitlements();
    asking.whenUnknown(async (id) => {
      // The only connection of this pool is free while the neighbour is asked.
      await uow.run(scope, (tx) => tx.query('SELECT 1'));
      return { payerId: id, tier: 'pro', periodAnchor: new Date().toISOString(), version: 1 };
    });
    const own = new Quotas(asking);
    let runs = 0;
    await uow.run(scope, async (tx) => {
      runs += 1;
      await tx.execute('INSERT INTO lanes (id) VALUES ($1)', [payerId]);
      await own.take(tx, { payerId, metric: 'posts', amount: 1 });
    });
    expect(runs).toBe(2);
    expect(await state(payerId, 'posts')).toMatchObject({ used: 1, limit: 100 });
  });

  it('asks once when the source has no plan either', async () => {
    const asking = new Entitlements();
    let asked = 0;
    asking.whenUnknown(() => {
      asked += 1;
      return Promise.reject(new AppError('not_found'));
    });
    const own = new Quotas(asking);
    const taking = payers.fixture.uow.run(scope, (tx) =>
      own.take(tx, { payerId: randomUUID(), metric: 'posts', amount: 1 }),
    );
    await expect(taking).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(1);
  });
});

describe('reservations', () => {
  const reserve = (
    payerId: string,
    id: string,
    amount = 1,
    expiresInSeconds = 60,
    metric: Metric = 'accounts',
  ): Promise<void> =>
    payers.fixture.uow.run(scope, (tx) => quotas.reserve(tx, { payerId, metric, amount, id, expiresInSeconds }));
  const settle = (id: string, actual?: number): Promise<boolean> =>
    payers.fixture.uow.run(scope, (tx) => quotas.settle(tx, id, actual));
  const sweep = (): Promise<boolean> => payers.fixture.uow.run(scope, (tx) => quotas.sweep(tx));

  it('hold a place until they are settled, once', async () => {
    const payerId = await payer();
    const id = randomUUID();
    await reserve(payerId, id);
    await reserve(payerId, id);
    expect(await state(payerId, 'accounts')).toMatchObject({ used: 0, reserved: 1 });
    await expect(take(payerId, 'accounts')).rejects.toMatchObject({ code: 'upgrade_required' });
    expect([await settle(id), await settle(id)]).toEqual([true, false]);
    expect(await state(payerId, 'accounts')).toMatchObject({ used: 1, reserved: 0 });
  });

  it('are settled with what it came to in the end', async () => {
    const payerId = await payer();
    const id = randomUUID();
    await reserve(payerId, id, 1000, 60, 'storage');
    await reserve(payerId, id, 1000, 60, 'storage');
    expect(await state(payerId, 'storage')).toMatchObject({ used: 0, reserved: 1000 });
    await settle(id, 700);
    expect(await state(payerId, 'storage')).toMatchObject({ used: 700, reserved: 0 });
  });

  it('come back when released, and by themselves when they expire', async () => {
    const payerId = await payer();
    const released = randomUUID();
    await reserve(payerId, released);
    expect(await payers.fixture.uow.run(scope, (tx) => quotas.release(tx, released))).toBe(true);
    expect(await state(payerId, 'accounts')).toMatchObject({ used: 0, reserved: 0 });
    const expired = randomUUID();
    await reserve(payerId, expired, 1, -1);
    expect(await sweep()).toBe(true);
    expect(await sweep()).toBe(false);
    expect(await state(payerId, 'accounts')).toMatchObject({ used: 0, reserved: 0 });
    expect(await settle(expired)).toBe(false);
    await take(payerId, 'accounts');
  });
});
