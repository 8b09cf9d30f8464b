import { Injectable } from '@nestjs/common';
import type { LeasedRow, Tx } from '@postloom/persistence';

/** The table of customers whose person was deleted; filled by a trigger, whatever deletes the person. */
export const LEAVERS = 'billing_leavers';

export interface LeaverRow extends LeasedRow {
  readonly customer_id: string;
}

@Injectable()
export class LeaversClaims {
  async finish(tx: Tx, { id, lease_epoch: epoch }: LeaverRow): Promise<void> {
    await tx.execute(`DELETE FROM ${LEAVERS} WHERE id = $1 AND lease_epoch = $2`, [id, epoch]);
  }
}
