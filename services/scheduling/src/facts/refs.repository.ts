import { Injectable } from '@nestjs/common';
import type { Photo, Platform } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';

/** What scheduling knows of other services' data, as far as one request needs it. */
export interface KnownFacts {
  /** The database's clock. */
  readonly now: Date;
  /** Null: this business is not known here yet. */
  readonly business: {
    readonly timeZone: string;
    readonly lateLimitMinutes: number;
    readonly isDeleted: boolean;
  } | null;
  /** Usable accounts, the one connected longest first; `expiresAt` is the time by which the person must renew the connection. */
  readonly accounts: readonly {
    readonly platform: Platform;
    readonly accountId: string;
    readonly expiresAt?: string | null;
  }[];
  /** Accounts that wait to be reconnected; their scheduled posts are sent by themselves once they are. */
  readonly waiting?: readonly { readonly platform: Platform; readonly accountId: string }[];
  /** Those of the requested photos that belong to the business and exist. */
  readonly photoIds: readonly string[];
  /** The same photos with their stored pixels; null while they are unknown. */
  readonly photos?: readonly PhotoSize[];
}

export interface PhotoSize {
  readonly id: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A photo as media reports it. */
export type OwnedPhoto = Pick<Photo, 'id' | 'width' | 'height' | 'albumId' | 'createdAt'>;

/** By id of an account or photo: what its row said. Ids without a row are missing. */
export type AsKnown = ReadonlyMap<string, string>;

interface FactsRow {
  now: Date;
  time_zone: string | null;
  late_limit_minutes: number;
  is_deleted: boolean;
  accounts: { platform: Platform; accountId: string; expiresAt: string | null }[];
  waiting: { platform: Platform; accountId: string }[];
  photos: PhotoSize[];
}

export interface BusinessFacts {
  readonly name: string;
  readonly timeZone: string;
  readonly lateLimitMinutes: number;
}

/** The projections `business_refs`, `account_refs` and `photo_refs`. An older version never overwrites a newer one. */
@Injectable()
export class RefsRepository {
  /**
   * One round trip. The photos are locked against deletion until the transaction ends: a photo that is being deleted concurrently is either
   * refused here or found in the new post by the deletion. `isLocking: false` is for callers that hold a photo already: waiting for others
   * they could end in a deadlock.
   */
  async known(
    tx: Tx,
    businessId: string,
    photoIds: readonly string[],
    { isLocking = true }: { readonly isLocking?: boolean } = {},
  ): Promise<KnownFacts> {
    const [row] = await tx.query<FactsRow>(
      `SELECT now() AS now, b.time_zone, b.late_limit_minutes, b.deleted_at IS NOT NULL AS is_deleted,
        coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'accountId', a.account_id, 'expiresAt', a.expires_at)
                    ORDER BY a.connected_at, a.account_id)
                  FROM account_refs a WHERE a.business_id = $1 AND a.state = 'connected'), '[]') AS accounts,
        coalesce((SELECT json_agg(json_build_object('platform', a.platform, 'accountId', a.account_id)
                    ORDER BY a.connected_at, a.account_id)
                  FROM account_refs a WHERE a.business_id = $1 AND a.state = 'broken'), '[]') AS waiting,
        coalesce((SELECT json_agg(json_build_object('id', locked.photo_id, 'width', locked.width, 'height', locked.height))
                  FROM (SELECT p.photo_id, p.width, p.height FROM photo_refs p
                        WHERE p.business_id = $1 AND p.photo_id = ANY ($2::uuid[]) AND NOT p.is_deleted ${isLocking ? 'FOR SHARE' : ''}) AS locked),
                 '[]') AS photos
      FROM (SELECT 1) AS one LEFT JOIN business_refs b ON b.business_id = $1`,
      [businessId, photoIds],
    );
    if (row === undefined) {
      throw new Error('a query of one row gave none');
    }
    return {
      now: row.now,
      business:
        row.time_zone === null
          ? null
          : { timeZone: row.time_zone, lateLimitMinutes: row.late_limit_minutes, isDeleted: row.is_deleted },
      accounts: row.accounts,
      waiting: row.waiting,
      photoIds: row.photos.map(({ id }) => id),
      photos: row.photos,
    };
  }

  /**
   * The zone as in `known`, locked until the transaction ends: a concurrent move to another zone waits, and then finds what was created.
   */
  async zoneForWriting(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ time_zone: string }>(
      'SELECT time_zone FROM business_refs WHERE business_id = $1 FOR SHARE',
      [businessId],
    );
    return row?.time_zone ?? null;
  }

  async applyBusiness(tx: Tx, businessId: string, facts: BusinessFacts, version: number): Promise<void> {
    await tx.execute(
      `INSERT INTO business_refs AS b (business_id, time_zone, late_limit_minutes, version, name) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (business_id) DO UPDATE SET time_zone = excluded.time_zone, late_limit_minutes = excluded.late_limit_minutes,
        version = excluded.version, name = excluded.name
      WHERE b.version < excluded.version AND b.deleted_at IS NULL`,
      [businessId, facts.timeZone, facts.lateLimitMinutes, version, facts.name],
    );
  }

  /** Null: not told yet. */
  async nameOfBusiness(tx: Tx, businessId: string): Promise<string | null> {
    const [row] = await tx.query<{ name: string | null }>('SELECT name FROM business_refs WHERE business_id = $1', [
      businessId,
    ]);
    return row?.name ?? null;
  }

  /** Fills in a name that no event has told yet. */
  async nameBusiness(tx: Tx, businessId: string, name: string): Promise<void> {
    await tx.execute(
      'UPDATE business_refs SET name = $2 WHERE business_id = $1 AND name IS NULL AND deleted_at IS NULL',
      [businessId, name],
    );
  }

  /** A tombstone, which has no name: later events about this business find it deleted. */
  async buryBusiness(tx: Tx, businessId: string, version: number): Promise<void> {
    await tx.execute(
      `INSERT INTO business_refs AS b (business_id, time_zone, version, deleted_at) VALUES ($1, 'UTC', $2, now())
      ON CONFLICT (business_id) DO UPDATE SET deleted_at = coalesce(b.deleted_at, now()), name = NULL,
        version = greatest(b.version, excluded.version)`,
      [businessId, version],
    );
  }

  async isBusinessDeleted(tx: Tx, businessId: string): Promise<boolean> {
    const rows = await tx.query(
      'SELECT 1 AS gone FROM business_refs WHERE business_id = $1 AND deleted_at IS NOT NULL',
      [businessId],
    );
    return rows.length > 0;
  }

  async applyAccount(
    tx: Tx,
    businessId: string,
    account: { accountId: string; platform: Platform; state: 'connected' | 'broken' | 'removed'; name: string },
    version: number,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO account_refs AS a (account_id, business_id, platform, state, version, name) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (account_id) DO UPDATE SET state = excluded.state, name = excluded.name, version = excluded.version, expires_at = NULL,
        connected_at = CASE WHEN a.state = 'removed' AND excluded.state = 'connected' THEN now() ELSE a.connected_at END
      WHERE a.version < excluded.version AND a.business_id = excluded.business_id`,
      [account.accountId, businessId, account.platform, account.state, version, account.name],
    );
  }

  /** The connection will end and only the person can renew it; any later event about the account clears this. */
  async expireAccount(
    tx: Tx,
    businessId: string,
    account: { accountId: string; platform: Platform; expiresAt: string },
    version: number,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO account_refs AS a (account_id, business_id, platform, state, version, expires_at)
      VALUES ($1, $2, $3, 'connected', $4, $5)
      ON CONFLICT (account_id) DO UPDATE SET expires_at = excluded.expires_at, version = excluded.version
      WHERE a.version <= excluded.version AND a.business_id = excluded.business_id`,
      [account.accountId, businessId, account.platform, version, account.expiresAt],
    );
  }

  /** The state before an owner is asked: its answer applies only to what has not changed since. */
  async asKnown(tx: Tx, businessId: string, photoIds: readonly string[]): Promise<AsKnown> {
    const [accounts, photos] = await Promise.all([
      tx.query<{ id: string; version: string }>(
        'SELECT account_id AS id, version::text FROM account_refs WHERE business_id = $1',
        [businessId],
      ),
      tx.query<{ id: string; version: string }>(
        `SELECT photo_id AS id, concat_ws(' ', version, album_version, is_deleted) AS version FROM photo_refs
        WHERE business_id = $1 AND photo_id = ANY ($2::uuid[])`,
        [businessId, photoIds],
      ),
    ]);
    return new Map([...accounts, ...photos].map(({ id, version }) => [id, version]));
  }

  /**
   * The owner's answer: it is true now, and any later event overrides it because the version stays. An account that an event has changed
   * since the question is left alone: the answer may be older than the event.
   */
  async takeOverAccounts(
    tx: Tx,
    businessId: string,
    accounts: readonly {
      accountId: string;
      platform: Platform;
      name: string;
      state: 'connected' | 'broken';
      connectedAt: string;
      expiresAt: string | null;
    }[],
    before: AsKnown,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO account_refs AS a (account_id, business_id, platform, state, version, connected_at, expires_at, name)
      SELECT u.account_id, $1, u.platform, u.state, 0, u.connected_at, u.expires_at, u.name
      FROM unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $7::text[], $8::text[])
        AS u (account_id, platform, connected_at, expires_at, state, name)
      ON CONFLICT (account_id) DO UPDATE SET state = excluded.state, name = excluded.name, expires_at = excluded.expires_at
      WHERE a.business_id = excluded.business_id AND a.version::text = $6::jsonb ->> a.account_id::text`,
      [
        businessId,
        accounts.map((account) => account.accountId),
        accounts.map((account) => account.platform),
        accounts.map((account) => account.connectedAt),
        accounts.map((account) => account.expiresAt),
        JSON.stringify(Object.fromEntries(before)),
        accounts.map((account) => account.state),
        accounts.map((account) => account.name),
      ],
    );
  }

  /** `size`: null while the event does not carry it. False when something newer is known already. */
  async applyPhoto(
    tx: Tx,
    businessId: string,
    photo: { id: string; isDeleted: boolean; size: Pick<PhotoSize, 'width' | 'height'> | null },
    version: number,
  ): Promise<boolean> {
    const rows = await tx.execute(
      `INSERT INTO photo_refs AS p (photo_id, business_id, is_deleted, version, width, height) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (photo_id) DO UPDATE SET is_deleted = excluded.is_deleted, version = excluded.version,
        width = coalesce(excluded.width, p.width), height = coalesce(excluded.height, p.height)
      WHERE p.version < excluded.version AND p.business_id = excluded.business_id`,
      [photo.id, businessId, photo.isDeleted, version, photo.size?.width ?? null, photo.size?.height ?? null],
    );
    return rows > 0;
  }

  /** A photo has another size now. Whether it may be used is left alone: its owner may just have closed it. */
  async resizePhoto(tx: Tx, businessId: string, { id, width, height }: PhotoSize, version: number): Promise<void> {
    await tx.execute(
      `INSERT INTO photo_refs AS p (photo_id, business_id, version, width, height) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (photo_id) DO UPDATE SET version = excluded.version, width = excluded.width, height = excluded.height
      WHERE p.version < excluded.version AND NOT p.is_deleted AND p.business_id = excluded.business_id`,
      [id, businessId, version, width, height],
    );
  }

  /** The owner is about to destroy this photo: no new post may use it. Waits for creations that have locked it. */
  async closePhoto(tx: Tx, businessId: string, photoId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO photo_refs AS p (photo_id, business_id, is_deleted, version) VALUES ($1, $2, true, 0)
      ON CONFLICT (photo_id) DO UPDATE SET is_deleted = true WHERE p.business_id = excluded.business_id`,
      [photoId, businessId],
    );
  }

  /** As `takeOverAccounts`; a photo that was closed or moved since the question is left alone. */
  async takeOverPhotos(tx: Tx, businessId: string, photos: readonly OwnedPhoto[], before: AsKnown): Promise<void> {
    await tx.execute(
      `INSERT INTO photo_refs AS p (photo_id, business_id, is_deleted, version, width, height, album_id, uploaded_at)
      SELECT u.id, $1, false, 0, u.width, u.height, u.album_id, u.created_at
      FROM unnest($2::uuid[], $3::int[], $4::int[], $5::uuid[], $6::timestamptz[]) AS u (id, width, height, album_id, created_at)
      ON CONFLICT (photo_id) DO UPDATE SET is_deleted = false, width = coalesce(excluded.width, p.width),
        height = coalesce(excluded.height, p.height), album_id = excluded.album_id, uploaded_at = excluded.uploaded_at
      WHERE p.business_id = excluded.business_id
        AND concat_ws(' ', p.version, p.album_version, p.is_deleted) = $7::jsonb ->> p.photo_id::text`,
      [
        businessId,
        photos.map((photo) => photo.id),
        photos.map((photo) => photo.width),
        photos.map((photo) => photo.height),
        photos.map((photo) => photo.albumId),
        photos.map((photo) => photo.createdAt),
        JSON.stringify(Object.fromEntries(before)),
      ],
    );
  }
}
