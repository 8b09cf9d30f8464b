import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class ErasureRepository {
  async deleteBusiness(tx: Tx, businessId: string): Promise<void> {
    await tx.query('DELETE FROM generations WHERE business_id = $1', [businessId]);
    await tx.query('DELETE FROM occurrence_captions WHERE business_id = $1', [businessId]);
    await tx.query('DELETE FROM ai_settings WHERE business_id = $1', [businessId]);
  }
}
