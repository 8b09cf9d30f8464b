import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { TRANSFER_COLUMNS } from './transfers.repository.ts';
import type { Transfer } from './transfers.repository.ts';

export type UnmeasuredTransfer = Transfer & { readonly businessId: string };

/** Long enough that most uploads have ended by themselves before. */
const AGAIN_SECONDS = 5 * 60;

@Injectable()
export class UnmeasuredTransfersClaims {
  /** Uploads whose length nobody announced and that are due to be looked at; they are again after a while. Crosses tenants. */
  take(tx: Tx, limit: number): Promise<UnmeasuredTransfer[]> {
    return tx.query(
      `UPDATE transfers SET look_at = now() + make_interval(secs => $2) WHERE id IN (
         SELECT id FROM transfers WHERE look_at <= now() ORDER BY look_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING ${TRANSFER_COLUMNS}, business_id AS "businessId"`,
      [limit, AGAIN_SECONDS],
    );
  }
}
