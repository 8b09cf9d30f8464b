import { Injectable } from '@nestjs/common';
import type { CaptionStyle } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class StylesRepository {
  /** Applies the style of a newer round. True: it was applied. */
  async apply(
    tx: Tx,
    target: { targetId: string; businessId: string; version: number; style: CaptionStyle | null },
  ): Promise<boolean> {
    const applied = await tx.execute(
      `INSERT INTO target_styles AS s (target_id, business_id, style, version) VALUES ($1, $2, $3, $4)
      ON CONFLICT (target_id) DO UPDATE SET style = excluded.style, version = excluded.version
      WHERE s.version < excluded.version AND s.business_id = excluded.business_id`,
      [target.targetId, target.businessId, target.style, target.version],
    );
    return applied === 1;
  }
}
