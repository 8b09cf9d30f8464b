import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Album } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';

interface AlbumRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly photo_count: number;
  readonly created_at: Date;
}

const COLUMNS = `a.id, a.name, a.description, a.created_at,
  coalesce((SELECT c.photos FROM library_counts c WHERE c.business_id = a.business_id AND c.album_id = a.id), 0) AS photo_count`;

const byName = { name: 'albums', sort: 'lower(a.name)', type: 'text', id: 'a.id', direction: 'ASC' } as const;

@Injectable()
export class AlbumsRepository {
  /** Sorted by name. @throws AppError validation_failed for a cursor that was not issued here */
  async list(tx: Tx, businessId: string, query: PageQuery): Promise<List<Album>> {
    const page = listPage(byName, query, [businessId]);
    const rows = await tx.query<AlbumRow & { position: string }>(
      `SELECT ${COLUMNS}, ${page.position} AS position FROM albums a
        WHERE a.business_id = $1 AND a.closing_at IS NULL ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, toAlbum, () => this.count(tx, businessId));
  }

  /** @throws AppError not_found */
  async get(tx: Tx, businessId: string, id: string): Promise<Album> {
    const [row] = await tx.query<AlbumRow>(
      `SELECT ${COLUMNS} FROM albums a WHERE a.business_id = $1 AND a.id = $2 AND a.closing_at IS NULL`,
      [businessId, id],
    );
    if (!row) {
      throw new AppError('not_found');
    }
    return toAlbum(row);
  }

  /** Also one that is being emptied. */
  async exists(tx: Tx, businessId: string, id: string): Promise<boolean> {
    const rows = await tx.query('SELECT 1 AS one FROM albums WHERE business_id = $1 AND id = $2', [businessId, id]);
    return rows.length > 0;
  }

  /** The number of albums; serialises callers that want to add one until the end of the transaction. */
  async countForOneMore(tx: Tx, businessId: string): Promise<number> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`albums ${businessId}`]);
    return this.count(tx, businessId);
  }

  private async count(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ albums: number }>(
      'SELECT count(*)::int AS albums FROM albums WHERE business_id = $1 AND closing_at IS NULL',
      [businessId],
    );
    return row?.albums ?? 0;
  }

  async insert(
    tx: Tx,
    album: { id: string; businessId: string; name: string; description: string | null },
  ): Promise<void> {
    await tx.query('INSERT INTO albums (id, business_id, name, description) VALUES ($1, $2, $3, $4)', [
      album.id,
      album.businessId,
      album.name,
      album.description,
    ]);
  }

  /** @throws AppError not_found */
  async update(
    tx: Tx,
    businessId: string,
    id: string,
    changes: { name?: string; description?: string | null },
  ): Promise<void> {
    const changed = await tx.execute(
      `UPDATE albums SET name = coalesce($3, name), description = CASE WHEN $4 THEN $5 ELSE description END,
         version = version + 1, updated_at = now()
       WHERE business_id = $1 AND id = $2 AND closing_at IS NULL`,
      [businessId, id, changes.name ?? null, changes.description !== undefined, changes.description ?? null],
    );
    if (changed === 0) {
      throw new AppError('not_found');
    }
  }

  /**
   * Hides the album from here on. Waits for transactions that hold it, and makes later ones wait until it is gone.
   * @throws AppError not_found
   */
  async close(tx: Tx, businessId: string, id: string): Promise<{ name: string; version: number }> {
    // A plain UPDATE does not wait for the FOR KEY SHARE locks of those transactions.
    const [row] = await tx.query<{ name: string; version: number }>(
      `UPDATE albums SET closing_at = now(), version = version + 1, updated_at = now()
       WHERE business_id = $1
         AND id IN (SELECT id FROM albums WHERE business_id = $1 AND id = $2 AND closing_at IS NULL FOR UPDATE)
       RETURNING name, version`,
      [businessId, id],
    );
    if (!row) {
      throw new AppError('not_found');
    }
    return row;
  }

  async remove(tx: Tx, businessId: string, id: string): Promise<void> {
    await tx.query(
      `WITH counted AS (DELETE FROM library_counts WHERE business_id = $1 AND album_id = $2)
       DELETE FROM albums WHERE business_id = $1 AND id = $2`,
      [businessId, id],
    );
  }
}

function toAlbum(row: AlbumRow): Album {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    photoCount: row.photo_count,
    createdAt: row.created_at.toISOString(),
  };
}
