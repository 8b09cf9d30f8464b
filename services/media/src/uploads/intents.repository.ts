import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';

export interface UploadIntent {
  readonly businessId: string;
  readonly uploadId: string;
  readonly payerId: string;
  readonly reservationId: string;
  readonly reservedBytes: number;
}

export interface OpenIntent extends UploadIntent {
  /** Up to this time only its photo closes it, or the person who gives the upload up. */
  readonly expiresAt: Date;
}

@Injectable()
export class IntentsRepository {
  /** Serialises attempts at the same upload until the end of the transaction. */
  async lock(tx: Tx, businessId: string, uploadId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${businessId} ${uploadId}`]);
  }

  async find(tx: Tx, businessId: string, uploadId: string): Promise<OpenIntent | null> {
    const [row] = await tx.query<OpenIntent>(
      `SELECT business_id AS "businessId", upload_id AS "uploadId", payer_id AS "payerId", reservation_id AS "reservationId",
         reserved_bytes AS "reservedBytes", expires_at AS "expiresAt"
       FROM upload_intents WHERE business_id = $1 AND upload_id = $2`,
      [businessId, uploadId],
    );
    return row ?? null;
  }

  /** Opens an intent, or restarts an expired or interrupted one with a new reservation. */
  async open(tx: Tx, intent: UploadIntent, seconds: number): Promise<void> {
    await tx.query(
      `INSERT INTO upload_intents (business_id, upload_id, payer_id, reservation_id, reserved_bytes, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
       ON CONFLICT (business_id, upload_id) DO UPDATE SET payer_id = excluded.payer_id,
         reservation_id = excluded.reservation_id, reserved_bytes = excluded.reserved_bytes, expires_at = excluded.expires_at`,
      [intent.businessId, intent.uploadId, intent.payerId, intent.reservationId, intent.reservedBytes, seconds],
    );
  }

  async close(tx: Tx, businessId: string, uploadId: string): Promise<void> {
    await tx.query('DELETE FROM upload_intents WHERE business_id = $1 AND upload_id = $2', [businessId, uploadId]);
  }
}
