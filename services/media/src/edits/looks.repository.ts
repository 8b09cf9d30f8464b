import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { PhotoEdit } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { renditionNames } from '../pictures/index.ts';
import type { RenditionOutput } from '../pictures/index.ts';

/** A look whose pictures are stored. */
export interface NewLook {
  readonly lookId: string;
  readonly edit: PhotoEdit;
  readonly width: number;
  readonly height: number;
  readonly placeholder: string;
  readonly outputs: readonly RenditionOutput[];
}

const ofOriginal = new Set<string>(Object.values(renditionNames));

@Injectable()
export class LooksRepository {
  /**
   * Shows a photo with another look; null: as it was uploaded. Returns its new version and the look that it had.
   * @throws AppError not_found, unavailable while its pictures are still being made
   */
  async set(
    tx: Tx,
    businessId: string,
    photoId: string,
    look: NewLook | null,
  ): Promise<{ version: number; formerId: string | null }> {
    // The renditions first, as the worker that finishes them locks.
    const [rendition] = await tx.query<{ outputs: RenditionOutput[] | null }>(
      'SELECT outputs FROM renditions WHERE business_id = $1 AND id = $2 FOR UPDATE',
      [businessId, photoId],
    );
    const [photo] = await tx.query<{ lookId: string | null }>(
      'SELECT look_id AS "lookId" FROM photos WHERE business_id = $1 AND id = $2 FOR UPDATE',
      [businessId, photoId],
    );
    if (rendition === undefined || photo === undefined) {
      throw new AppError('not_found');
    }
    if (rendition.outputs === null) {
      throw new AppError('unavailable', 'This photo is still being prepared.');
    }
    const outputs = [...rendition.outputs.filter(({ name }) => ofOriginal.has(name)), ...(look?.outputs ?? [])];
    await tx.execute('UPDATE renditions SET outputs = $2 WHERE id = $1', [photoId, JSON.stringify(outputs)]);
    const [changed] = await tx.query<{ version: number }>(
      `UPDATE photos p SET edit = $3, look_id = $4,
         original = CASE WHEN $4::uuid IS NULL THEN NULL ELSE o.facts END,
         width = coalesce($5, (o.facts ->> 'width')::int), height = coalesce($6, (o.facts ->> 'height')::int),
         placeholder = CASE WHEN $4::uuid IS NULL THEN o.facts ->> 'placeholder' ELSE $7 END,
         version = p.version + 1, updated_at = now()
       FROM (SELECT id, coalesce(original, jsonb_build_object('width', width, 'height', height, 'placeholder', placeholder)) AS facts
         FROM photos WHERE business_id = $1 AND id = $2) o
       WHERE p.id = o.id RETURNING p.version`,
      [
        businessId,
        photoId,
        look && JSON.stringify(look.edit),
        look?.lookId ?? null,
        look?.width ?? null,
        look?.height ?? null,
        look?.placeholder ?? null,
      ],
    );
    if (changed === undefined) {
      throw new AppError('not_found');
    }
    return { version: changed.version, formerId: photo.lookId };
  }
}
