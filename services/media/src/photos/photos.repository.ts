import { Injectable } from '@nestjs/common';
import { fits } from '@postloom/chassis';
import { AppError, MOST_COUNTED } from '@postloom/contracts';
import type { Photo, PhotoEdit } from '@postloom/contracts';
import type { List, Tx } from '@postloom/persistence';
import type { RenditionOutput } from '../pictures/index.ts';
import { SearchPlanner, WordsRepository } from '../search/index.ts';
import type { NamedAlbum } from '../search/index.ts';
import { albumsInside, countQuery, listQuery } from './list-query.ts';
import type { LibraryQuery, ListQuery } from './list-query.ts';
import { toPhoto } from './photo-row.ts';
import type { PhotoRow } from './photo-row.ts';
import { PictureAddresses } from './picture-addresses.ts';

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
  readonly tags?: readonly string[];
  /** Must be locked (`holdAlbum`). */
  readonly albumId?: string | null;
  /** When it was added, of one that comes back; otherwise now. */
  readonly createdAt?: string | undefined;
  /** What it shows instead of its file, which has `width` and `height`; its pictures are made later. */
  readonly look?: { readonly id: string; readonly edit: PhotoEdit; readonly width: number; readonly height: number };
  /** What was derived of it and is stored; without it that is done later. */
  readonly derived?: DerivedPictures | null;
}

export interface DerivedPictures {
  readonly outputs: readonly RenditionOutput[];
  readonly placeholder: string | null;
  readonly likeness: string | null;
}

/** The version of a photo whose pictures came with it: it was uploaded, and it is ready. */
export const READY_VERSION = 2;

/** A photo and the version carried by its event. */
export interface VersionedPhoto {
  readonly photo: Photo;
  readonly version: number;
}

/** The older photo that one looks like, while that is there. */
const SIMILAR = '(SELECT s.id FROM photos s WHERE s.id = p.like_id AND s.business_id = p.business_id)';
/** An album that is being emptied no longer counts as one. */
const COLUMNS = `p.id, p.business_id, p.filename, p.original_name, p.file_size, p.width, p.height, p.mime_type, p.alt_text, p.tags,
  (SELECT a.id FROM albums a WHERE a.id = p.album_id AND a.closing_at IS NULL) AS album_id, p.sha256, p.placeholder, p.edit, p.look_id, p.original, ${SIMILAR} AS similar_to, p.status, p.version, p.created_at,
  (SELECT count(*)::int FROM photo_posts u WHERE u.business_id = p.business_id AND u.photo_id = p.id) AS used_in_posts`;

@Injectable()
export class PhotosRepository {
  constructor(
    private readonly words: WordsRepository,
    private readonly search: SearchPlanner,
    private readonly addresses: PictureAddresses,
  ) {}

  /** The photos of some uploads, as far as there are any. */
  async idsByUpload(tx: Tx, businessId: string, uploadIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; upload_id: string }>(
      'SELECT id, upload_id FROM photos WHERE business_id = $1 AND upload_id = ANY ($2::text[])',
      [businessId, uploadIds],
    );
    return new Map(rows.map((row) => [row.upload_id, row.id]));
  }

  /** Null when this upload already has a photo. */
  async insert(tx: Tx, photo: NewPhoto): Promise<Photo | null> {
    const { derived = null, look } = photo;
    const rows = await tx.query<{ id: string }>(
      `INSERT INTO photos (id, business_id, payer_id, upload_id, filename, original_name, file_size, width, height, mime_type, sha256, alt_text, album_id, tags,
         created_at, placeholder, status, version, look_id, edit, original, likeness)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, least($15::timestamptz, now()), $16, $17, $18, $19, $20, $21, $22) ON CONFLICT DO NOTHING RETURNING id`,
      [
        photo.id,
        photo.businessId,
        photo.payerId,
        photo.uploadId,
        photo.filename,
        photo.originalName,
        photo.fileSize,
        look?.width ?? photo.width,
        look?.height ?? photo.height,
        photo.mimeType,
        photo.sha256,
        photo.altText ?? null,
        photo.albumId ?? null,
        photo.tags ?? [],
        photo.createdAt ?? null,
        derived?.placeholder ?? null,
        derived === null ? 'processing' : 'ready',
        derived === null ? 1 : READY_VERSION,
        look?.id ?? null,
        look ? JSON.stringify(look.edit) : null,
        look ? JSON.stringify({ width: photo.width, height: photo.height, placeholder: null }) : null,
        derived?.likeness ?? null,
      ],
    );
    if (rows.length === 0) {
      return null;
    }
    await tx.query(
      `INSERT INTO renditions (id, business_id, state, outputs, ready_at)
       VALUES ($1, $2, $3, $4, CASE WHEN $3 = 'ready' THEN 'infinity' ELSE now() END)`,
      [
        photo.id,
        photo.businessId,
        derived === null ? 'pending' : 'ready',
        derived === null ? null : JSON.stringify(derived.outputs),
      ],
    );
    return this.index(tx, photo.businessId, photo.id);
  }

  /** @throws AppError not_found */
  async get(tx: Tx, businessId: string, id: string): Promise<Photo> {
    const [photo] = await this.byIds(tx, businessId, [id]);
    if (!photo) {
      throw new AppError('not_found');
    }
    return photo;
  }

  /** Stores the words of a photo that has just come in. @throws AppError not_found */
  async index(tx: Tx, businessId: string, id: string): Promise<Photo> {
    const photo = await this.get(tx, businessId, id);
    await this.words.write(tx, businessId, [photo]);
    return photo;
  }

  async byIds(tx: Tx, businessId: string, ids: readonly string[]): Promise<Photo[]> {
    const rows = await tx.query<PhotoRow>(
      `SELECT ${COLUMNS} FROM photos p WHERE p.business_id = $1 AND p.id = ANY ($2)`,
      [businessId, ids],
    );
    return rows.map((row) => this.shown(row));
  }

  async byUpload(tx: Tx, businessId: string, uploadId: string): Promise<Photo | null> {
    const [row] = await tx.query<PhotoRow>(
      `SELECT ${COLUMNS} FROM photos p WHERE p.business_id = $1 AND p.upload_id = $2`,
      [businessId, uploadId],
    );
    return row ? this.shown(row) : null;
  }

  /** The first photo of the business with the same bytes that was there before this one. */
  async olderWithBytes(
    tx: Tx,
    businessId: string,
    { id, sha256 }: Pick<Photo, 'id' | 'sha256'>,
  ): Promise<string | null> {
    const [row] = await tx.query<{ id: string }>(
      `SELECT o.id FROM photos o JOIN photos p ON p.business_id = o.business_id AND p.id = $3
       WHERE o.business_id = $1 AND o.sha256 = $2 AND (o.created_at, o.id) < (p.created_at, p.id)
       ORDER BY o.created_at, o.id LIMIT 1`,
      [businessId, sha256, id],
    );
    return row?.id ?? null;
  }

  /** @throws AppError validation_failed for a cursor that was not issued here */
  async list(tx: Tx, businessId: string, query: LibraryQuery): Promise<List<Photo>> {
    const asked = query.search?.trim() ?? '';
    const plan = asked === '' ? null : await this.search.plan(tx, businessId, asked);
    const list = listQuery(businessId, query, plan);
    const rows = await tx.query<PhotoRow & { position: string; total: number | null }>(
      `SELECT ${COLUMNS}, ${list.page.position} AS position, ${list.total ?? 'NULL'} AS total FROM ${list.from}
      WHERE ${list.where} ${list.page.after} ORDER BY ${list.page.order} LIMIT ${list.page.limit}`,
      list.page.parameters,
    );
    return list.page.answer(
      rows,
      (row) => this.shown(row),
      async () => {
        if (plan === null && isWhole(query)) {
          return this.count(tx, businessId, query);
        }
        return rows[0]?.total ?? (await this.countMatches(tx, countQuery(businessId, query, plan)));
      },
    );
  }

  /**
   * The best matches, or the newest of more than can be compared, and how well they fit; none of what has only signs.
   * @param albums all of the business
   */
  async best(
    tx: Tx,
    businessId: string,
    search: string,
    albums: readonly NamedAlbum[],
    limit: number,
  ): Promise<{ photo: Photo; score: number }[]> {
    const plan = await this.search.plan(tx, businessId, search, albums);
    if (plan.terms.length === 0) {
      return [];
    }
    const { from, where, page } = listQuery(businessId, { search, limit }, plan);
    const score = plan.isRanked ? 't.score' : `${plan.terms.length * fits.beginning}`;
    const rows = await tx.query<PhotoRow & { score: number }>(
      `SELECT ${COLUMNS}, ${score} AS score FROM ${from} WHERE ${where} ORDER BY ${page.order} LIMIT ${limit}`,
      page.parameters,
    );
    return rows.map((row) => ({ photo: this.shown(row), score: row.score }));
  }

  /** How many photos the library has, or an album of it, or no album: as many numbers are added up as there are albums. */
  async count(tx: Tx, businessId: string, which: Pick<LibraryQuery, 'albumId' | 'albumsInside'> = {}): Promise<number> {
    const { albumId } = which;
    const of = {
      all: 'true',
      none: 'NOT EXISTS (SELECT FROM albums a WHERE a.id = c.album_id AND a.closing_at IS NULL)',
      one: 'c.album_id = $2 AND EXISTS (SELECT FROM albums a WHERE a.id = $2 AND a.closing_at IS NULL)',
      inside: `c.album_id IN ${albumsInside('$2')}`,
    };
    const one = which.albumsInside === 'true' ? 'inside' : 'one';
    const kind = albumId === undefined ? 'all' : albumId === 'none' ? 'none' : one;
    const [row] = await tx.query<{ photos: number }>(
      `SELECT coalesce(sum(c.photos), 0)::int AS photos FROM library_counts c WHERE c.business_id = $1 AND ${of[kind]}`,
      kind === one ? [businessId, albumId] : [businessId],
    );
    return row?.photos ?? 0;
  }

  private shown(row: PhotoRow): Photo {
    return toPhoto(row, this.addresses);
  }

  private async countMatches(tx: Tx, { from, where, parameters }: ListQuery): Promise<number> {
    const [row] = await tx.query<{ photos: number }>(
      `SELECT count(*)::int AS photos FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${MOST_COUNTED}) AS matches`,
      parameters,
    );
    return row?.photos ?? 0;
  }

  /** Returns the new state. The album must be locked (`holdAlbum`). @throws AppError not_found */
  async update(
    tx: Tx,
    businessId: string,
    id: string,
    changes: {
      originalName?: string;
      altText?: string | null;
      albumId?: string | null;
      tags?: readonly string[];
    },
  ): Promise<VersionedPhoto> {
    const [row] = await tx.query<{ version: number }>(
      `UPDATE photos SET original_name = coalesce($3, original_name), alt_text = CASE WHEN $4 THEN $5 ELSE alt_text END,
         album_id = CASE WHEN $6 THEN $7::uuid ELSE album_id END, tags = coalesce($8::text[], tags),
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
        changes.tags ?? null,
      ],
    );
    if (!row) {
      throw new AppError('not_found');
    }
    const photo = await this.get(tx, businessId, id);
    if (changes.originalName !== undefined || changes.altText !== undefined || changes.tags !== undefined) {
      await this.words.write(tx, businessId, [photo]);
    }
    return { photo, version: row.version };
  }

  /**
   * Keeps the album from being deleted until the end of the transaction. Taken before any photo is locked, in the deletion's order.
   * @throws AppError not_found, also for one that is being emptied
   */
  async holdAlbum(tx: Tx, businessId: string, albumId: string): Promise<void> {
    if ((await this.holdAlbumIfAny(tx, businessId, albumId)) === null) {
      throw new AppError('not_found');
    }
  }

  /** As `holdAlbum`; null when there is no such album. */
  async holdAlbumIfAny(tx: Tx, businessId: string, albumId: string): Promise<string | null> {
    const [held] = await tx.query<{ id: string }>(
      'SELECT id FROM albums WHERE business_id = $1 AND id = $2 AND closing_at IS NULL FOR KEY SHARE',
      [businessId, albumId],
    );
    return held?.id ?? null;
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

  /** Locks photos against other changes, in one order, and returns those that exist. */
  async lock(tx: Tx, businessId: string, ids: readonly string[]): Promise<Photo[]> {
    await tx.query('SELECT id FROM photos WHERE business_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE', [
      businessId,
      ids,
    ]);
    return this.byIds(tx, businessId, ids);
  }

  /** Gives each of these locked photos its tags; returns their new state. */
  async tag(
    tx: Tx,
    businessId: string,
    photos: readonly { readonly id: string; readonly tags: readonly string[] }[],
  ): Promise<VersionedPhoto[]> {
    const tagged = await tx.query<{ id: string }>(
      `UPDATE photos p SET version = version + 1, updated_at = now(),
         tags = ARRAY(SELECT jsonb_array_elements_text(t.tags))
       FROM jsonb_to_recordset($2::jsonb) AS t (id uuid, tags jsonb) WHERE p.business_id = $1 AND p.id = t.id RETURNING p.id`,
      [businessId, JSON.stringify(photos)],
    );
    const now = await this.versioned(tx, businessId, tagged);
    await this.words.write(
      tx,
      businessId,
      now.map(({ photo }) => photo),
    );
    return now;
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
    return rows.map((row) => ({ photo: this.shown(row), version: row.version }));
  }
}

/** Nothing but an album narrows the list: its length is known without counting. */
function isWhole(query: LibraryQuery): boolean {
  const { limit: _limit, cursor: _cursor, sort: _sort, search: _search, ...others } = query;
  const { timeZone: _zone, albumId: _album, albumsInside: _inside, ...filters } = others;
  return Object.values(filters).every((value) => value === undefined);
}
