import type { Tx } from '@postloom/persistence';

export interface EffectCounts {
  readonly rows: number;
  readonly events: number;
  readonly numbers: number;
}

/** The tables of the tests of messaging. */
export class EffectsRepository {
  async add(tx: Tx, handler: string, eventId: string, n: number): Promise<void> {
    await tx.query('INSERT INTO effects (handler, event_id, n) VALUES ($1, $2, $3)', [handler, eventId, n]);
  }

  /** The rule for every projection: only a greater version changes it. */
  async move(tx: Tx, entityId: string, place: string, version: number): Promise<void> {
    await tx.query(
      `INSERT INTO places (entity_id, place, version) VALUES ($1, $2, $3)
       ON CONFLICT (entity_id) DO UPDATE SET place = excluded.place, version = excluded.version WHERE places.version < excluded.version`,
      [entityId, place, version],
    );
  }

  async counts(tx: Tx, handler: string): Promise<EffectCounts> {
    const [row] = await tx.query<EffectCounts>(
      `SELECT count(*)::int AS rows, count(DISTINCT event_id)::int AS events, count(DISTINCT n)::int AS numbers
       FROM effects WHERE handler = $1`,
      [handler],
    );
    return row ?? { rows: 0, events: 0, numbers: 0 };
  }

  async place(tx: Tx, entityId: string): Promise<string | undefined> {
    const [row] = await tx.query<{ place: string }>('SELECT place FROM places WHERE entity_id = $1', [entityId]);
    return row?.place;
  }

  async unpublished(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox WHERE published_at IS NULL');
    return row?.n ?? 0;
  }
}
