import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import type { StoredPart } from '../storage/index.ts';

export interface Transfer {
  readonly id: string;
  readonly payerId: string;
  readonly uploadId: string;
  readonly reservationId: string;
  readonly objectKey: string;
  /** As announced, and what its addresses take; null when nothing was. */
  readonly bytes: number | null;
  readonly multipartId: string | null;
  readonly state: 'open' | 'joined' | 'done' | 'ended';
  readonly photoId: string | null;
  /** What storage had when the parts were to be joined; null before. */
  readonly parts: readonly StoredPart[] | null;
  readonly expiresAt: Date;
}

export interface NewTransfer extends Pick<
  Transfer,
  'id' | 'payerId' | 'uploadId' | 'reservationId' | 'objectKey' | 'bytes'
> {
  readonly businessId: string;
}

export const TRANSFER_COLUMNS = `id, payer_id AS "payerId", upload_id AS "uploadId", reservation_id AS "reservationId", object_key AS "objectKey",
  bytes, multipart_id AS "multipartId", state, photo_id AS "photoId", parts, expires_at AS "expiresAt"`;

@Injectable()
export class TransfersRepository {
  /** Uploads of a business begin one after the other. */
  async lock(tx: Tx, businessId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`transfers ${businessId}`]);
  }

  async open(tx: Tx, transfer: NewTransfer, seconds: number): Promise<Transfer> {
    const [row] = await tx.query<Transfer>(
      `INSERT INTO transfers (id, business_id, payer_id, upload_id, reservation_id, object_key, expires_at, bytes, look_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8::bigint,
         CASE WHEN $8::bigint IS NULL THEN now() + interval '1 minute' ELSE 'infinity' END) RETURNING ${TRANSFER_COLUMNS}`,
      [
        transfer.id,
        transfer.businessId,
        transfer.payerId,
        transfer.uploadId,
        transfer.reservationId,
        transfer.objectKey,
        seconds,
        transfer.bytes,
      ],
    );
    if (!row) {
      throw new AppError('conflict');
    }
    return row;
  }

  /** Storage has begun an upload in parts for it. */
  async begin(tx: Tx, id: string, multipartId: string): Promise<void> {
    await tx.execute(`UPDATE transfers SET multipart_id = $2 WHERE id = $1`, [id, multipartId]);
  }

  /** Uploads of a business under way, counted up to `most`. Plan: `transfers_under_way`. */
  async countOpen(tx: Tx, businessId: string, most: number): Promise<number> {
    const [row] = await tx.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM (
         SELECT 1 FROM transfers WHERE business_id = $1 AND state IN ('open', 'joined') AND expires_at > now() LIMIT $2) t`,
      [businessId, most],
    );
    return row?.open ?? 0;
  }

  /** The upload in parts that is under way for this id of the client's, unless its file has another length now. */
  async inParts(tx: Tx, businessId: string, uploadId: string, bytes: number | null): Promise<Transfer | null> {
    const [row] = await tx.query<Transfer>(
      `SELECT ${TRANSFER_COLUMNS} FROM transfers WHERE business_id = $1 AND upload_id = $2 AND multipart_id IS NOT NULL
         AND state = 'open' AND expires_at > now() AND ($3::bigint IS NULL OR bytes IS NULL OR bytes = $3::bigint)
       ORDER BY id DESC LIMIT 1`,
      [businessId, uploadId, bytes],
    );
    return row ?? null;
  }

  async byKey(tx: Tx, businessId: string, objectKey: string): Promise<Transfer | null> {
    const [row] = await tx.query<Transfer>(
      `SELECT ${TRANSFER_COLUMNS} FROM transfers WHERE business_id = $1 AND object_key = $2`,
      [businessId, objectKey],
    );
    return row ?? null;
  }

  /** The upload in parts with this id and key. @throws AppError invalid_object */
  async ofParts(
    tx: Tx,
    businessId: string,
    { transferId, key }: { transferId: string; key: string },
  ): Promise<Transfer & { readonly multipartId: string }> {
    const transfer = await this.byKey(tx, businessId, key);
    if (transfer?.multipartId == null || transfer.id !== transferId) {
      throw new AppError('invalid_object');
    }
    return { ...transfer, multipartId: transfer.multipartId };
  }

  /** Before storage joins them: afterwards it knows them no more. */
  async keepParts(tx: Tx, id: string, parts: readonly StoredPart[]): Promise<void> {
    await tx.execute('UPDATE transfers SET parts = $2 WHERE id = $1', [id, JSON.stringify(parts)]);
  }

  async join(tx: Tx, id: string): Promise<void> {
    await tx.execute(`UPDATE transfers SET state = 'joined' WHERE id = $1 AND state = 'open'`, [id]);
  }

  /** Nothing will become of it. */
  async end(tx: Tx, id: string): Promise<void> {
    await tx.execute(`UPDATE transfers SET state = 'ended' WHERE id = $1 AND state IN ('open', 'joined')`, [id]);
  }

  /** Nothing will become of this upload of the client's, which may have been announced several times; returns what they may have stored. */
  endUpload(
    tx: Tx,
    businessId: string,
    uploadId: string,
  ): Promise<{ readonly key: string; readonly multipartId: string | null }[]> {
    return tx.query(
      `UPDATE transfers SET state = 'ended' WHERE business_id = $1 AND upload_id = $2 AND state IN ('open', 'joined')
       RETURNING object_key AS key, multipart_id AS "multipartId"`,
      [businessId, uploadId],
    );
  }

  /** Its row stays until no address of it is valid any more, so that what is stored late is removed too. */
  async done(tx: Tx, id: string, photoId: string): Promise<void> {
    await tx.execute(`UPDATE transfers SET state = 'done', photo_id = $2 WHERE id = $1`, [id, photoId]);
  }
}
