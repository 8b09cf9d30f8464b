import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class ErasureRepository {
  async deleteBusiness(tx: Tx, businessId: string): Promise<void> {
    await tx.query('DELETE FROM library_photos WHERE business_id = $1', [businessId]);
    await tx.query('DELETE FROM published_targets WHERE business_id = $1', [businessId]);
  }
}
