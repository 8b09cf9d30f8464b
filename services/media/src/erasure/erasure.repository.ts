import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export interface ErasedPhoto {
  readonly id: string;
  readonly payerId: string;
  readonly fileSize: number;
}

@Injectable()
export class ErasureRepository {
  /** Deletes every row of a business; gives the photos and parked pictures whose objects and bytes are to be given up. */
  async deleteBusiness(tx: Tx, businessId: string): Promise<{ photos: ErasedPhoto[]; scratchIds: string[] }> {
    await tx.query('DELETE FROM upload_intents WHERE business_id = $1', [businessId]);
    await tx.query('DELETE FROM photo_uses WHERE business_id = $1', [businessId]);
    const scratch = await tx.query<{ id: string }>('DELETE FROM scratch_pictures WHERE business_id = $1 RETURNING id', [
      businessId,
    ]);
    const photos = await tx.query<ErasedPhoto>(
      'DELETE FROM photos WHERE business_id = $1 RETURNING id, payer_id AS "payerId", file_size AS "fileSize"',
      [businessId],
    );
    await tx.query('DELETE FROM albums WHERE business_id = $1', [businessId]);
    return { photos, scratchIds: scratch.map(({ id }) => id) };
  }
}
