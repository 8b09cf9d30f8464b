import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Loops, Random, ShutdownRegistry, SystemClock } from '@postloom/chassis';
import { eventually } from '@postloom/testing';
import { ErasurePlan, ErasureWorker } from './erasure.worker.ts';
import type { ErasureStep } from './erasure.worker.ts';
import { Housekeeping } from './housekeeping.ts';
import { LeasedTableWorker, WorkerTools } from './leased-worker.ts';
import type { LeasedTableSettings, Run } from './leased-worker.ts';
import { Leases } from './leases.ts';
import type { LeasedRow } from './leases.ts';
import { Scope } from './scope.ts';
import { openFixture, quietLogger } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';
import { Tombstones } from './tombstones.ts';

const system = Scope.system('test');
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture(8);
});
afterAll(() => fixture.close());

/** One process: its loops, started, and stopped in order. */
class Pod {
  readonly shutdown = new ShutdownRegistry(quietLogger);
  private readonly clock = new SystemClock();
  private readonly loops = new Loops(this.clock, new Random(), quietLogger, this.shutdown);
  readonly tools = new WorkerTools(fixture.uow, this.loops, new Leases(), quietLogger, this.clock, this.shutdown);

  begin(...workers: { onModuleInit(): void }[]): void {
    workers.forEach((worker) => worker.onModuleInit());
    this.loops.begin();
  }

  async stop(): Promise<void> {
    await this.shutdown.run('stop-intake');
    await this.shutdown.run('drain');
  }
}

const pods: Pod[] = [];
const pod = (): Pod => {
  const one = new Pod();
  pods.push(one);
  return one;
};
afterEach(async () => {
  await Promise.all(pods.splice(0).map((one) => one.stop()));
});

const sql = <R extends object>(text: string, params: unknown[] = []) =>
  fixture.uow.run(system, (tx) => tx.query<R>(text, params));

describe('a leased worker', () => {
  class LaneWorker extends LeasedTableWorker<LeasedRow> {
    readonly begun: LeasedRow[] = [];
    most = 0;
    private active = 0;

    constructor(
      tools: WorkerTools,
      private readonly act: (row: LeasedRow, run: Run) => Promise<void>,
      settings: Partial<LeasedTableSettings> = {},
    ) {
      super(tools, {
        ...{ name: 'test lanes', slots: 2, pollMs: 20, table: 'lanes', leaseSeconds: 30, scope: system },
        ...settings,
      });
    }

    protected override async work(row: LeasedRow, run: Run): Promise<void> {
      this.begun.push(row);
      this.active += 1;
      this.most = Math.max(this.most, this.active);
      try {
        await this.act(row, run);
      } finally {
        this.active -= 1;
      }
    }
  }
  const add = (count: number) =>
    sql('INSERT INTO lanes (id) SELECT gen_random_uuid() FROM generate_series(1, $1)', [count]);
  beforeEach(() => sql('DELETE FROM lanes'));

  it('goes on in the other slots while one row takes its time, and never works on more than it has slots', async () => {
    await add(12);
    const one = pod();
    let letGo = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const worker: LaneWorker = new LaneWorker(one.tools, async (row) => {
      if (worker.begun.length === 1) {
        await slow;
      }
      await fixture.uow.run(system, (tx) => one.tools.leases.release(tx, 'lanes', row.id, row.lease_epoch, 'infinity'));
    });
    one.begin(worker);
    await eventually('all the others are done', async () => {
      expect(await sql(`SELECT id FROM lanes WHERE ready_at = 'infinity'`)).toHaveLength(11);
    });
    expect(worker.most).toBe(2);
    letGo();
    await eventually('and the slow one', async () => {
      expect(await sql(`SELECT id FROM lanes WHERE ready_at = 'infinity'`)).toHaveLength(12);
    });
  });

  it('gives back a row whose work fails, with its tries, and later each time', async () => {
    await add(1);
    const one = pod();
    const worker = new LaneWorker(one.tools, () => Promise.reject(new Error('no')));
    one.begin(worker);
    await eventually('it was tried twice', () => expect(worker.begun.length).toBeGreaterThanOrEqual(2));
    expect(worker.begun.map(({ tries }) => tries).slice(0, 2)).toEqual([1, 2]);
    await eventually('it waits two seconds', async () => {
      const [row] = await sql<{ free: boolean; wait: number }>(
        `SELECT lease_until = '-infinity' AS free, extract(epoch FROM ready_at - now())::float8 AS wait FROM lanes`,
      );
      expect(row?.free).toBe(true);
      expect(row?.wait).toBeGreaterThan(1);
    });
  });

  describe('whose work takes longer than its lease', () => {
    /** The first process has the only row, and works on it until `end`; the second one looks for rows. */
    const begun = async (settings: Partial<LeasedTableSettings>) => {
      await add(1);
      const { promise, resolve: end } = Promise.withResolvers<void>();
      const [first, second] = [pod(), pod()] as const;
      const worker = new LaneWorker(first.tools, () => promise, settings);
      const other = new LaneWorker(second.tools, () => promise, settings);
      first.begin(worker);
      await eventually('it is worked on', () => expect(worker.begun).toHaveLength(1));
      second.begin(other);
      return { lease: worker.begun[0]?.lease_until, other, end };
    };

    it('keeps its row by signs of life', async () => {
      const { lease, other, end } = await begun({ leaseSeconds: 3, keptForSeconds: 60 });
      await eventually('its first lease is over', async () => {
        const rows = await sql('SELECT id FROM lanes WHERE now() > $1 AND lease_until > now()', [lease]);
        expect(rows).toHaveLength(1);
      });
      expect(other.begun).toEqual([]);
      end();
    });

    it('loses it when it hangs', async () => {
      const { other, end } = await begun({ leaseSeconds: 1, keptForSeconds: 1 });
      await eventually('another process has taken it over', () => expect(other.begun.length).toBeGreaterThan(0));
      end();
    });
  });

  it('finishes what runs when the process stops, signals it, and claims nothing more', async () => {
    await add(3);
    const one = pod();
    let finished = 0;
    const worker = new LaneWorker(one.tools, async (_row, { signal }) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      finished += 1;
    });
    one.begin(worker);
    await eventually('both slots are taken', () => expect(worker.begun).toHaveLength(2));
    await one.stop();
    expect(finished).toBe(2);
    expect(worker.begun).toHaveLength(2);
  });
});

describe('housekeeping', () => {
  beforeEach(() => sql('DELETE FROM housekeeping'));

  it('is done by one of many processes, as often as the job says and not once per process', async () => {
    let runs = 0;
    let parallel = 0;
    let most = 0;
    for (let index = 0; index < 4; index += 1) {
      const one = pod();
      const housekeeping = new Housekeeping(one.tools);
      housekeeping.add({
        name: 'dust',
        everySeconds: 3_600,
        run: async () => {
          runs += 1;
          parallel += 1;
          most = Math.max(most, parallel);
          await sql('SELECT pg_sleep(0.02)');
          parallel -= 1;
          return runs % 3 !== 0;
        },
      });
      one.begin(housekeeping);
    }
    await eventually('the job has run', async () => {
      const [row] = await sql<{ wait: number }>(
        `SELECT extract(epoch FROM ready_at - now())::float8 AS wait FROM housekeeping WHERE id = 'dust'`,
      );
      expect(row?.wait).toBeGreaterThan(3_000);
    });
    expect(most).toBe(1);
    expect(runs).toBe(3);
  });

  it('refuses two jobs of one name', () => {
    const housekeeping = new Housekeeping(pod().tools);
    const job = { name: 'dust', everySeconds: 1, run: () => Promise.resolve() };
    housekeeping.add(job);
    expect(() => housekeeping.add(job)).toThrow('"dust"');
  });
});

describe('an erasure', () => {
  const tombstones = new Tombstones();
  const business = () => randomUUID();
  const addNotes = (businessId: string, count: number) =>
    sql(`INSERT INTO notes (id, business_id, text) SELECT gen_random_uuid(), $1, 'x' FROM generate_series(1, $2)`, [
      businessId,
      count,
    ]);
  const bury = (businessId: string) =>
    fixture.uow.run(Scope.business(businessId), (tx) => tombstones.bury(tx, businessId));
  const erasure = async (businessId: string) => {
    const [row] = await sql<{ emptied_at: Date | null; rows_deleted: number }>(
      'SELECT emptied_at, rows_deleted FROM erasures WHERE id = $1',
      [businessId],
    );
    return row;
  };
  const notes = async (businessId: string) =>
    (await sql('SELECT 1 AS one FROM notes WHERE business_id = $1', [businessId])).length;
  const begin = (steps: readonly ErasureStep[] = [{ table: 'notes' }]) => {
    class Plan extends ErasurePlan {
      override readonly steps = steps;
    }
    const one = pod();
    const worker = new ErasureWorker(one.tools, new Plan());
    one.begin(worker);
    return worker;
  };
  /** As if the deletion had been so long ago that every concurrent transaction has ended. */
  const age = (businessId: string) =>
    sql(`UPDATE erasures SET requested_at = now() - interval '1 hour', ready_at = now() WHERE id = $1`, [businessId]);

  it('deletes in batches what belongs to the business alone, and gives the receipt after a last look', async () => {
    const [gone, kept] = [business(), business()];
    await addNotes(gone, 1_203);
    await addNotes(kept, 3);
    await bury(gone);
    const batches: number[] = [];
    const worker = begin([
      {
        table: 'notes',
        erase: async (tx, businessId, limit) => {
          const deleted = await tx.execute(
            'DELETE FROM notes WHERE id IN (SELECT id FROM notes WHERE business_id = $1 LIMIT $2)',
            [businessId, limit],
          );
          batches.push(deleted);
          return deleted;
        },
      },
    ]);
    await eventually('its rows are gone', async () => expect(await notes(gone)).toBe(0));
    expect(Math.max(...batches)).toBe(500);
    expect(await notes(kept)).toBe(3);
    await eventually('it waits for its last look', async () => {
      const [row] = await sql(
        `SELECT 1 AS one FROM erasures WHERE id = $1 AND ready_at > now() + interval '1 minute'`,
        [gone],
      );
      expect(row).toBeDefined();
    });
    expect((await erasure(gone))?.emptied_at).toBeNull();
    await addNotes(gone, 1); // of a transaction that ran beside the deletion
    await age(gone);
    worker.wake();
    await eventually('the receipt is there', async () => expect((await erasure(gone))?.emptied_at).not.toBeNull());
    expect(await notes(gone)).toBe(0);
    expect((await erasure(gone))?.rows_deleted).toBe(1_204);
  });

  it('is carried on by another process when one dies in the middle', async () => {
    const gone = business();
    await addNotes(gone, 600);
    await bury(gone);
    // The claim of a process that was killed after its first batch.
    await sql(
      `UPDATE erasures SET lease_epoch = 7, lease_until = now() + interval '1 s', rows_deleted = 500 WHERE id = $1`,
      [gone],
    );
    begin();
    await eventually('its rows are gone', async () => expect(await notes(gone)).toBe(0), { timeoutMs: 15_000 });
  });

  it('gives no receipt while a table holds a row that may not go yet', async () => {
    const gone = business();
    await addNotes(gone, 2);
    await bury(gone);
    await age(gone);
    let mayGo = false;
    begin([
      {
        table: 'notes',
        erase: (tx, businessId) =>
          mayGo ? tx.execute('DELETE FROM notes WHERE business_id = $1', [businessId]) : Promise.resolve(0),
      },
    ]);
    await eventually('it comes back in some seconds', async () => {
      const [row] = await sql(`SELECT 1 AS one FROM erasures WHERE id = $1 AND ready_at > now() AND tries = 0`, [gone]);
      expect(row).toBeDefined();
    });
    expect((await erasure(gone))?.emptied_at).toBeNull();
    mayGo = true;
    await eventually('the receipt is there', async () => expect((await erasure(gone))?.emptied_at).not.toBeNull(), {
      timeoutMs: 20_000,
    });
    expect(await notes(gone)).toBe(0);
  });

  it('waits for a writer that is about to commit, and refuses the next one', async () => {
    const gone = business();
    let commit: (() => void) | undefined;
    const writing = fixture.uow.run(Scope.business(gone), async (tx) => {
      await tombstones.refuseErased(tx, gone);
      await tx.execute(`INSERT INTO notes (id, business_id, text) VALUES ($1, $2, 'x')`, [randomUUID(), gone]);
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await eventually('the writer writes', () => expect(commit).toBeDefined());
    const burying = bury(gone);
    await eventually('the deletion waits for its lock', async () => {
      expect(await sql(`SELECT 1 AS one FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).toHaveLength(1);
    });
    commit?.();
    await Promise.all([writing, burying]);
    await expect(
      fixture.uow.run(Scope.business(gone), (tx) => tombstones.refuseErased(tx, gone)),
    ).rejects.toMatchObject({ code: 'not_found' });
    begin();
    await eventually('its row is gone', async () => expect(await notes(gone)).toBe(0));
  });

  it('takes over the tombstones that a pod of the version before writes', async () => {
    const gone = business();
    await sql(`INSERT INTO business_payers (business_id, payer_id, version, deleted_at) VALUES ($1, $2, 1, NULL)`, [
      gone,
      randomUUID(),
    ]);
    expect(await erasure(gone)).toBeUndefined();
    await sql('UPDATE business_payers SET deleted_at = now() WHERE business_id = $1', [gone]);
    expect(await erasure(gone)).toBeDefined();
  });
});
