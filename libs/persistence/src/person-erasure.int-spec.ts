import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Loops, Random, ShutdownRegistry, SystemClock } from '@postloom/chassis';
import { eventually } from '@postloom/testing';
import { WorkerTools } from './leased-worker.ts';
import { Leases } from './leases.ts';
import { PersonErasurePlan, PersonErasureWorker, quotaSteps } from './person-erasure.worker.ts';
import { Scope } from './scope.ts';
import { openFixture, quietLogger } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';
import { Tombstones } from './tombstones.ts';
import type { Tx } from './tx.ts';

const tombstones = new Tombstones();
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(8);
});
afterAll(() => fixture.close());

const shutdowns: ShutdownRegistry[] = [];
afterEach(async () => {
  for (const shutdown of shutdowns.splice(0)) {
    await shutdown.run('stop-intake');
    await shutdown.run('drain');
  }
});

const sql = <R extends object>(text: string, params: unknown[] = []) =>
  fixture.uow.run(Scope.global(), (tx) => tx.query<R>(text, params));

/** A process that erases people; `receipts` are those that it gave. */
function begin(options: { isUnderWay?: () => boolean; failsAtReceipt?: number } = {}) {
  const receipts: { erasureId: string; rowsDeleted: number }[] = [];
  let failures = options.failsAtReceipt ?? 0;
  class Plan extends PersonErasurePlan {
    override readonly steps = quotaSteps;
    override isUnderWay(): Promise<boolean> {
      return Promise.resolve(options.isUnderWay?.() ?? false);
    }
    override done(tx: Tx, receipt: { erasureId: string; rowsDeleted: number }): Promise<void> {
      if (failures > 0) {
        failures -= 1;
        return Promise.reject(new Error('the process is gone'));
      }
      tx.afterCommit(() => void receipts.push(receipt));
      return Promise.resolve();
    }
  }
  const clock = new SystemClock();
  const shutdown = new ShutdownRegistry(quietLogger);
  shutdowns.push(shutdown);
  const loops = new Loops(clock, new Random(), quietLogger, shutdown);
  const worker = new PersonErasureWorker(
    new WorkerTools(fixture.uow, loops, new Leases(), quietLogger, clock, shutdown),
    new Plan(),
  );
  worker.onModuleInit();
  loops.begin();
  return { worker, receipts };
}

const person = () => ({ erasureId: randomUUID(), userId: randomUUID() });

async function settle(userId: string): Promise<void> {
  await sql(`INSERT INTO entitlements (payer_id, tier, period_anchor, version) VALUES ($1, 'free', now(), 1)`, [
    userId,
  ]);
  await sql(`INSERT INTO usage (payer_id, metric, period_start) VALUES ($1, 'posts', '2026-11-01Z')`, [userId]);
  await sql(
    `INSERT INTO reservations (id, payer_id, metric, period_start, amount, expires_at)
     SELECT gen_random_uuid(), $1, 'posts', '2026-11-01Z', 1, now() + interval '1 hour' FROM generate_series(1, 620)`,
    [userId],
  );
  await sql(
    `INSERT INTO idempotency_keys (user_id, business_id, call, key, body_hash) VALUES ($1, gen_random_uuid(), 'c', 'k', 'h')`,
    [userId],
  );
}
const rowsOf = async (userId: string): Promise<number> => {
  const [row] = await sql<{ n: number }>(
    `SELECT ((SELECT count(*) FROM entitlements WHERE payer_id = $1) + (SELECT count(*) FROM usage WHERE payer_id = $1)
      + (SELECT count(*) FROM reservations WHERE payer_id = $1)
      + (SELECT count(*) FROM idempotency_keys WHERE user_id = $1::text))::int AS n`,
    [userId],
  );
  return row?.n ?? 0;
};
const bury = (one: { erasureId: string; userId: string }, businesses = 0) =>
  fixture.uow.run(Scope.global(), (tx) => tombstones.buryPerson(tx, { ...one, businesses }));
const age = (erasureId: string) =>
  sql(`UPDATE person_erasures SET requested_at = now() - interval '1 hour', ready_at = '-infinity' WHERE id = $1`, [
    erasureId,
  ]);
const erasureOf = async (erasureId: string) =>
  (
    await sql<{ user_id: string | null; emptied_at: Date | null }>(
      'SELECT user_id, emptied_at FROM person_erasures WHERE id = $1',
      [erasureId],
    )
  )[0];

describe('the erasure of a person', () => {
  it('deletes what is theirs alone, gives one receipt after a last look, and then does not know them', async () => {
    const [gone, kept] = [person(), person()];
    await Promise.all([settle(gone.userId), settle(kept.userId)]);
    const { worker, receipts } = begin();
    await bury(gone);
    await bury(gone); // told twice
    worker.wake();
    await eventually('their rows are gone', async () => expect(await rowsOf(gone.userId)).toBe(0));
    expect(await rowsOf(kept.userId)).toBe(623);
    expect(receipts).toEqual([]);
    // Written by a request whose session ended with the deletion.
    await sql(
      `INSERT INTO idempotency_keys (user_id, business_id, call, key, body_hash) VALUES ($1, gen_random_uuid(), 'c', 'k', 'h')`,
      [gone.userId],
    );
    await age(gone.erasureId);
    worker.wake();
    await eventually('the receipt is there', () => expect(receipts).toHaveLength(1), { timeoutMs: 20_000 });
    expect(receipts).toEqual([{ erasureId: gone.erasureId, rowsDeleted: 624 }]);
    expect(await rowsOf(gone.userId)).toBe(0);
    expect(await erasureOf(gone.erasureId)).toMatchObject({ user_id: null, emptied_at: expect.any(Date) });
    expect(await sql('SELECT 1 AS one FROM person_erasures t WHERE strpos(t::text, $1) > 0', [gone.userId])).toEqual(
      [],
    );
    await fixture.uow.run(Scope.global(), async (tx) => {
      expect(await tombstones.isErasedPerson(tx, gone.userId)).toBe(true);
      expect(await tombstones.isErasedPerson(tx, kept.userId)).toBe(false);
    });
  });

  it('waits for every business that was deleted with them', async () => {
    const gone = person();
    const [one, two] = [randomUUID(), randomUUID()];
    const { worker, receipts } = begin();
    await bury(gone, 2);
    await age(gone.erasureId);
    const buryBusiness = (id: string) =>
      fixture.uow.run(Scope.business(id), (tx) => tombstones.bury(tx, id, gone.erasureId));
    const empty = (id: string) => sql('UPDATE erasures SET emptied_at = now(), rows_deleted = 5 WHERE id = $1', [id]);
    const looks = async () => {
      const [row] = await sql<{ lease_epoch: number }>('SELECT lease_epoch FROM person_erasures WHERE id = $1', [
        gone.erasureId,
      ]);
      return row?.lease_epoch ?? 0;
    };
    /** Until the worker has looked once more and found that it is too early. */
    const lookedAgain = async () => {
      const before = await looks();
      await age(gone.erasureId);
      worker.wake();
      await eventually('it has looked', async () => expect(await looks()).toBeGreaterThan(before));
    };
    await buryBusiness(one);
    await empty(one);
    await lookedAgain(); // the event about the other one is still under way
    // Buried before by somebody who knew nothing of the person.
    await fixture.uow.run(Scope.business(two), (tx) => tombstones.bury(tx, two));
    await buryBusiness(two);
    await lookedAgain();
    expect(receipts).toEqual([]);
    await empty(two);
    await age(gone.erasureId);
    worker.wake();
    await eventually('the receipt is there', () => expect(receipts).toHaveLength(1), { timeoutMs: 20_000 });
    expect(receipts[0]?.rowsDeleted).toBe(10);
  });

  it('waits for what is still to be done outside the database', async () => {
    const gone = person();
    let isUnderWay = true;
    let looked = 0;
    const { worker, receipts } = begin({
      isUnderWay: () => {
        looked += 1;
        return isUnderWay;
      },
    });
    await bury(gone);
    await age(gone.erasureId);
    worker.wake();
    await eventually('it has looked', () => expect(looked).toBeGreaterThan(0));
    expect(receipts).toEqual([]);
    isUnderWay = false;
    await eventually('the receipt is there', async () => {
      await age(gone.erasureId);
      worker.wake();
      expect(receipts).toHaveLength(1);
    });
  });

  it('takes what was told of their businesses out of the outbox and the parked events, and leaves the deletions', async () => {
    const gone = person();
    const [theirs, others] = [randomUUID(), randomUUID()];
    const tell = (businessId: string, subject: string, published = true) =>
      sql(
        `INSERT INTO outbox (id, subject, at, business_id, entity_id, version, data, published_at)
         SELECT gen_random_uuid(), $2, now(), $1, 'e', 1, '{"caption":"canary"}', CASE WHEN $3 THEN now() END FROM generate_series(1, 5100)`,
        [businessId, subject, published],
      );
    await tell(theirs, 'scheduling.target.due.v1');
    await tell(others, 'scheduling.target.due.v1');
    await sql(
      `INSERT INTO outbox (id, subject, at, business_id, entity_id, version, data, published_at)
       VALUES (gen_random_uuid(), 'identity.business.deleted.v1', now(), $1, 'e', 2, '{}', now())`,
      [theirs],
    );
    for (const businessId of [theirs, others]) {
      await sql(
        `INSERT INTO inbox (handler, event_id, event_day, state, tries, error, envelope)
         VALUES ('h', gen_random_uuid(), now()::date, 'parked', 8, 'x', jsonb_build_object('businessId', $1::text))`,
        [businessId],
      );
    }
    const told = (businessId: string) =>
      sql<{ subject: string; n: number }>(
        'SELECT subject, count(*)::int AS n FROM outbox WHERE business_id = $1 GROUP BY subject',
        [businessId],
      );
    const { worker, receipts } = begin();
    await fixture.uow.run(Scope.business(theirs), (tx) => tombstones.bury(tx, theirs, gone.erasureId));
    await sql('UPDATE erasures SET emptied_at = now() WHERE id = $1', [theirs]);
    await bury(gone, 1);
    await age(gone.erasureId);
    worker.wake();
    await eventually('the receipt is there', () => expect(receipts).toHaveLength(1), { timeoutMs: 20_000 });
    expect(await told(theirs)).toEqual([{ subject: 'identity.business.deleted.v1', n: 1 }]);
    expect(await told(others)).toEqual([{ subject: 'scheduling.target.due.v1', n: 5_100 }]);
    expect(await sql(`SELECT envelope FROM inbox WHERE state = 'parked'`)).toEqual([
      { envelope: { businessId: others } },
    ]);
  });

  it('gives no second receipt when somebody wakes what is done', async () => {
    const done = person();
    const { worker, receipts } = begin();
    // Each round ends after another one's receipt, so what was woken has had its turn.
    for (const one of [done, person(), person(), person()]) {
      await bury(one);
      await age(one.erasureId);
      await age(done.erasureId);
      worker.wake();
      await eventually('the receipt is there', () =>
        expect(receipts.map(({ erasureId }) => erasureId)).toContain(one.erasureId),
      );
    }
    expect(receipts).toHaveLength(4);
  });

  it('gives its receipt once although the first try dies with it', async () => {
    const gone = person();
    const { worker, receipts } = begin({ failsAtReceipt: 2 });
    await bury(gone);
    await age(gone.erasureId);
    worker.wake();
    await eventually('the receipt is there', () => expect(receipts).toHaveLength(1), { timeoutMs: 20_000 });
    expect((await erasureOf(gone.erasureId))?.user_id).toBeNull();
  });
});
