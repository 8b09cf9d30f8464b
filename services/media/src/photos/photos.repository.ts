import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { mediaRpc, ParsedInputOf, Photo } from '@postloom/contracts';
import type { List, Tx } from '@postloom/persistence';
import { listQuery } from './list-query.ts';
import { toPhoto } from './photo-row.ts';
import type { PhotoRow } from './photo-row.ts';

export interface NewPhoto {
  readonly id: string;
  readonly businessId: string;
  readonly payerId: string;
  readonly uploadId: string;
  readonly filename: string;
  readonly originalName: string;
  readonly fileSize: number;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  readonly sha256: string;
  readonly altText?: string | null;
  /** Must be locked (`holdAlbum`). */
  readonly albumId?: string | null;
}

/** A photo and the version carried by its event. */
export interface VersionedPhoto {
  readonly photo: Photo;
  readonly version: number;
}

/** An album that is being emptied no longer counts as one. */
const COLUMNS = `p.id, p.business_id, p.filename, p.original_name, p.file_size, p.width, p.height, p.mime_type, p.alt_text,
  (SELECT a.id FROM albums a WHERE a.id = p.album_id AND a.closing_at IS NULL) AS album_id, p.sha256, p.status, p.version, p.created_at,
  (SELECT count(*)::int FROM photo_posts u WHERE u.business_id = p.business_id AND u.photo_id = p.id) AS used_in_posts`;

@Injectable()
export class PhotosRepository {
  /** Null when this upload already has a photo. */
  async insert(tx: Tx, photo: NewPhoto): Promise<Photo | null> {
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, file_size, width, height, mime_type, sha256, alt_text, album_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING RETURNING id`,
      [
        photo.id,
        photo.businessId,
        photo.payerId,
        photo.uploadId,
        photo.filename,
        photo.originalName,
        photo.fileSize,
        photo.width,
        photo.height,
        photo.mimeType,
        photo.sha256,
        photo.altText ?? null,
        photo.albumId ?? null,
      ],
    );
    if (rows.length === 0) {
      return null;
    }
    await tx.query('INSERT INTO renditions (id, business_id) VALUES ($1, $2)', [photo.id, photo.businessId]);
    return this.get(tx, photo.businessId, photo.id);
  }

  /** @throws AppError not_found */
  async get(tx: Tx, businessId: string, id: string): Promise<Photo> {
    const [photo] = await this.byIds(tx, businessId, [id]);
    if (!photo) {
      throw new AppError('not_found');
    }
    return photo;
  }

  async byIds(tx: Tx, businessId: string, ids: readonly string[]): Promise<Photo[]> {
    const rows = await tx.query<PhotoRow>(
      `SELECT ${COLUMNS} FROM photos p WHERE p.business_id = $1 AND p.id = ANY ($2)`,
      [businessId, ids],
    );
    return rows.map(toPhoto);
  }

  async byUpload(tx: Tx, businessId: string, uploadId: string): Promise<Photo | null> {
    const [row] = await tx.query<PhotoRow>(
      `SELECT ${COLUMNS} FROM photos p WHERE p.business_id = $1 AND p.upload_id = $2`,
      [businessId, uploadId],
    );
    return row ? toPhoto(row) : null;
  }

  /** @throws AppError validation_failed for a cursor that was not issued here */
  async list(tx: Tx, businessId: string, query: ParsedInputOf<typeof mediaRpc.photoList>): Promise<List<Photo>> {
    const { where, page } = listQuery(businessId, query);
    const rows = await tx.query<PhotoRow & { position: string }>(
      `SELECT ${COLUMNS}, ${page.position} AS position FROM photos p
      WHERE ${where} ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(rows, toPhoto, () => this.count(tx, businessId, query));
  }

  async count(tx: Tx, businessId: string, query: ParsedInputOf<typeof mediaRpc.photoList> = {}): Promise<number> {
    const { where, parameters } = listQuery(businessId, query);
    const [row] = await tx.query<{ photos: number }>(
      `SELECT count(*)::int AS photos FROM photos p WHERE ${where}`,
      parameters,
    );
    return row?.photos ?? 0;
  }

  /** Returns the new version. The album must be locked (`holdAlbum`). @throws AppError not_found */
  async update(
    tx: Tx,
    businessId: string,
    id: string,
    changes: { originalName?: string; altText?: string | null; albumId?: string | null },
  ): Promise<number> {
    const [row] = await tx.query<{ version: number }>(
      `UPDATE photos SET original_name = coalesce($3, original_name), alt_text = CASE WHEN $4 THEN $5 ELSE alt_text END,
         album_id = CASE WHEN $6 THEN $7::uuid ELSE album_id END,
         version = version + 1, updated_at = now()
       WHERE business_id = $1 AND id = $2 RETURNING version`,
      [
        businessId,
        id,
        changes.originalName ?? null,
        changes.altText !== undefined,
        changes.altText ?? null,
        changes.albumId !== undefined,
        changes.albumId ?? null,
      ],
    );
    if (!row) {
      throw new AppError('not_found');
    }
    return row.version;
  }

  /**
   * Keeps the album from being deleted until the end of the transaction. Taken before any photo is locked, in the deletion's order.
   * @throws AppError not_found, also for one that is being emptied
   */
  async holdAlbum(tx: Tx, businessId: string, albumId: string): Promise<void> {
    const held = await tx.query(
      'SELECT id FROM albums WHERE business_id = $1 AND id = $2 AND closing_at IS NULL FOR KEY SHARE',
      [businessId, albumId],
    );
    if (held.length === 0) {
      throw new AppError('not_found');
    }
  }

  /** As `holdAlbum`, for the album that contains a photo; null when there is none, or it is being emptied. */
  async holdAlbumOf(tx: Tx, businessId: string, photoId: string): Promise<string | null> {
    const [held] = await tx.query<{ id: string }>(
      `SELECT id FROM albums WHERE business_id = $1 AND closing_at IS NULL
         AND id = (SELECT album_id FROM photos WHERE business_id = $1 AND id = $2) FOR KEY SHARE`,
      [businessId, photoId],
    );
    return held?.id ?? null;
  }

  /** Moves photos into a locked album or out of theirs; returns those that exist, with their new state. */
  async move(tx: Tx, businessId: string, ids: readonly string[], albumId: string | null): Promise<VersionedPhoto[]> {
    const moved = await tx.query<{ id: string }>(
      `UPDATE photos SET album_id = $3, version = version + 1, updated_at = now()
       WHERE business_id = $1 AND id IN (SELECT id FROM photos WHERE business_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE)
       RETURNING id`,
      [businessId, ids, albumId],
    );
    return this.versioned(tx, businessId, moved);
  }

  /** Takes up to `limit` photos out of an album; returns them with their new state. */
  async unsort(tx: Tx, businessId: string, albumId: string, limit: number): Promise<VersionedPhoto[]> {
    const moved = await tx.query<{ id: string }>(
      `UPDATE photos SET album_id = NULL, version = version + 1, updated_at = now()
       WHERE business_id = $1 AND id IN (SELECT id FROM photos WHERE business_id = $1 AND album_id = $2 ORDER BY id LIMIT $3 FOR UPDATE)
       RETURNING id`,
      [businessId, albumId, limit],
    );
    return this.versioned(tx, businessId, moved);
  }

  /** The newest usable photo for each original file name; case may differ, an exact match wins. */
  async named(tx: Tx, businessId: string, names: readonly string[]): Promise<{ name: string; photoId: string }[]> {
    return tx.query<{ name: string; photoId: string }>(
      `WITH n AS MATERIALIZED (SELECT name, lower(name) AS key FROM unnest($2::text[]) AS asked (name))
       SELECT n.name, f.id AS "photoId" FROM n CROSS JOIN LATERAL (
         SELECT p.id FROM photos p WHERE p.business_id = $1 AND p.name_key = n.key AND p.status <> 'failed'
         ORDER BY p.original_name = n.name DESC, p.created_at DESC, p.id DESC LIMIT 1) f`,
      [businessId, names],
    );
  }

  private async versioned(
    tx: Tx,
    businessId: string,
    photos: readonly { readonly id: string }[],
  ): Promise<VersionedPhoto[]> {
    const rows = await tx.query<PhotoRow>(
      `SELECT ${COLUMNS} FROM photos p WHERE p.business_id = $1 AND p.id = ANY ($2)`,
      [businessId, photos.map(({ id }) => id)],
    );
    return rows.map((row) => ({ photo: toPhoto(row), version: row.version }));
  }

  /** What is needed to release the bytes and to emit the deletion; null when the photo was already gone. */
  async delete(
    tx: Tx,
    businessId: string,
    id: string,
  ): Promise<{ payerId: string; fileSize: number; version: number } | null> {
    const [row] = await tx.query<{ payerId: string; fileSize: number; version: number }>(
      `DELETE FROM photos WHERE business_id = $1 AND id = $2 RETURNING payer_id AS "payerId", file_size AS "fileSize", version + 1 AS version`,
      [businessId, id],
    );
    return row ?? null;
  }
}
