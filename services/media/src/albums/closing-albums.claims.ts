import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export interface ClosingAlbum {
  readonly id: string;
  readonly businessId: string;
}

@Injectable()
export class ClosingAlbumsClaims {
  /** One deleted album that still has photos, locked until the end of the transaction: one batch needs no lease. */
  async claim(tx: Tx): Promise<ClosingAlbum | undefined> {
    const [album] = await tx.query<ClosingAlbum>(
      `SELECT id, business_id AS "businessId" FROM albums WHERE closing_at IS NOT NULL
       ORDER BY closing_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    return album;
  }
}
