import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schedulingRpc } from '@postloom/contracts';
import { refusal, SchedulingUnderTest } from '../testing/scheduling-under-test.ts';

describe('creating posts', () => {
  let under: SchedulingUnderTest;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
  });
  afterAll(() => under.close());

  describe('idempotency keys (S61, F54)', () => {
    it('20 identical requests at once make one post', async () => {
      const tenant = under.tenant({ tier: 'free' });
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => refusal(under.create(tenant, {}, { idempotencyKey: key }))),
      );
      const made = answers.flatMap((answer) => ('answered' in answer ? [(answer.answered as { id: string }).id] : []));
      expect(made.length).toBeGreaterThan(0);
      expect(new Set(made).size).toBe(1);
      for (const answer of answers) {
        if ('code' in answer) {
          expect(answer.code).toBe('conflict');
        }
      }
      expect(
        await under.sql('SELECT 1 AS row FROM posts WHERE business_id = $1', [tenant.caller.businessId]),
      ).toHaveLength(1);
      const usage = await under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant);
      expect(usage).toEqual({ metric: 'posts', used: 1, limit: 5 });
    });

    it('gives the first answer again, refuses another body, and belongs to one person', async () => {
      const tenant = under.tenant();
      const key = randomUUID();
      const first = await under.create(tenant, {}, { idempotencyKey: key });
      await under.rpc(
        schedulingRpc.postUpdate,
        { id: first.id, changes: { version: 1, caption: 'changed since' } },
        tenant,
      );
      expect(await under.create(tenant, {}, { idempotencyKey: key })).toEqual(first);
      const other = under.create(tenant, { caption: 'another body' }, { idempotencyKey: key });
      expect(await refusal(other)).toMatchObject({ code: 'idempotency_mismatch' });
      const someoneElse = await under.create(tenant, {}, { idempotencyKey: key, userId: randomUUID() });
      expect(someoneElse.id).not.toBe(first.id);
    });

    it('gives nothing to somebody who is no member any more, or may only read', async () => {
      const tenant = under.tenant();
      const key = { idempotencyKey: randomUUID(), userId: randomUUID() };
      const first = await under.create(tenant, {}, key);
      for (const role of [null, 'viewer'] as const) {
        expect(await refusal(under.create(tenant, {}, { ...key, role }))).toMatchObject({ code: 'forbidden' });
      }
      const noMember = refusal(under.create(tenant, {}, { ...key, role: null, businessId: null, payerId: null }));
      expect(await noMember).toMatchObject({ code: 'no_business' });
      expect(await under.create(tenant, {}, key)).toEqual(first);
    });
  });

  describe('the plan', () => {
    it('6 parallel at 4 of 5: one is created (S62)', async () => {
      const tenant = under.tenant({ tier: 'free' });
      for (let made = 0; made < 4; made += 1) {
        await under.create(tenant);
      }
      const answers = await Promise.all(Array.from({ length: 6 }, () => refusal(under.create(tenant))));
      expect(answers.filter((answer) => 'answered' in answer)).toHaveLength(1);
      const refused = answers.filter((answer) => 'code' in answer);
      expect(refused).toHaveLength(5);
      for (const answer of refused) {
        expect(answer).toMatchObject({
          code: 'upgrade_required',
          message: expect.stringContaining('Post limit reached'),
        });
      }
      expect(
        await under.sql('SELECT 1 AS row FROM posts WHERE business_id = $1', [tenant.caller.businessId]),
      ).toHaveLength(5);
    });

    it('100 at once for the last one, 20 times: one is created, whichever call it is (F59)', async () => {
      for (let round = 0; round < 20; round += 1) {
        const tenant = under.tenant({ tier: 'free' });
        const [first] = [
          await under.create(tenant),
          await under.create(tenant),
          await under.create(tenant),
          await under.create(tenant),
        ];
        const calls = Array.from({ length: 100 }, (_, index) =>
          refusal(
            index % 2 === 0 ? under.create(tenant) : under.rpc(schedulingRpc.postDuplicate, { id: first.id }, tenant),
          ),
        );
        expect((await Promise.all(calls)).filter((answer) => 'answered' in answer)).toHaveLength(1);
        const rows = await under.sql('SELECT 1 AS row FROM posts WHERE business_id = $1', [tenant.caller.businessId]);
        expect(rows).toHaveLength(5);
      }
    }, 120_000);

    it('deleting does not refill it', async () => {
      const tenant = under.tenant({ tier: 'free' });
      const post = await under.create(tenant);
      await under.rpc(schedulingRpc.postDelete, { id: post.id }, tenant);
      expect(await under.rpc(schedulingRpc.usageGet, { payerId: tenant.payerId }, tenant)).toMatchObject({ used: 1 });
    });

    it("a stranger's usage is not found", async () => {
      const ask = under.rpc(schedulingRpc.usageGet, { payerId: under.tenant().payerId }, under.tenant());
      expect(await refusal(ask)).toMatchObject({ code: 'not_found' });
    });
  });
});
