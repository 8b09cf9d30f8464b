import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class ExportPeopleRepository {
  /** Keeps the person from being deleted until the transaction ends. False: they are gone, or about to be. */
  async hold(tx: Tx, userId: string): Promise<boolean> {
    const rows = await tx.query('SELECT 1 AS held FROM users WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE', [
      userId,
    ]);
    return rows.length > 0;
  }
}
