import { Injectable } from '@nestjs/common';
import type { PhotoEdit } from '@postloom/contracts';
import { Leases } from '@postloom/persistence';
import type { LeasedRow, Tx } from '@postloom/persistence';
import type { PhotoType, RenditionOutput } from '../pictures/index.ts';

export interface RenditionJob extends LeasedRow {
  readonly business_id: string;
}

/** What is known of the bytes that the pictures are derived from. */
export interface Original {
  readonly type: PhotoType;
  readonly bytes: number;
  readonly sha256: string;
  readonly edit: PhotoEdit | null;
  readonly lookId: string | null;
  /** Of the picture that `edit` changes. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** What was found out about a picture while its pictures were derived. */
export interface Found {
  /** Of what the photo shows, and of its file; the same while nothing is changed. */
  readonly placeholder: string | null;
  readonly originalPlaceholder: string | null;
  readonly likeness: string | null;
}

const nothingFound: Found = { placeholder: null, originalPlaceholder: null, likeness: null };

const TABLE = 'renditions';
const STORAGE_SECONDS = 10;
/**
 * A picture that failed this often will not succeed today. The same for all kinds of failure: with fewer tries for one kind, earlier failures
 * of another kind would use them up.
 */
export const MOST_TRIES = 12;
/** Waits when there was no time or decoder for it: some five hours until the last try. After unknown failures it is about one hour. */
const SLOW_SECONDS = { first: 30, most: 60 * 60 };

/** Whose fault it is that no pictures came: the file's for good, the machine's that had no time for it, or nobody knows. */
export type Fault = 'file' | 'machine' | 'unknown';

@Injectable()
export class RenditionClaims {
  constructor(private readonly leases: Leases) {}

  async originalOf(tx: Tx, photoId: string): Promise<Original | null> {
    const [row] = await tx.query<Original>(
      `SELECT mime_type AS type, file_size AS bytes, sha256, edit, look_id AS "lookId", original AS size FROM photos WHERE id = $1`,
      [photoId],
    );
    return row ?? null;
  }

  /** Storage is to blame, not the picture: tried again without counting, for as long as it takes. */
  async waitForStorage(tx: Tx, job: RenditionJob): Promise<void> {
    await this.leases.release(tx, TABLE, job.id, job.lease_epoch, { inSeconds: STORAGE_SECONDS });
  }

  /** The photo exists no more, not even among the deleted ones. */
  async isGone(tx: Tx, photoId: string): Promise<boolean> {
    const [row] = await tx.query<{ gone: boolean }>(
      `SELECT NOT EXISTS (SELECT FROM photos WHERE id = $1) AND NOT EXISTS (SELECT FROM deleted_photos WHERE id = $1) AS gone`,
      [photoId],
    );
    return row?.gone ?? false;
  }

  /** False: the lease was lost or the photo deleted, and nothing was written. */
  async finish(tx: Tx, job: RenditionJob, outputs: readonly RenditionOutput[], found: Found): Promise<number | null> {
    const done = await tx.query(
      `UPDATE renditions SET state = 'ready', outputs = $3, lease_until = '-infinity', ready_at = 'infinity'
       WHERE id = $1 AND lease_epoch = $2 RETURNING id`,
      [job.id, job.lease_epoch, JSON.stringify(outputs)],
    );
    return done.length === 0 ? null : this.setStatus(tx, job.id, 'ready', found);
  }

  /** Retries later; after the last try marks the photo as failed and returns its new version, unless it was known as that. */
  async failed(tx: Tx, job: RenditionJob, fault: Fault): Promise<number | null> {
    const inSeconds = nextTry(fault, job.tries);
    if (inSeconds !== null) {
      await this.leases.postpone(tx, TABLE, job.id, job.lease_epoch, inSeconds);
      return null;
    }
    const ended = await tx.query(
      `UPDATE renditions SET state = 'failed', lease_until = '-infinity', ready_at = 'infinity' WHERE id = $1 AND lease_epoch = $2 RETURNING id`,
      [job.id, job.lease_epoch],
    );
    return ended.length === 0 ? null : this.setStatus(tx, job.id, 'failed', nothingFound);
  }

  private async setStatus(
    tx: Tx,
    photoId: string,
    status: 'ready' | 'failed',
    { placeholder, originalPlaceholder, likeness }: Found,
  ): Promise<number | null> {
    const [row] = await tx.query<{ version: number }>(
      `UPDATE photos SET status = $2, placeholder = coalesce($3, placeholder), likeness = coalesce($4, likeness),
         original = original || jsonb_build_object('placeholder', coalesce($5, original ->> 'placeholder')),
         version = version + 1, updated_at = now()
       WHERE id = $1 AND NOT (status = 'failed' AND $2 = 'failed') RETURNING version`,
      [photoId, status, placeholder, likeness, originalPlaceholder],
    );
    return row?.version ?? null;
  }
}

/** Seconds until the next try; null after the last. */
function nextTry(fault: Fault, tries: number): number | null {
  if (fault === 'file' || tries >= MOST_TRIES) {
    return null;
  }
  return fault === 'machine' ? Math.min(SLOW_SECONDS.most, SLOW_SECONDS.first * 2 ** (tries - 1)) : 2 ** tries;
}
