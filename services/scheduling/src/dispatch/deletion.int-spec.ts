import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@postloom/contracts';
import type { Post } from '@postloom/contracts';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { eventually } from '@postloom/testing';
import { SchedulingUnderTest } from '../testing/scheduling-under-test.ts';
import { DueTargetsClaims } from './due-targets.claims.ts';

describe('a handover beside the deletion of its business (F58)', () => {
  let under: SchedulingUnderTest;
  let uow: Uow;
  beforeAll(async () => {
    under = await SchedulingUnderTest.start();
    uow = under.service.get(Uow);
  });
  afterAll(() => under.close());

  /** Due for this transaction alone, so that no other dispatcher has it. */
  const claimed = async (tx: Tx, post: Post): Promise<number> => {
    await tx.execute('UPDATE post_targets SET due_at = now() WHERE post_id = $1', [post.id]);
    return (await under.service.get(DueTargetsClaims).claim(tx, 100)).length;
  };
  const everywhere = Scope.system('due targets of all businesses');

  it('that has begun is waited for: nothing is handed over after the deletion has committed', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    const { businessId } = tenant.caller;
    const [begun, mayEnd] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const handover = uow.run(
      everywhere,
      async (tx) => {
        begun.resolve(await claimed(tx, post));
        await mayEnd.promise;
      },
      { timeoutMs: 30_000 },
    );
    try {
      expect(await begun.promise).toBe(1);
      const data = { businessId, payerId: tenant.payerId };
      await under.service.emitFrom(identityEvents.businessDeleted, {
        businessId,
        entityId: businessId,
        version: 9,
        data,
      });
      await eventually('the deletion waits', async () => {
        const waiting = `SELECT 1 AS row FROM pg_locks l JOIN pg_database d ON d.oid = l.database
          WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
        expect(await under.sql(waiting)).toHaveLength(1);
      });
    } finally {
      mayEnd.resolve();
      await handover;
    }
    await eventually('then it goes on', async () => {
      const deleted = 'SELECT 1 AS row FROM business_refs WHERE business_id = $1 AND deleted_at IS NOT NULL';
      expect(await under.sql(deleted, [businessId])).toHaveLength(1);
    });
  });

  it('that would begin while the deletion commits is left to the next round, which finds it deleted', async () => {
    const tenant = under.tenant({ platforms: ['instagram'] });
    const post = await under.schedule(tenant);
    const [buried, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deletion = uow.run(Scope.global(), async (tx) => {
      await under.service.get(Tombstones).bury(tx, tenant.caller.businessId);
      buried.resolve();
      await mayEnd.promise;
    });
    try {
      await buried.promise;
      expect(await uow.run(everywhere, (tx) => claimed(tx, post))).toBe(0);
    } finally {
      mayEnd.resolve();
      await deletion;
    }
  });
});
