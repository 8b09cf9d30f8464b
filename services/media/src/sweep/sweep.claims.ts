import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { keysOfPhoto } from '../photos/index.ts';
import { MOST_TRIES } from '../renditions/index.ts';
import { objectKeys } from '../storage/index.ts';
import type { RenditionOutput } from '../pictures/index.ts';

/** How far a sweep has come: the last business that was looked at, and the last key while it is not done with it. */
export interface SweepPlace {
  readonly businessId: string;
  readonly afterKey: string | null;
  /** Objects without a name that it has found so far. */
  readonly orphans: number;
  /** Which sweep this is. */
  readonly sweep: number;
}

export interface SweptPhoto {
  readonly id: string;
  readonly state: 'pending' | 'ready' | 'failed';
  readonly outputs: readonly RenditionOutput[] | null;
}

/** Before the first business: every id is greater. */
export const FIRST_PLACE: SweepPlace = {
  businessId: '00000000-0000-0000-0000-000000000000',
  afterKey: null,
  orphans: 0,
  sweep: 1,
};

/** Compares the bucket with the rows of all tenants. */
@Injectable()
export class SweepClaims {
  async place(tx: Tx): Promise<SweepPlace> {
    const [row] = await tx.query<SweepPlace>(
      'SELECT last_business AS "businessId", after_key AS "afterKey", orphans, sweep FROM storage_sweeps',
    );
    return row ?? FIRST_PLACE;
  }

  /** Changes nothing once another process has ended this sweep. */
  async moveTo(tx: Tx, { businessId, afterKey, orphans, sweep }: SweepPlace): Promise<void> {
    await tx.execute(
      `INSERT INTO storage_sweeps AS s (last_business, after_key, orphans, sweep) VALUES ($1, $2, $3, $4)
       ON CONFLICT (is_only) DO UPDATE SET last_business = excluded.last_business, after_key = excluded.after_key,
         orphans = excluded.orphans WHERE s.sweep = excluded.sweep`,
      [businessId, afterKey, orphans, sweep],
    );
  }

  /** Writes down what a sweep has found; returns how many of them no sweep knew. */
  async holdBack(tx: Tx, sweep: number, keys: readonly string[]): Promise<number> {
    const known = await tx.execute('UPDATE orphaned_objects SET last_sweep = $2 WHERE object_key = ANY ($1)', [
      keys,
      sweep,
    ]);
    await tx.execute(
      `INSERT INTO orphaned_objects (object_key, first_sweep, last_sweep) SELECT key, $2, $2 FROM unnest($1::text[]) AS key
       ON CONFLICT (object_key) DO NOTHING`,
      [keys, sweep],
    );
    return keys.length - known;
  }

  /** Takes out up to `limit` of those that an earlier sweep had found, too. */
  async takeFoundAgain(tx: Tx, sweep: number, limit: number): Promise<string[]> {
    const rows = await tx.query<{ key: string }>(
      `DELETE FROM orphaned_objects WHERE object_key IN
         (SELECT object_key FROM orphaned_objects WHERE last_sweep = $1 AND first_sweep <> $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING object_key AS key`,
      [sweep, limit],
    );
    return rows.map(({ key }) => key);
  }

  /** The next one begins at the first business. What this one has found waits for it; the others are named again, or gone. */
  async end(tx: Tx, sweep: number, keeps: 'what it found' | 'nothing'): Promise<void> {
    const ended = await tx.execute(
      `UPDATE storage_sweeps SET last_business = $2, after_key = NULL, orphans = 0, sweep = sweep + 1 WHERE sweep = $1`,
      [sweep, FIRST_PLACE.businessId],
    );
    if (ended > 0) {
      await tx.execute('DELETE FROM orphaned_objects WHERE $2 OR last_sweep <> $1', [sweep, keeps === 'nothing']);
    }
  }

  /** The next business that has photos; null behind the last. */
  async nextBusiness(tx: Tx, after: string): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(
      'SELECT business_id AS id FROM photos WHERE business_id > $1 ORDER BY business_id LIMIT 1',
      [after],
    );
    return row?.id ?? null;
  }

  /** Which of these ids have a row. */
  async existing(
    tx: Tx,
    table: 'photos' | 'transfers' | 'scratch_pictures',
    ids: readonly string[],
  ): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(`SELECT id FROM ${table} WHERE id = ANY ($1)`, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * The keys of all objects that these photos have or may be given: the names that every photo has, those of its look, and whatever its row
   * lists. A deleted photo that can still be brought back is in a table of its own.
   */
  async keysOfPhotos(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{
      id: string;
      businessId: string;
      lookId: string | null;
      outputs: readonly RenditionOutput[] | null;
    }>(
      `SELECT p.id, p.business_id AS "businessId", p.look_id AS "lookId", r.outputs
       FROM photos p LEFT JOIN renditions r ON r.id = p.id WHERE p.id = ANY ($1)
       UNION ALL SELECT d.id, d.business_id, (d.photo ->> 'look_id')::uuid, d.rendition -> 'outputs'
       FROM deleted_photos d WHERE d.id = ANY ($1)`,
      [ids],
    );
    return new Set(
      rows.flatMap(({ id, businessId, lookId, outputs }) => [
        ...keysOfPhoto(businessId, id, lookId),
        ...(outputs ?? []).map(({ name }) => objectKeys.rendition(businessId, id, name)),
      ]),
    );
  }

  /** The keys of the segments that these exports or imports consist of. */
  async segments(tx: Tx, kind: 'export' | 'import', ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ key: string }>(
      `SELECT object_key AS key FROM ${kind}_segments WHERE ${kind}_id = ANY ($1)`,
      [ids],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Which of these objects are on the list of deletions already. */
  async doomed(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ key: string }>(
      'SELECT object_key AS key FROM object_deletions WHERE object_key = ANY ($1)',
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /** Photos of a business behind one and up to another (null: to the end) that are older than any upload takes. */
  photosBetween(tx: Tx, businessId: string, after: string, upTo: string | null, limit: number): Promise<SweptPhoto[]> {
    return tx.query(
      `SELECT p.id, r.state, r.outputs FROM photos p JOIN renditions r ON r.id = p.id
       WHERE p.business_id = $1 AND p.id > $2 AND ($3::uuid IS NULL OR p.id <= $3) AND p.created_at < now() - interval '1 hour'
       ORDER BY p.id LIMIT $4`,
      [businessId, after, upTo, limit],
    );
  }

  /** Its pictures are derived once more. */
  async deriveAgain(tx: Tx, photoId: string): Promise<void> {
    await tx.execute(
      `UPDATE renditions SET state = 'pending', outputs = NULL, ready_at = now(), lease_until = '-infinity', tries = 0
       WHERE id = $1 AND state = 'ready'`,
      [photoId],
    );
  }

  /** Pictures that could not be derived are tried once more: a machine that was too busy for them is not so every day. */
  async tryAgain(tx: Tx, photoIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE renditions SET state = 'pending', ready_at = now(), lease_until = '-infinity', tries = $2
       WHERE id = ANY ($1) AND state = 'failed'`,
      [photoIds, MOST_TRIES - 1],
    );
  }

  /** Which of these uploads in parts nobody knows (any more). */
  async unknownParts<T extends { readonly key: string; readonly multipartId: string }>(
    tx: Tx,
    parts: readonly T[],
  ): Promise<T[]> {
    const rows = await tx.query<{ id: string }>(
      'SELECT multipart_id AS id FROM transfers WHERE multipart_id = ANY ($1)',
      [parts.map(({ multipartId }) => multipartId)],
    );
    const known = new Set(rows.map(({ id }) => id));
    return parts.filter(({ multipartId }) => !known.has(multipartId));
  }
}
