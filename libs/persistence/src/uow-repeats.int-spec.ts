import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Scope } from './scope.ts';
import { openFixture } from './testing/fixture.ts';
import type { Fixture } from './testing/fixture.ts';
import { countNotes, insertNote } from './testing/notes.ts';

const business = randomUUID();
const system = Scope.system('test looks at everything');
let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

describe('repeats', () => {
  it('repeats the whole closure after a real deadlock, and both sides succeed', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await fixture.uow.run(Scope.business(business), async (tx) => {
      await insertNote(tx, first);
      await insertNote(tx, second);
    });
    let runs = 0;
    let arrived = 0;
    let open: () => void;
    const both = new Promise<void>((resolve) => (open = resolve));
    const crossing = (one: string, other: string): Promise<void> =>
      fixture.uow.run(Scope.business(business), async (tx) => {
        runs += 1;
        await tx.execute('UPDATE notes SET n = n + 1 WHERE id = $1', [one]);
        arrived += 1;
        if (arrived === 2) {
          open();
        }
        await both; // each holds one row now and asks for the other's
        await tx.execute('UPDATE notes SET n = n + 1 WHERE id = $1', [other]);
      });
    await Promise.all([crossing(first, second), crossing(second, first)]);
    expect(runs).toBe(3); // one was chosen as the victim and ran again from its beginning
    const rows = await fixture.uow.run(system, (tx) =>
      tx.query<{ n: number }>('SELECT n FROM notes WHERE id IN ($1, $2)', [first, second]),
    );
    expect(rows.map((row) => row.n)).toEqual([2, 2]);
  });

  it('repeats after a serialization failure and gives up with conflict after three repeats', async () => {
    const id = randomUUID();
    await fixture.uow.run(Scope.business(business), (tx) => insertNote(tx, id));
    const { uow } = fixture.another(2);
    let runs = 0;
    const collide = (times: number): Promise<void> =>
      fixture.uow.run(
        Scope.business(business),
        async (tx) => {
          runs += 1;
          await tx.query('SELECT n FROM notes WHERE id = $1', [id]);
          if (runs <= times) {
            await uow.run(Scope.business(business), (other) =>
              other.execute('UPDATE notes SET n = n + 10 WHERE id = $1', [id]),
            );
          }
          await tx.execute('UPDATE notes SET n = n + 1 WHERE id = $1', [id]);
        },
        { isolation: 'repeatable read' },
      );
    await collide(2);
    expect(runs).toBe(3);
    runs = 0;
    await expect(collide(99)).rejects.toMatchObject({ code: 'conflict' });
    expect(runs).toBe(4);
  });

  it('repeats when the connection is lost before the commit', async () => {
    const id = randomUUID();
    let runs = 0;
    await fixture.uow.run(Scope.business(business), async (tx) => {
      runs += 1;
      await insertNote(tx, id);
      if (runs === 1) {
        await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
      }
    });
    expect(runs).toBe(2);
    expect(await countNotes(fixture, id)).toBe(1);
  });

  it('answers unavailable when there is no database', async () => {
    const { connections, uow } = fixture.another(1);
    await connections.close();
    await expect(uow.run(Scope.global(), (tx) => tx.query('SELECT 1'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('goes on when a prepared statement meets a changed table', async () => {
    const read = (): Promise<unknown> =>
      fixture.uow.run(system, (tx) => tx.query('SELECT * FROM lanes WHERE kind = $1', ['none']));
    for (let round = 0; round < 30; round += 1) {
      await read();
    }
    const { Client } = (await import('pg')).default;
    const owner = new Client({ connectionString: fixture.database.ownerUrl });
    await owner.connect();
    await owner.query('ALTER TABLE lanes ADD COLUMN added int');
    await owner.end();
    for (let round = 0; round < 10; round += 1) {
      await read();
    }
  });
});
