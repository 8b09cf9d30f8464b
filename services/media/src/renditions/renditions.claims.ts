import { Injectable } from '@nestjs/common';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import type { PhotoType } from '../pictures/index.ts';
import type { RenditionOutput } from './rendition-output.ts';

export interface RenditionJob extends LeasedRow {
  readonly business_id: string;
}

/** A picture that failed or killed a process this often will not succeed. */
export const MAX_TRIES = 5;

@Injectable()
export class RenditionClaims {
  constructor(private readonly leases: Leases) {}

  async typeOf(tx: Tx, photoId: string): Promise<PhotoType | null> {
    const [row] = await tx.query<{ type: PhotoType }>('SELECT mime_type AS type FROM photos WHERE id = $1', [photoId]);
    return row?.type ?? null;
  }

  /** False: the lease was lost or the photo deleted, and nothing was written. */
  async finish(tx: Tx, job: RenditionJob, outputs: readonly RenditionOutput[]): Promise<number | null> {
    const done = await tx.query(
      `UPDATE renditions SET state = 'ready', outputs = $3, lease_until = '-infinity', ready_at = 'infinity'
       WHERE id = $1 AND lease_epoch = $2 RETURNING id`,
      [job.id, job.lease_epoch, JSON.stringify(outputs)],
    );
    return done.length === 0 ? null : this.setStatus(tx, job.id, 'ready');
  }

  /** Retries later; after the last try marks the photo as failed and returns its new version. */
  async failed(tx: Tx, job: RenditionJob, isFinal: boolean): Promise<number | null> {
    if (!isFinal && job.tries < MAX_TRIES) {
      await this.leases.postpone(tx, 'renditions', job.id, job.lease_epoch, 2 ** job.tries);
      return null;
    }
    const ended = await tx.query(
      `UPDATE renditions SET state = 'failed', lease_until = '-infinity', ready_at = 'infinity' WHERE id = $1 AND lease_epoch = $2 RETURNING id`,
      [job.id, job.lease_epoch],
    );
    return ended.length === 0 ? null : this.setStatus(tx, job.id, 'failed');
  }

  private async setStatus(tx: Tx, photoId: string, status: 'ready' | 'failed'): Promise<number | null> {
    const [row] = await tx.query<{ version: number }>(
      'UPDATE photos SET status = $2, version = version + 1, updated_at = now() WHERE id = $1 RETURNING version',
      [photoId, status],
    );
    return row?.version ?? null;
  }
}
