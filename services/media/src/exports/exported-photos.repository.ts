import { Injectable } from '@nestjs/common';
import type { PhotoEdit } from '@postloom/contracts';
import { listPage } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { renditionNames } from '../pictures/index.ts';
import { paged } from './paged.ts';
import type { Page } from './paged.ts';

export interface ExportedPhoto {
  readonly id: string;
  readonly originalName: string;
  readonly fileSize: number;
  readonly width: number;
  readonly height: number;
  readonly mimeType: string;
  readonly altText: string | null;
  readonly tags: string[];
  readonly albumId: string | null;
  readonly albumName: string | null;
  readonly sha256: string;
  readonly createdAt: Date;
  readonly edit: PhotoEdit | null;
  /** The name of its small picture, once that is made. */
  readonly preview: string | null;
  /** Where the page continues behind it. */
  readonly cursor: string;
}

const oldestFirst = {
  name: 'exported photos',
  sort: 'p.created_at',
  type: 'timestamptz',
  id: 'p.id',
  direction: 'ASC',
} as const;

@Injectable()
export class ExportedPhotosRepository {
  /** The photos that were there at a time, oldest first. Plan: `photos_newest`, backward. */
  async page(
    tx: Tx,
    businessId: string,
    { until, cursor, limit }: { until: Date; cursor: string | null; limit: number },
  ): Promise<Page<ExportedPhoto>> {
    const page = listPage(oldestFirst, paged(limit, cursor), [businessId, until, renditionNames['400']]);
    const found = await tx.query<Omit<ExportedPhoto, 'cursor'> & { position: string }>(
      `SELECT p.id, p.original_name AS "originalName", p.file_size AS "fileSize", p.width, p.height, p.mime_type AS "mimeType",
         p.alt_text AS "altText", p.tags, a.id AS "albumId", a.name AS "albumName", p.sha256, p.created_at AS "createdAt",
         ${page.position} AS position,
         p.edit, (SELECT o ->> 'name' FROM jsonb_array_elements(r.outputs) o WHERE o ->> 'name' = concat_ws('.', p.look_id, $3::text)) AS preview
       FROM photos p LEFT JOIN renditions r ON r.id = p.id
         LEFT JOIN albums a ON a.id = p.album_id AND a.business_id = p.business_id AND a.closing_at IS NULL
       WHERE p.business_id = $1 AND p.created_at <= $2 ${page.after} ORDER BY ${page.order} LIMIT ${page.limit}`,
      page.parameters,
    );
    const rows = found
      .slice(0, limit)
      .map(({ position, ...row }) => ({ ...row, cursor: page.cursorAfter({ ...row, position }) }));
    return { rows, next: found.length > limit ? (rows.at(-1)?.cursor ?? null) : null };
  }
}
