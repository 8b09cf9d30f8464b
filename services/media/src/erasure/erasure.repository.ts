import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class ErasureRepository {
  /** Deletes every row of a business; gives the photos whose objects and bytes are to be given up. */
  async deleteBusiness(tx: Tx, businessId: string): Promise<{ id: string; payerId: string; fileSize: number }[]> {
    for (const table of ['upload_intents', 'scratch_pictures', 'photo_uses']) {
      await tx.query(`DELETE FROM ${table} WHERE business_id = $1`, [businessId]);
    }
    return tx.query(
      'DELETE FROM photos WHERE business_id = $1 RETURNING id, payer_id AS "payerId", file_size AS "fileSize"',
      [businessId],
    );
  }
}
