import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ReportBrandInput } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { ReportBrandRow } from './report-brand.ts';

@Injectable()
export class ReportBrandsRepository {
  /** @throws AppError no_business */
  async get(tx: Tx, businessId: string): Promise<ReportBrandRow> {
    const [row] = await tx.query<ReportBrandRow>(
      `SELECT b.name AS business, b.brand_colors->>'primary' AS business_color, p.tier, r.sender, r.color
         FROM businesses b JOIN subscriptions p ON p.payer_id = b.owner_id LEFT JOIN report_brands r ON r.business_id = b.id
        WHERE b.id = $1`,
      [businessId],
    );
    if (!row) {
      throw new AppError('no_business');
    }
    return row;
  }

  async save(tx: Tx, businessId: string, { sender, color }: ReportBrandInput): Promise<void> {
    await tx.query(
      `INSERT INTO report_brands (business_id, sender, color) VALUES ($1, $2, $3)
       ON CONFLICT (business_id) DO UPDATE SET sender = excluded.sender, color = excluded.color, updated_at = now()`,
      [businessId, sender, color],
    );
  }
}
