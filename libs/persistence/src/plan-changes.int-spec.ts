import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Tier } from '@postloom/contracts';
import { seeded } from '@postloom/testing';
import { payersUnderTest } from './testing/payers.ts';

const payers = payersUnderTest();
const { quotas, scope, setPlan, payer, take, state } = payers;

describe('plan changes', () => {
  it('never refill: the open count moves into the new period, whichever way and how often the plan changes', async () => {
    const payerId = await payer('free');
    await take(payerId, 'posts', 5);
    await setPlan(payerId, 'pro', 2, new Date(Date.now() - 3000));
    expect(await state(payerId, 'posts')).toMatchObject({ used: 5, limit: 100 });
    await take(payerId, 'posts', 1);
    await setPlan(payerId, 'free', 3, new Date(Date.now() - 2000));
    expect(await state(payerId, 'posts')).toMatchObject({ used: 6, limit: 5 });
    await expect(take(payerId, 'posts')).rejects.toMatchObject({ code: 'upgrade_required' });
    await setPlan(payerId, 'pro', 4, new Date(Date.now() - 1000));
    await take(payerId, 'posts', 94);
    await expect(take(payerId, 'posts')).rejects.toMatchObject({ code: 'upgrade_required' });
  });

  it('carry reservations along', async () => {
    const payerId = await payer('free');
    const id = randomUUID();
    await payers.fixture.uow.run(scope, (tx) =>
      quotas.reserve(tx, { payerId, metric: 'captions', amount: 2, id, expiresInSeconds: 60 }),
    );
    await setPlan(payerId, 'pro', 2, new Date(Date.now() - 1000));
    expect(await state(payerId, 'captions')).toMatchObject({ used: 0, reserved: 2, limit: 500 });
    await payers.fixture.uow.run(scope, (tx) => quotas.settle(tx, id));
    expect(await state(payerId, 'captions')).toMatchObject({ used: 2, reserved: 0 });
  });

  it('lose no count while posts are being made', async () => {
    const payerId = await payer('pro');
    let version = 1;
    const changes = (async () => {
      for (let round = 0; round < 8; round += 1) {
        version += 1;
        await setPlan(
          payerId,
          round % 2 === 0 ? 'agency' : 'pro',
          version,
          new Date(Date.now() - 10_000 + round * 1000),
        );
      }
    })();
    await Promise.all([...Array.from({ length: 60 }, () => take(payerId, 'posts')), changes]);
    expect((await state(payerId, 'posts')).used).toBe(60);
  });

  it('never refill: 100 at once, in any order and each told twice, with anchors that go back and forth', async () => {
    const tiers: readonly Tier[] = ['pro', 'agency', 'free'];
    for (let round = 0; round < 20; round += 1) {
      const payerId = await payer('free');
      await take(payerId, 'posts', 5);
      await take(payerId, 'captions', 20);
      const random = seeded(round);
      const versions = Array.from({ length: 100 }, (_, index) => index + 2);
      const told = [...versions, ...versions]
        .map((version) => ({ version, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ version }) => version);
      await Promise.all(
        told.map((version) =>
          // The newest version, 101, is free again; of two changes at the same moment the later one may have the earlier anchor.
          setPlan(payerId, tiers[version % 3] ?? 'free', version, new Date(Date.now() - 60_000 + (version ^ 3) * 100)),
        ),
      );
      expect(await state(payerId, 'posts')).toMatchObject({ used: 5, reserved: 0, limit: 5 });
      expect(await state(payerId, 'captions')).toMatchObject({ used: 20, reserved: 0, limit: 20 });
      for (const metric of ['posts', 'captions'] as const) {
        await expect(take(payerId, metric)).rejects.toMatchObject({ code: 'upgrade_required' });
      }
    }
  }, 60_000);

  it('ignore older versions', async () => {
    const payerId = randomUUID();
    await setPlan(payerId, 'pro', 5);
    await setPlan(payerId, 'free', 4);
    expect((await state(payerId, 'posts')).limit).toBe(100);
  });
});
