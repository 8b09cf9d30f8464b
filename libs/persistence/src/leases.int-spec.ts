import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FIRST_TURN, Leases } from './leases.ts';
import type { LeasedRow, ReadyAt } from './leases.ts';
import { Scope } from './scope.ts';
import { openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';
import type { Uow } from './uow.ts';

const leases = new Leases();
const system = Scope.system('test');
let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.uow.run(system, (tx) => tx.query('DELETE FROM lanes')));

async function add(count: number, kind = 'a'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await fixture.uow.run(system, (tx) =>
    tx.execute('INSERT INTO lanes (id, kind) SELECT unnest($1::uuid[]), $2', [ids, kind]),
  );
  return ids;
}

function claim(limit = 10, leaseSeconds = 30, uow: Uow = fixture.uow): Promise<LeasedRow[]> {
  return uow.run(system, (tx) => leases.claim(tx, { table: 'lanes', limit, leaseSeconds }));
}

function release(row: LeasedRow, readyAt: ReadyAt): Promise<boolean> {
  return fixture.uow.run(system, (tx) => leases.release(tx, 'lanes', row.id, row.lease_epoch, readyAt));
}

function postpone(row: LeasedRow, inSeconds: number): Promise<boolean> {
  return fixture.uow.run(system, (tx) => leases.postpone(tx, 'lanes', row.id, row.lease_epoch, inSeconds));
}

async function only(rows: Promise<LeasedRow[]>): Promise<LeasedRow> {
  const [row, ...others] = await rows;
  if (!row || others.length > 0) {
    throw new Error('exactly one row was expected');
  }
  return row;
}

/** Ends a lease as time would: by the database's clock. */
function letLeaseRunOut(id: string): Promise<number> {
  return fixture.uow.run(system, (tx) =>
    tx.execute(`UPDATE lanes SET lease_until = now() - interval '1 ms' WHERE id = $1`, [id]),
  );
}

describe('Leases', () => {
  it('gives every row to exactly one of many parallel claimers', async () => {
    const ids = await add(200);
    const other = fixture.another();
    const claimed: string[] = [];
    const worker = async (uow: Uow): Promise<void> => {
      for (;;) {
        const rows = await claim(7, 30, uow);
        if (rows.length === 0) {
          return;
        }
        claimed.push(...rows.map((row) => row.id));
      }
    };
    await Promise.all([worker(fixture.uow), worker(other.uow), worker(fixture.uow), worker(other.uow)]);
    expect(claimed).toHaveLength(200);
    expect([...claimed].sort()).toEqual([...ids].sort());
  });

  it('takes only what is ready and fits the condition, the longest waiting first', async () => {
    await add(1, 'b');
    const [late, early] = await add(2);
    const [sleeping] = await add(1);
    await fixture.uow.run(system, async (tx) => {
      await tx.execute(`UPDATE lanes SET ready_at = now() - interval '1 minute' WHERE id = $1`, [late]);
      await tx.execute(`UPDATE lanes SET ready_at = now() - interval '2 minutes' WHERE id = $1`, [early]);
      await tx.execute(`UPDATE lanes SET ready_at = 'infinity' WHERE id = $1`, [sleeping]);
    });
    const claimKind = (limit: number): Promise<LeasedRow[]> =>
      fixture.uow.run(system, (tx) =>
        leases.claim(tx, { table: 'lanes', limit, leaseSeconds: 30, where: 'kind = $1', params: ['a'] }),
      );
    expect((await claimKind(1)).map((row) => row.id)).toEqual([early]);
    expect((await claimKind(9)).map((row) => row.id)).toEqual([late]);
    expect(await claimKind(9)).toEqual([]);
  });

  it('fences a worker whose lease was taken over: its extension and release change nothing', async () => {
    await add(1);
    const zombie = await only(claim());
    await letLeaseRunOut(zombie.id);
    const owner = await only(claim());
    expect(owner.lease_epoch).toBe(zombie.lease_epoch + 1);
    const extend = (row: LeasedRow): Promise<boolean> =>
      fixture.uow.run(system, (tx) => leases.extend(tx, 'lanes', row.id, row.lease_epoch, 60));
    expect(await extend(zombie)).toBe(false);
    expect(await release(zombie, 'infinity')).toBe(false);
    expect(await extend(owner)).toBe(true);
    expect(await claim()).toEqual([]);
    expect(await release(owner, 'now')).toBe(true);
    expect((await only(claim())).id).toBe(owner.id);
  });

  it('does not revive a lease that has run out, even when nobody took the row yet', async () => {
    await add(1);
    const row = await only(claim());
    await letLeaseRunOut(row.id);
    const alive = await fixture.uow.run(system, (tx) => leases.extend(tx, 'lanes', row.id, row.lease_epoch, 60));
    expect(alive).toBe(false);
  });

  it('hands the row of a killed worker to another one when the lease is over', async () => {
    const [id] = await add(1);
    // A real process holds the lease and is killed with kill -9.
    const script = `
      import pg from 'pg';
      const client = new pg.Client({ connectionString: process.argv[1] });
      await client.connect();
      await client.query("BEGIN");
      await client.query("UPDATE lanes SET lease_epoch = lease_epoch + 1, lease_until = now() + interval '1 hour', ready_at = now()");
      await client.query("COMMIT");
      console.log('claimed');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, fixture.database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(await claim()).toEqual([]);
    child.kill('SIGKILL');
    expect(await claim()).toEqual([]);
    await letLeaseRunOut(id ?? '');
    const row = await only(claim());
    expect(row).toMatchObject({ id, lease_epoch: 2 });
  });

  it('asks only the clock of the database', async () => {
    await add(1);
    const row = await only(claim(1, 600));
    const [clock] = await fixture.uow.run(system, (tx) =>
      tx.query<{ left: number }>('SELECT extract(epoch FROM lease_until - now())::float8 AS left FROM lanes'),
    );
    expect(clock?.left).toBeGreaterThan(500);
    expect(clock?.left).toBeLessThanOrEqual(600);
    const realNow = Date.now;
    Date.now = () => realNow() + 3_600_000; // a process whose clock runs an hour ahead takes nothing early
    try {
      expect(await claim()).toEqual([]);
      expect(await release(row, { inSeconds: 600 })).toBe(true);
      expect(await claim()).toEqual([]);
    } finally {
      Date.now = realNow;
    }
  });

  it('counts each claim as a try, also of a worker that never came back; success forgets them', async () => {
    await add(1);
    const killed = await only(claim());
    expect(killed.tries).toBe(1);
    await letLeaseRunOut(killed.id);
    const failing = await only(claim());
    expect(failing.tries).toBe(2);
    expect(await postpone(failing, 0)).toBe(true);
    const working = await only(claim());
    expect(working.tries).toBe(3);
    expect(await release(working, 'now')).toBe(true);
    expect((await only(claim())).tries).toBe(1);
  });

  it('ends with the next time it was given', async () => {
    await add(1);
    expect(await release(await only(claim()), { inSeconds: 30 })).toBe(true);
    const [waiting] = await fixture.uow.run(system, (tx) =>
      tx.query<{ left: number }>('SELECT extract(epoch FROM ready_at - now())::float8 AS left FROM lanes'),
    );
    expect(waiting?.left).toBeGreaterThan(28);
    expect(waiting?.left).toBeLessThanOrEqual(30);
    expect(await claim()).toEqual([]);
    await fixture.uow.run(system, (tx) => tx.execute('UPDATE lanes SET ready_at = now()'));
    const at = new Date('2100-01-01T10:00:00Z');
    expect(await release(await only(claim()), at)).toBe(true);
    const [last] = await fixture.uow.run(system, (tx) => tx.query('SELECT ready_at FROM lanes'));
    expect(last).toEqual({ ready_at: at });
  });

  it('knows what is ready and how long the oldest has waited', async () => {
    const backlog = () => fixture.uow.run(system, (tx) => leases.backlog(tx, 'lanes', `kind = 'a'`));
    expect(await backlog()).toEqual({ ready: 0, oldestSeconds: 0 });
    await add(3);
    await add(1, 'b');
    await fixture.uow.run(system, (tx) =>
      tx.execute(
        `UPDATE lanes SET ready_at = now() - interval '90 s' WHERE id = (SELECT id FROM lanes WHERE kind = 'a' LIMIT 1)`,
      ),
    );
    const { ready, oldestSeconds } = await backlog();
    expect(ready).toBe(3);
    expect(oldestSeconds).toBeGreaterThanOrEqual(90);
    expect(oldestSeconds).toBeLessThan(120);
  });

  it('never loses a wake-up that comes while the row is leased', async () => {
    await add(1);
    const row = await only(claim());
    await fixture.uow.run(system, (tx) => leases.wake(tx, 'lanes', row.id));
    expect(await claim()).toEqual([]); // the lease still holds
    expect(await release(row, 'infinity')).toBe(true); // the worker had read the row before the wake-up
    expect((await only(claim())).id).toBe(row.id);
  });

  it('uses its index, also under row-level security', async () => {
    const plan = await fixture.uow.run(system, async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT id FROM lanes WHERE greatest(ready_at, lease_until) <= now() ORDER BY greatest(ready_at, lease_until) LIMIT 5 FOR UPDATE SKIP LOCKED`,
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('lanes_ready');
  });

  it('takes only plain table names', async () => {
    await expect(
      fixture.uow.run(system, (tx) => leases.wake(tx, 'lanes; DROP TABLE lanes', randomUUID())),
    ).rejects.toThrow(/plain table name/);
  });
});

describe('fair claims', () => {
  const flood = '11111111-1111-4111-8111-111111111111';
  const quiet = ['00000000-0000-4000-8000-000000000001', '22222222-2222-4222-8222-222222222222'];
  const addOf = (businessId: string, count: number, ready = 'now()') =>
    fixture.uow.run(system, (tx) =>
      tx.execute(
        `INSERT INTO chores (id, business_id, ready_at) SELECT gen_random_uuid(), $1, ${ready} FROM generate_series(1, $2)`,
        [businessId, count],
      ),
    );
  const claimFairly = (limit: number, turn: { after: string }) =>
    fixture.uow.run(system, (tx) =>
      leases.claimFairly<LeasedRow & { business_id: string }>(
        tx,
        { table: 'chores', limit, leaseSeconds: 30, turnsBy: 'business_id' },
        turn,
      ),
    );
  beforeEach(() => fixture.uow.run(system, (tx) => tx.query('DELETE FROM chores')));

  it('give each business a turn before one of them gets its second, however many rows it has', async () => {
    await addOf(flood, 500, `now() - interval '1 hour'`);
    for (const businessId of quiet) {
      await addOf(businessId, 2);
    }
    const turn = { after: FIRST_TURN };
    const first = await claimFairly(3, turn);
    expect(first.map((row) => row.business_id).sort()).toEqual([...quiet, flood].sort());
    // One slot at a time, as they become free: six of seven turns go round, whatever is left over goes to the oldest.
    const next: string[] = [];
    for (let slot = 0; slot < 4; slot += 1) {
      next.push(...(await claimFairly(1, turn)).map((row) => row.business_id));
    }
    expect(quiet.every((businessId) => next.includes(businessId))).toBe(true);
  });

  it('fill what the round leaves free with the oldest, and give every row once', async () => {
    await addOf(flood, 20);
    await addOf(quiet[0] ?? '', 3);
    const turn = { after: FIRST_TURN };
    const claimed = (
      await Promise.all([claimFairly(8, turn), claimFairly(8, { after: flood }), claimFairly(8, { after: FIRST_TURN })])
    ).flat();
    const rest = await claimFairly(50, { after: FIRST_TURN });
    expect(new Set([...claimed, ...rest].map((row) => row.id)).size).toBe(23);
    expect(claimed.length + rest.length).toBe(23);
    expect(await claimFairly(8, turn)).toEqual([]);
  });

  it('come round to the last business also past many whose rows are leased or wait', async () => {
    await fixture.uow.run(system, (tx) =>
      tx.execute(
        `INSERT INTO chores (id, business_id, ready_at) SELECT gen_random_uuid(),
          ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, now() + interval '1 hour' FROM generate_series(1, 100) AS n`,
      ),
    );
    await addOf(flood, 500, `now() - interval '1 hour'`);
    await addOf(quiet[1] ?? '', 1);
    const turn = { after: FIRST_TURN };
    const served: string[] = [];
    for (let slot = 0; slot < 12; slot += 1) {
      served.push(...(await claimFairly(1, turn)).map((row) => row.business_id));
    }
    expect(served).toContain(quiet[1]);
  });

  it('leave alone what is not ready', async () => {
    await addOf(flood, 3, `now() + interval '1 minute'`);
    await addOf(quiet[0] ?? '', 2, `'infinity'`);
    expect(await claimFairly(8, { after: FIRST_TURN })).toEqual([]);
  });
});
