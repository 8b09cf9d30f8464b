import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';

/**
 * Of somebody who is gone, a business or a person, all objects that are listed or held back go at once, whenever they would have gone. Those
 * that storage refused keep their pause. Plans: `object_deletions_of_business`, `orphaned_objects_of_owner`.
 */
export async function deleteObjectsOf(tx: Tx, ownerId: string): Promise<void> {
  await tx.execute(
    `UPDATE object_deletions SET ready_at = now() WHERE split_part(object_key, '/', 1) = $1 AND tries = 0 AND ready_at > now()`,
    [ownerId],
  );
  await tx.execute(
    `WITH held AS (DELETE FROM orphaned_objects WHERE split_part(object_key, '/', 1) = $1 RETURNING object_key)
     INSERT INTO object_deletions (object_key, ready_at) SELECT object_key, now() FROM held ON CONFLICT (object_key) DO NOTHING`,
    [ownerId],
  );
}

/** An object to delete; one that arrived in parts may exist as parts alone. */
export interface DoomedObject {
  readonly key: string;
  readonly multipartId: string | null;
}

export interface ClaimedObject extends DoomedObject {
  /** When the claim ends, to the microsecond. */
  readonly until: string;
  readonly tries: number;
  /** Another one when it was listed anew. Null: it was listed before listings had ids. */
  readonly listing: string | null;
}

/**
 * Objects to delete, listed in the transaction that makes them superfluous. Deleting one twice is harmless: whoever claims a row deletes the
 * object, and a crash only repeats that. Whoever has deleted it takes it off the list, however long that took, unless it was listed anew
 * meanwhile: that is a matter of the next delete.
 */
@Injectable()
export class DeletionClaims {
  constructor(private readonly erased: Tombstones) {}

  async add(tx: Tx, objectKeys: readonly string[], afterSeconds = 0): Promise<void> {
    await this.addTransfers(
      tx,
      objectKeys.map((key) => ({ key, multipartId: null })),
      afterSeconds,
    );
  }

  /**
   * As `add`, for uploads in parts: what has arrived of them is aborted. The earlier of two times counts, unless the deletion has begun: what
   * is stored from now on under that name is a matter of the new one alone.
   */
  async addTransfers(tx: Tx, doomed: readonly DoomedObject[], afterSeconds = 0): Promise<void> {
    if (doomed.length === 0) {
      return;
    }
    await tx.query(
      `INSERT INTO object_deletions (object_key, multipart_id, ready_at)
       SELECT key, multipart_id, now() + make_interval(secs => $3) FROM unnest($1::text[], $2::text[]) AS d (key, multipart_id)
       ON CONFLICT (object_key) DO UPDATE SET
         ready_at = CASE WHEN object_deletions.tries = 0 THEN least(object_deletions.ready_at, excluded.ready_at)
           ELSE excluded.ready_at END,
         listing = excluded.listing,
         multipart_id = coalesce(excluded.multipart_id, object_deletions.multipart_id)`,
      [doomed.map(({ key }) => key), doomed.map(({ multipartId }) => multipartId), afterSeconds],
    );
  }

  /**
   * What was stored for nothing goes at once when its owner, a business or a person, was erased meanwhile: the erasure may have deleted the
   * objects before they existed. Otherwise it goes at the time for which it was listed: whether the commit has failed may not be known yet.
   */
  async addIfErased(tx: Tx, ownerId: string, objectKeys: readonly string[]): Promise<void> {
    if ((await this.erased.isErased(tx, ownerId)) || (await this.erased.isErasedPerson(tx, ownerId))) {
      await this.add(tx, objectKeys);
    }
  }

  /** The objects are needed after all. @throws AppError conflict when one of them was already due for deletion, or is just being deleted */
  async withdraw(tx: Tx, ...objectKeys: readonly string[]): Promise<void> {
    const kept = await tx.execute(
      'DELETE FROM object_deletions WHERE object_key = ANY ($1) AND ready_at > now() AND tries = 0',
      [objectKeys],
    );
    if (kept < objectKeys.length) {
      throw new AppError('conflict');
    }
  }

  /** Claims up to `limit` ready rows for a minute, the longest waiting first, and counts the try. */
  claim(tx: Tx, limit: number): Promise<ClaimedObject[]> {
    return tx.query<ClaimedObject>(
      `WITH c AS (SELECT object_key FROM object_deletions WHERE ready_at <= now() ORDER BY ready_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE object_deletions d SET ready_at = now() + interval '1 minute', tries = tries + 1
       FROM c WHERE d.object_key = c.object_key
       RETURNING d.object_key AS key, d.multipart_id AS "multipartId", d.ready_at::text AS until, d.tries, d.listing`,
      [limit],
    );
  }

  /** Storage did not delete these: retried after 2, 4, 8 … seconds, at most an hour, until it does. Who has claimed one since decides about it. */
  async postpone(tx: Tx, claimed: readonly ClaimedObject[]): Promise<void> {
    await tx.execute(
      `UPDATE object_deletions d SET ready_at = now() + make_interval(secs => least(3600, 2 ^ least(tries, 12)))
       FROM unnest($1::text[], $2::timestamptz[]) AS c (key, until) WHERE d.object_key = c.key AND d.ready_at = c.until`,
      [claimed.map(({ key }) => key), claimed.map(({ until }) => until)],
    );
  }

  /**
   * Storage has deleted these. A delete may have outlasted its claim, and so may each that was claimed after it: what counts is that nobody
   * has listed the object anew. Processes of the version before give such a listing no id, only a time that no claim has set.
   */
  async done(tx: Tx, claimed: readonly ClaimedObject[]): Promise<void> {
    await tx.execute(
      `DELETE FROM object_deletions d
       USING unnest($1::text[], $2::timestamptz[], $3::int[], $4::uuid[]) AS c (key, until, tries, listing)
       WHERE d.object_key = c.key AND d.listing IS NOT DISTINCT FROM c.listing AND (d.ready_at = c.until OR d.tries > c.tries)`,
      [
        claimed.map(({ key }) => key),
        claimed.map(({ until }) => until),
        claimed.map(({ tries }) => tries),
        claimed.map(({ listing }) => listing),
      ],
    );
  }
}
