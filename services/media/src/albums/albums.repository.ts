import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Album } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, ListOrder, PageQuery, Tx } from '@postloom/persistence';
import { PictureAddresses, picturePath } from '../photos/index.ts';
import { renditionNames } from '../pictures/index.ts';

interface AlbumRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly parent_id: string | null;
  readonly photo_count: number;
  /** Its newest photo, while that can be shown, and what names the pictures of its look. */
  readonly cover_id: string | null;
  readonly cover_look_id: string | null;
  readonly created_at: Date;
}

const COLUMNS = `a.id, a.name, a.description, a.parent_id, a.created_at,
  coalesce((SELECT c.photos FROM library_counts c WHERE c.business_id = a.business_id AND c.album_id = a.id), 0) AS photo_count,
  cover.id AS cover_id, cover.look_id AS cover_look_id`;
/** The cover of each is one step in `photos_by_album`, whatever the photo's state: an album may hold 100,000 of them. */
const ALBUMS = `albums a LEFT JOIN LATERAL (
    SELECT CASE WHEN p.status = 'ready' THEN p.id END AS id, p.look_id FROM photos p
     WHERE p.business_id = a.business_id AND p.album_id = a.id ORDER BY p.created_at DESC, p.id DESC LIMIT 1) cover ON true`;

const newestFirst = {
  name: 'newest albums',
  sort: 'a.created_at',
  type: 'timestamptz',
  id: 'a.id',
  direction: 'DESC',
} as const;
/** Each after the one that it stands in. */
const byLevel = {
  name: 'albums by level',
  sort: 'a.level::text || lower(a.name)',
  type: 'text',
  id: 'a.id',
  direction: 'ASC',
} as const;

@Injectable()
export class AlbumsRepository {
  constructor(private readonly addresses: PictureAddresses) {}

  /** Newest first. @throws AppError validation_failed for a cursor that was not issued here */
  list(tx: Tx, businessId: string, query: PageQuery): Promise<List<Album>> {
    return this.sorted(tx, businessId, query, newestFirst);
  }

  /** Each after the one that it stands in: for whoever makes them one after the other. */
  fromTheTop(tx: Tx, businessId: string, query: PageQuery): Promise<List<Album>> {
    return this.sorted(tx, businessId, query, byLevel);
  }

  private async sorted(tx: Tx, businessId: string, query: PageQuery, order: ListOrder): Promise<List<Album>> {
    const page = listPage(order, query, [businessId]);
    const rows = await tx.query<AlbumRow & { position: string }>(
      `SELECT ${COLUMNS}, ${page.position} AS position FROM ${ALBUMS}
        WHERE a.business_id = $1 AND a.closing_at IS NULL ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(
      rows,
      (row) => this.shown(businessId, row),
      () => this.count(tx, businessId),
    );
  }

  /** @throws AppError not_found */
  async get(tx: Tx, businessId: string, id: string): Promise<Album> {
    const [row] = await tx.query<AlbumRow>(
      `SELECT ${COLUMNS} FROM ${ALBUMS} WHERE a.business_id = $1 AND a.id = $2 AND a.closing_at IS NULL`,
      [businessId, id],
    );
    if (!row) {
      throw new AppError('not_found');
    }
    return this.shown(businessId, row);
  }

  /** Also one that is being emptied. */
  async exists(tx: Tx, businessId: string, id: string): Promise<boolean> {
    const rows = await tx.query('SELECT 1 AS one FROM albums WHERE business_id = $1 AND id = $2', [businessId, id]);
    return rows.length > 0;
  }

  /** Whoever adds, moves or deletes albums of this business waits for the end of the transaction. Taken before any album is locked. */
  async lockTree(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`albums ${businessId}`]);
  }

  /** The number of albums, for a caller that wants to add one; locks the tree. */
  async countForOneMore(tx: Tx, businessId: string): Promise<number> {
    await this.lockTree(tx, businessId);
    return this.count(tx, businessId);
  }

  /** Where each album stands; there are at most 1,000. */
  places(tx: Tx, businessId: string): Promise<{ id: string; parentId: string | null }[]> {
    return tx.query('SELECT id, parent_id AS "parentId" FROM albums WHERE business_id = $1 AND closing_at IS NULL', [
      businessId,
    ]);
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
    album: { id: string; businessId: string; name: string; description: string | null; parentId: string | null },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO albums (id, business_id, name, description, parent_id, parent_level)
       VALUES ($1, $2, $3, $4, $5, (SELECT p.level FROM albums p WHERE p.business_id = $2 AND p.id = $5))`,
      [album.id, album.businessId, album.name, album.description, album.parentId],
    );
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

  /** The tree must be locked, and the album fit there. @throws AppError not_found */
  async move(tx: Tx, businessId: string, id: string, parentId: string | null): Promise<void> {
    const moved = await tx.execute(
      `UPDATE albums SET parent_id = $3, version = version + 1, updated_at = now(),
         parent_level = (SELECT p.level FROM albums p WHERE p.business_id = $1 AND p.id = $3)
       WHERE business_id = $1 AND id = $2 AND closing_at IS NULL`,
      [businessId, id, parentId],
    );
    if (moved === 0) {
      throw new AppError('not_found');
    }
  }

  /** The albums inside this one move up to where it stands. The tree must be locked. */
  async lift(tx: Tx, businessId: string, id: string): Promise<void> {
    await tx.query(
      `UPDATE albums a SET parent_id = p.parent_id, parent_level = p.parent_level, version = a.version + 1, updated_at = now()
       FROM albums p WHERE p.business_id = $1 AND p.id = $2 AND a.business_id = $1 AND a.parent_id = p.id`,
      [businessId, id],
    );
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

  private shown(businessId: string, row: AlbumRow): Album {
    const cover = row.cover_id && { business_id: businessId, id: row.cover_id, look_id: row.cover_look_id };
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      parentId: row.parent_id,
      photoCount: row.photo_count,
      cover: cover ? this.addresses.of(picturePath(cover, renditionNames['200'])) : null,
      createdAt: row.created_at.toISOString(),
    };
  }
}
