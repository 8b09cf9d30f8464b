import { randomUUID } from 'node:crypto';
import { Scope } from '../scope.ts';
import type { Tx } from '../tx.ts';
import type { Fixture } from './fixture.ts';

/** A row of the fixture's tenant table, of the business of the transaction. */
export function insertNote(tx: Tx, id: string = randomUUID(), text = 'x'): Promise<number> {
  return tx.execute('INSERT INTO notes (id, business_id, text) VALUES ($1, $2, $3)', [id, tx.scope.businessId, text]);
}

/** How many rows with this id there are, of all businesses. */
export async function countNotes(fixture: Fixture, id: string): Promise<number> {
  const rows = await fixture.uow.run(Scope.system('test looks at everything'), (tx) =>
    tx.query('SELECT 1 FROM notes WHERE id = $1', [id]),
  );
  return rows.length;
}
