import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

@Injectable()
export class ScratchRepository {
  async open(tx: Tx, id: string, businessId: string, seconds: number): Promise<void> {
    await tx.query(
      'INSERT INTO scratch_pictures (id, business_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))',
      [id, businessId, seconds],
    );
  }

  /** @throws AppError not_found when it has expired or was filled already */
  async expectOpen(tx: Tx, id: string, businessId: string): Promise<void> {
    const open = await tx.query(
      'SELECT 1 AS open FROM scratch_pictures WHERE id = $1 AND business_id = $2 AND mime_type IS NULL AND expires_at > now()',
      [id, businessId],
    );
    if (open.length === 0) {
      throw new AppError('not_found');
    }
  }

  /** False: its row is gone (expired, or the business was deleted). Filling it twice is harmless. */
  async fill(tx: Tx, id: string, businessId: string, mimeType: string): Promise<boolean> {
    const filled = await tx.execute('UPDATE scratch_pictures SET mime_type = $3 WHERE id = $1 AND business_id = $2', [
      id,
      businessId,
      mimeType,
    ]);
    return filled === 1;
  }

  /** @throws AppError not_found */
  async type(tx: Tx, id: string, businessId: string): Promise<string> {
    const [row] = await tx.query<{ type: string }>(
      'SELECT mime_type AS type FROM scratch_pictures WHERE id = $1 AND business_id = $2 AND mime_type IS NOT NULL AND expires_at > now()',
      [id, businessId],
    );
    if (!row) {
      throw new AppError('not_found');
    }
    return row.type;
  }
}
