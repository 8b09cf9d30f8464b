import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger, runWithTraceparent } from '@postloom/chassis';
import { AppError, defineEvent } from '@postloom/contracts';
import { eventually, testPooler } from '@postloom/testing';
import { z } from 'zod';
import { Scope } from './scope.ts';
import { isUniqueViolation, sqlState } from './sql-errors.ts';
import { openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';
import { countNotes, insertNote } from './testing/notes.ts';
import type { Tx } from './tx.ts';

const noteWritten = defineEvent('scheduling.note.written.v1', z.object({ noteId: z.uuid(), length: z.number() }));
const business = randomUUID();
const system = Scope.system('test looks at everything');
let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

describe('Uow', () => {
  it('commits all or nothing, and gives the result of the work', async () => {
    const [kept, lost] = [randomUUID(), randomUUID()];
    const result = await fixture.uow.run(Scope.business(business), async (tx) => {
      await insertNote(tx, kept);
      return 'done';
    });
    expect(result).toBe('done');
    const failure = new AppError('not_found');
    await expect(
      fixture.uow.run(Scope.business(business), async (tx) => {
        await insertNote(tx, lost);
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect([await countNotes(fixture, kept), await countNotes(fixture, lost)]).toEqual([1, 0]);
  });

  it('plans a statement once when asked to, whatever its values are', async () => {
    // A pooler's clients prepare nothing.
    const expected = testPooler() === 'off' ? { customPlans: 0, runs: 30 } : undefined;
    const counted = await fixture.uow.run(
      Scope.global(),
      async (tx) => {
        const update = `UPDATE outbox SET published_at = now() FROM unnest($1::uuid[], $2::timestamptz[]) AS sent(id, created_at)
          WHERE outbox.id = sent.id AND outbox.created_at = sent.created_at`;
        for (let run = 0; run < 50; run += 1) {
          await tx.query(update, [[randomUUID()], [new Date()]]);
        }
        const [plans] = await tx.query<{ customPlans: number; runs: number }>(
          `SELECT custom_plans::int AS "customPlans", generic_plans::int AS runs FROM pg_prepared_statements
           WHERE statement LIKE 'UPDATE outbox%unnest%'`,
        );
        return plans;
      },
      { genericPlans: true },
    );
    expect(counted).toEqual(expected);
  });

  it('refuses to call a rolled back transaction a success when an error inside was swallowed', async () => {
    const id = randomUUID();
    await fixture.uow.run(Scope.business(business), (tx) => insertNote(tx, id));
    await expect(
      fixture.uow.run(Scope.business(business), async (tx) => {
        await insertNote(tx, id).catch(() => undefined);
      }),
    ).rejects.toThrow(/swallowed/);
  });

  it('lets constraint errors through, recognisable', async () => {
    const id = randomUUID();
    const twice = fixture.uow.run(Scope.business(business), async (tx) => {
      await insertNote(tx, id);
      await insertNote(tx, id);
    });
    const error: unknown = await twice.catch((caught: unknown) => caught);
    expect(isUniqueViolation(error, 'notes_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
  });

  it.each([
    ['a row that a check refuses', `INSERT INTO feed_cursors (producer, handler, position) VALUES ('p', $1, NULL)`],
    ['a value that is none', 'SELECT $1::text::uuid'],
    ['a value that is none, in JSON', 'SELECT $1::text::jsonb'],
  ])('keeps what a person wrote out of its errors: %s', async (_what, sql) => {
    const secret = 'grandma’s "secret" recipe';
    const sink: string[] = [];
    const logger = createLogger(
      'test',
      'info',
      new Writable({ write: (chunk: Buffer, _encoding, done) => (sink.push(chunk.toString()), done()) }),
    );
    const failed: unknown = await fixture.uow
      .run(Scope.global(), async (tx) => {
        await tx.query(sql, [secret]).catch((error: unknown) => {
          logger.error('inside', { error });
          throw error;
        });
      })
      .catch((error: unknown) => error);
    logger.error('outside', { error: failed });
    expect(sink).toHaveLength(2);
    expect(sink.join('') + inspect(failed, { depth: 9, showHidden: true })).not.toMatch(/grandma|secret|recipe/);
    expect(sqlState(failed)).toMatch(/^(23502|22P02)$/);
  });

  it('names the constraint, table and state of a refused row, without the row', async () => {
    const id = randomUUID();
    const refused = fixture.uow.run(Scope.global(), (tx) =>
      // A table without row-level security: under it the server itself keeps the key to itself.
      tx.query('INSERT INTO lanes (id) VALUES ($1), ($1)', [id]),
    );
    await expect(refused).rejects.toMatchObject({ code: '23505', constraint: 'lanes_pkey', table: 'lanes' });
    const error: unknown = await refused.catch((caught: unknown) => caught);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(id);
  });

  it('refuses writes in a read-only transaction and gives its connection back', async () => {
    await expect(fixture.uow.run(Scope.business(business), (tx) => insertNote(tx), { readOnly: true })).rejects.toThrow(
      /read-only/,
    );
    for (let round = 0; round < 20; round += 1) {
      await fixture.uow.run(Scope.business(business), (tx) => tx.query('SELECT 1'), { readOnly: true });
    }
    await eventually('all connections are back', () => {
      const { pool } = fixture.connections;
      expect(pool.idleCount).toBe(pool.totalCount);
    });
  });

  it('gives bigint as number, a day as text, an instant as Date', async () => {
    const [row] = await fixture.uow.run(Scope.global(), (tx) =>
      tx.query(
        `SELECT 5000000000::bigint AS big, date '2026-11-20' AS day, timestamptz '2026-11-20 10:00Z' AS at, count(*) AS n FROM lanes`,
      ),
    );
    expect(row).toEqual({
      big: 5_000_000_000,
      day: '2026-11-20',
      at: new Date('2026-11-20T10:00:00Z'),
      n: expect.any(Number),
    });
  });

  it('ends a statement that takes too long with deadline', async () => {
    await expect(
      fixture.uow.run(Scope.global(), (tx) => tx.query('SELECT pg_sleep(5)'), { timeoutMs: 50 }),
    ).rejects.toMatchObject({ code: 'deadline' });
  });

  it('cannot be used after its end', async () => {
    let escaped: Tx | undefined;
    await fixture.uow.run(Scope.global(), (tx) => {
      escaped = tx;
      return Promise.resolve();
    });
    await expect(escaped?.query('SELECT 1')).rejects.toThrow(/ended/);
  });

  it('runs what was asked for after the commit, only after it, and never after a rollback', async () => {
    const id = randomUUID();
    const seen: number[] = [];
    await fixture.uow.run(Scope.business(business), async (tx) => {
      tx.afterCommit(async () => void seen.push(await countNotes(fixture, id)));
      await insertNote(tx, id);
    });
    await eventually('the callback ran', () => expect(seen).toEqual([1]));
    let ran = false;
    await fixture.uow
      .run(Scope.global(), (tx) => {
        tx.afterCommit(() => void (ran = true));
        return Promise.reject(new Error('no'));
      })
      .catch(() => undefined);
    expect(ran).toBe(false);
  });
});

describe('tenant isolation', () => {
  const mine = randomUUID();
  const foreign = randomUUID();

  beforeAll(async () => {
    await fixture.uow.run(Scope.business(foreign), (tx) => insertNote(tx, mine, 'foreign'));
  });

  it('shows, changes and accepts only rows of the business of the scope', async () => {
    await fixture.uow.run(Scope.business(business), async (tx) => {
      expect(await tx.query('SELECT * FROM notes WHERE id = $1', [mine])).toEqual([]);
      expect(await tx.execute(`UPDATE notes SET text = 'taken' WHERE id = $1`, [mine])).toBe(0);
      expect(await tx.execute('DELETE FROM notes WHERE id = $1', [mine])).toBe(0);
    });
    await expect(
      fixture.uow.run(Scope.business(business), (tx) =>
        tx.execute('INSERT INTO notes (id, business_id, text) VALUES ($1, $2, $3)', [
          randomUUID(),
          foreign,
          'smuggled',
        ]),
      ),
    ).rejects.toThrow(/row-level security/);
  });

  it('fails without a tenant instead of showing nothing or everything: global scope, no scope, and a connection used before', async () => {
    await expect(fixture.uow.run(Scope.global(), (tx) => tx.query('SELECT * FROM notes'))).rejects.toThrow(/uuid/);
    const { connections, uow } = fixture.another(1);
    const { pool } = connections;
    // Behind a pooler even a new connection may have a past.
    await expect(pool.query('SELECT * FROM notes')).rejects.toThrow(testPooler() === 'off' ? /app\.scope/ : /uuid/);
    await uow.run(Scope.business(foreign), async (tx) => expect(await tx.query('SELECT * FROM notes')).toHaveLength(1));
    await uow.run(system, async (tx) => expect((await tx.query('SELECT * FROM notes')).length).toBeGreaterThan(1));
    // The same connection again: the settings of the transactions before must be gone.
    expect(pool.totalCount).toBe(1);
    await expect(pool.query('SELECT * FROM notes')).rejects.toThrow(/uuid/);
  });

  it('gives the rows of all businesses to the login role of workers, and to no setting of a normal connection', async () => {
    const all = (tx: Tx): Promise<object[]> => tx.query('SELECT business_id FROM notes WHERE id = $1', [mine]);
    expect(await fixture.uow.run(system, all)).toEqual([{ business_id: foreign }]);
    for (const scope of [Scope.business(business), Scope.global()]) {
      const pretended = fixture.uow.run(scope, async (tx) => {
        await tx.query(`SELECT set_config('app.scope', 'system', true)`);
        expect(await tx.execute('UPDATE notes SET n = n + 1')).toBe(0);
        return all(tx);
      });
      expect(await pretended).toEqual([]);
    }
    await expect(
      fixture.uow.run(Scope.global(), async (tx) => {
        await tx.query(`SELECT set_config('app.scope', 'system', true)`);
        await tx.execute('INSERT INTO notes (id, business_id, text) VALUES ($1, $2, $3)', [randomUUID(), foreign, 'x']);
      }),
    ).rejects.toThrow(/row-level security/);
  });

  it.each([
    ['system', system],
    ['business', Scope.business(business)],
  ])('lets two transactions of the %s scope change one row, one after the other', async (_name, scope) => {
    const id = randomUUID();
    await fixture.uow.run(Scope.business(business), (tx) => insertNote(tx, id));
    // Whoever waits for the row looks at its new version again, and Postgres then reads every setting of the policy.
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        fixture.uow.run(scope, async (tx) => {
          await tx.execute('UPDATE notes SET n = n + 1 WHERE id = $1', [id]);
          await tx.query('SELECT pg_sleep(0.02)');
        }),
      ),
    );
    const [row] = await fixture.uow.run(system, (tx) =>
      tx.query<{ n: number }>('SELECT n FROM notes WHERE id = $1', [id]),
    );
    expect(row?.n).toBe(4);
  });

  it('holds for the owner of the table too', async () => {
    const { Client } = (await import('pg')).default;
    const owner = new Client({ connectionString: fixture.database.ownerUrl });
    await owner.connect();
    await expect(owner.query('SELECT * FROM notes')).rejects.toThrow(/app\.scope/);
    await owner.end();
  });

  it('takes only a UUID as a business', () => {
    expect(() => Scope.business(`x', true); DROP TABLE notes; --`)).toThrow(AppError);
  });
});

describe('emit', () => {
  it('writes the event with the fact, with cause, trace and the database time, and wakes the relay after the commit', async () => {
    const id = randomUUID();
    const cause = randomUUID();
    let wakes = 0;
    fixture.uow.whenEmitted(() => (wakes += 1));
    await runWithTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', () =>
      fixture.uow.run(
        Scope.business(business),
        async (tx) => {
          await insertNote(tx, id);
          await tx.emit(noteWritten, {
            businessId: business,
            entityId: id,
            version: 3,
            data: { noteId: id, length: 1 },
          });
          await tx.emit(noteWritten, {
            businessId: null,
            entityId: id,
            version: 4,
            data: { noteId: id, length: 2 },
            at: new Date('2026-01-02T03:04:05.678Z'),
          });
          expect(wakes).toBe(0);
        },
        { cause },
      ),
    );
    expect(wakes).toBe(1);
    const rows = await fixture.uow.run(system, (tx) =>
      tx.query('SELECT * FROM outbox WHERE entity_id = $1 ORDER BY version', [id]),
    );
    expect(rows).toEqual([
      expect.objectContaining({
        subject: 'scheduling.note.written.v1',
        business_id: business,
        version: 3,
        cause,
        data: { noteId: id, length: 1 },
        traceparent: expect.stringContaining('0af7651916cd43dd8448eb211c80319c'),
        published_at: null,
      }),
      expect.objectContaining({ business_id: null, version: 4, at: new Date('2026-01-02T03:04:05.678Z') }),
    ]);
    expect(rows[0]).toMatchObject({ at: rows[0]?.['created_at'] });
  });

  it('leaves nothing behind when the transaction fails, also when only its commit fails', async () => {
    const id = randomUUID();
    const told = { businessId: business, entityId: id, version: 1, data: { noteId: id, length: 1 } };
    await expect(
      fixture.uow.run(Scope.business(business), async (tx) => {
        await tx.emit(noteWritten, told);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(
      fixture.uow.run(Scope.business(business), async (tx) => {
        await insertNote(tx, id);
        await tx.emit(noteWritten, { ...told, version: -1 });
      }),
    ).rejects.toThrow(/check/);
    const rows = await fixture.uow.run(system, (tx) => tx.query('SELECT 1 FROM outbox WHERE entity_id = $1', [id]));
    expect(rows).toEqual([]);
    expect(await countNotes(fixture, id)).toBe(0);
  });

  it('refuses data that breaks the contract, and cuts what the contract does not know', async () => {
    const id = randomUUID();
    await expect(
      fixture.uow.run(Scope.global(), (tx) =>
        tx.emit(noteWritten, { businessId: null, entityId: id, version: 1, data: { noteId: 'x', length: 1 } }),
      ),
    ).rejects.toThrow(/Invalid/);
    const data = { noteId: id, length: 1, token: 'secret' };
    await fixture.uow.run(Scope.global(), (tx) =>
      tx.emit(noteWritten, { businessId: null, entityId: id, version: 1, data }),
    );
    const [row] = await fixture.uow.run(system, (tx) => tx.query('SELECT data FROM outbox WHERE entity_id = $1', [id]));
    expect(row).toEqual({ data: { noteId: id, length: 1 } });
  });
});
