import { Injectable } from '@nestjs/common';
import type { ReportLogo } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** One of a business. Plan: the primary key. */
@Injectable()
export class ReportLogosRepository {
  async get(tx: Tx, businessId: string): Promise<ReportLogo | null> {
    const [row] = await tx.query<ReportLogo>(
      `SELECT translate(encode(png, 'base64'), E'\\n', '') AS png, width, height FROM report_logos WHERE business_id = $1`,
      [businessId],
    );
    return row ?? null;
  }

  async save(
    tx: Tx,
    businessId: string,
    { data, width, height }: { readonly data: Buffer; readonly width: number; readonly height: number },
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO report_logos (business_id, png, width, height) VALUES ($1, $2, $3, $4)
      ON CONFLICT (business_id) DO UPDATE
        SET png = excluded.png, width = excluded.width, height = excluded.height, updated_at = now()`,
      [businessId, data, width, height],
    );
  }

  async remove(tx: Tx, businessId: string): Promise<void> {
    await tx.execute('DELETE FROM report_logos WHERE business_id = $1', [businessId]);
  }
}
