import { Injectable } from '@nestjs/common';
import type { DeletedPhoto } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { List, PageQuery, Tx } from '@postloom/persistence';
import { toPhoto } from './photo-row.ts';
import { PictureAddresses } from './picture-addresses.ts';
import type { PhotoRow } from './photo-row.ts';

/** A photo that was set aside or brought back. */
export interface SetAside {
  readonly payerId: string;
  readonly fileSize: number;
  /** For the event about it. */
  readonly version: number;
}

/** A derived picture that is still stored. */
export interface KeptOutput {
  readonly name: string;
  readonly mimeType: string;
  readonly sha256: string;
}

/** What is needed to find the objects of a photo. */
export interface StoredPhoto {
  readonly id: string;
  readonly lookId: string | null;
}

interface DeletedRow extends PhotoRow {
  readonly deleted_at: Date;
  readonly gone_at: Date;
}

const newest = {
  name: 'deleted photos',
  sort: 'd.deleted_at',
  type: 'timestamptz',
  id: 'd.id',
  direction: 'DESC',
} as const;

@Injectable()
export class DeletedPhotosRepository {
  constructor(private readonly addresses: PictureAddresses) {}

  /** Takes a photo out of the library, to be kept here as it was. Null when it was already gone. */
  async setAside(tx: Tx, businessId: string, id: string): Promise<SetAside | null> {
    // The renditions first, as the worker that finishes them locks.
    await tx.query('SELECT id FROM renditions WHERE business_id = $1 AND id = $2 FOR UPDATE', [businessId, id]);
    const [gone] = await tx.query<SetAside>(
      `WITH gone AS (DELETE FROM photos WHERE business_id = $1 AND id = $2 RETURNING *)
       INSERT INTO deleted_photos (id, business_id, photo, rendition)
       SELECT g.id, g.business_id, to_jsonb(g) || jsonb_build_object('version', g.version + 1), to_jsonb(r)
       FROM gone g JOIN renditions r ON r.id = g.id
       RETURNING photo ->> 'payer_id' AS "payerId", (photo ->> 'file_size')::bigint AS "fileSize", (photo ->> 'version')::bigint AS version`,
      [businessId, id],
    );
    return gone ?? null;
  }

  /**
   * Puts a photo back where it was; into no album when its own is gone. Null when it is not here. It is compared with the others again:
   * some may have come while it was away.
   */
  async bringBack(tx: Tx, businessId: string, id: string): Promise<SetAside | null> {
    const [columns] = await tx.query<{ photos: string; renditions: string }>(
      `SELECT ${columnsOf('photos')} AS photos, ${columnsOf('renditions')} AS renditions`,
    );
    if (columns === undefined) {
      throw new Error('a query without FROM gave no row');
    }
    // The album is held first and the photo inserted after it, as moves do.
    await tx.query(
      `SELECT a.id FROM albums a JOIN deleted_photos d ON d.business_id = a.business_id AND (d.photo ->> 'album_id')::uuid = a.id
       WHERE d.business_id = $1 AND d.id = $2 AND a.closing_at IS NULL FOR KEY SHARE OF a`,
      [businessId, id],
    );
    const [back] = await tx.query<SetAside & { rendition: object }>(
      `WITH back AS (DELETE FROM deleted_photos WHERE business_id = $1 AND id = $2 RETURNING photo, rendition)
       INSERT INTO photos (${columns.photos})
       SELECT ${columns.photos} FROM back CROSS JOIN LATERAL jsonb_populate_record(NULL::photos, back.photo || jsonb_build_object(
         'upload_id', 'restored ' || (back.photo ->> 'id'), 'has_words', false, 'is_compared', false,
         'version', (back.photo ->> 'version')::bigint + 1,
         'album_id', (SELECT a.id FROM albums a WHERE a.business_id = $1 AND a.id = (back.photo ->> 'album_id')::uuid
           AND a.closing_at IS NULL))) AS p
       RETURNING payer_id AS "payerId", file_size AS "fileSize", version, (SELECT rendition FROM back) AS rendition`,
      [businessId, id],
    );
    if (back === undefined) {
      return null;
    }
    // The epoch goes on: whoever still holds the former lease can write nothing.
    await tx.query(
      `INSERT INTO renditions (${columns.renditions})
       SELECT ${columns.renditions} FROM jsonb_populate_record(NULL::renditions, $1::jsonb || jsonb_build_object(
         'lease_epoch', ($1::jsonb ->> 'lease_epoch')::bigint + 1, 'lease_until', '-infinity')) AS r`,
      [JSON.stringify(back.rendition)],
    );
    const { payerId, fileSize, version } = back;
    return { payerId, fileSize, version };
  }

  /** Forgets deleted photos for good; returns those that were here. */
  async forget(tx: Tx, businessId: string, ids: readonly string[]): Promise<StoredPhoto[]> {
    return tx.query<StoredPhoto>(
      `DELETE FROM deleted_photos WHERE id IN
         (SELECT id FROM deleted_photos WHERE business_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE)
       RETURNING id, photo ->> 'look_id' AS "lookId"`,
      [businessId, ids],
    );
  }

  /** Last deleted first. @throws AppError validation_failed for a cursor that was not issued here */
  async list(tx: Tx, businessId: string, query: PageQuery, keepDays: number): Promise<List<DeletedPhoto>> {
    const page = listPage(newest, query, [businessId, keepDays]);
    const rows = await tx.query<DeletedRow & { position: string }>(
      `SELECT p.id, p.business_id, p.filename, p.original_name, p.file_size, p.width, p.height, p.mime_type, p.alt_text, p.tags,
         p.album_id, p.sha256, p.placeholder, p.edit, p.look_id, p.original, NULL::uuid AS similar_to, p.status, p.version, p.created_at, 0 AS used_in_posts, d.deleted_at,
         d.deleted_at + make_interval(days => $2::int) AS gone_at, ${page.position} AS position
       FROM deleted_photos d CROSS JOIN LATERAL jsonb_populate_record(NULL::photos, d.photo) AS p
       WHERE d.business_id = $1 ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    return page.answer(
      rows,
      (row) => this.shown(row),
      () => this.count(tx, businessId),
    );
  }

  private shown(row: DeletedRow): DeletedPhoto {
    const photo = toPhoto(row, this.addresses);
    return { ...photo, deletedAt: row.deleted_at.toISOString(), goneAt: row.gone_at.toISOString() };
  }

  private async count(tx: Tx, businessId: string): Promise<number> {
    const [row] = await tx.query<{ photos: number }>(
      'SELECT count(*)::int AS photos FROM deleted_photos WHERE business_id = $1',
      [businessId],
    );
    return row?.photos ?? 0;
  }

  /** What was derived of a deleted photo, so that it can be looked at before it is brought back. */
  async outputsOf(tx: Tx, businessId: string, id: string): Promise<KeptOutput[]> {
    const [row] = await tx.query<{ outputs: KeptOutput[] | null }>(
      `SELECT nullif(rendition -> 'outputs', 'null') AS outputs FROM deleted_photos WHERE business_id = $1 AND id = $2`,
      [businessId, id],
    );
    return row?.outputs ?? [];
  }
}

/** SQL of the names of all columns that can be written, quoted and in order. */
function columnsOf(table: 'photos' | 'renditions'): string {
  return `(SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '')`;
}
