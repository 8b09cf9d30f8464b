import { Injectable } from '@nestjs/common';
import { ErasurePlan, Quotas } from '@postloom/persistence';
import type { ErasureStep, Tx } from '@postloom/persistence';
import { keysOfPhoto } from '../photos/index.ts';
import { DeletionClaims, deleteObjectsOf, objectKeys } from '../storage/index.ts';
import type { DoomedObject } from '../storage/index.ts';

/** Everything that media stores about a business. Each batch of photos leaves its object keys behind for removal from storage. */
@Injectable()
export class ErasureRepository extends ErasurePlan {
  override readonly steps: readonly ErasureStep[] = [
    { table: 'upload_intents', key: 'business_id, upload_id' },
    { table: 'transfers', erase: (tx, businessId, limit) => this.eraseTransfers(tx, businessId, limit) },
    { table: 'photo_uses', key: 'post_id' },
    { table: 'scratch_pictures', erase: (tx, businessId, limit) => this.erasePictures(tx, businessId, limit) },
    { table: 'photos', erase: (tx, businessId, limit) => this.erasePhotos(tx, businessId, limit) },
    { table: 'deleted_photos', erase: (tx, businessId, limit) => this.eraseDeleted(tx, businessId, limit) },
    { table: 'albums' },
    { table: 'business_refs', key: 'business_id' },
    { table: 'report_logos', key: 'business_id' },
    { table: 'library_words', key: 'business_id, word, photo_id' },
    { table: 'likeness_words', key: 'business_id, word, photo_id' },
    { table: 'library_grams', key: 'business_id, gram, word' },
    { table: 'left_words', key: 'business_id, word' },
    { table: 'library_counts', key: 'business_id, album_id' },
  ];

  constructor(
    private readonly quotas: Quotas,
    private readonly deletions: DeletionClaims,
  ) {
    super();
  }

  /** Former looks and uploads that came to nothing wait for nobody any more. */
  override emptied(tx: Tx, businessId: string): Promise<void> {
    return deleteObjectsOf(tx, businessId);
  }

  private async eraseTransfers(tx: Tx, businessId: string, limit: number): Promise<number> {
    const gone = await tx.query<DoomedObject>(
      `DELETE FROM transfers WHERE id IN (SELECT id FROM transfers WHERE business_id = $1 LIMIT $2 FOR UPDATE)
      RETURNING object_key AS key, multipart_id AS "multipartId"`,
      [businessId, limit],
    );
    await this.deletions.addTransfers(tx, gone);
    return gone.length;
  }

  private async erasePictures(tx: Tx, businessId: string, limit: number): Promise<number> {
    const gone = await tx.query<{ id: string }>(
      `DELETE FROM scratch_pictures WHERE id IN
        (SELECT id FROM scratch_pictures WHERE business_id = $1 LIMIT $2 FOR UPDATE) RETURNING id`,
      [businessId, limit],
    );
    await this.deletions.add(
      tx,
      gone.map(({ id }) => objectKeys.scratch(businessId, id)),
    );
    return gone.length;
  }

  /** Each photo was charged to whoever paid at its upload. */
  private async erasePhotos(tx: Tx, businessId: string, limit: number): Promise<number> {
    const gone = await tx.query<{ id: string; lookId: string | null; payerId: string; fileSize: number }>(
      `DELETE FROM photos WHERE id IN (SELECT id FROM photos WHERE business_id = $1 LIMIT $2 FOR UPDATE)
      RETURNING id, look_id AS "lookId", payer_id AS "payerId", file_size AS "fileSize"`,
      [businessId, limit],
    );
    for (const [payerId, photos] of Map.groupBy(gone, (photo) => photo.payerId)) {
      const amount = photos.reduce((sum, { fileSize }) => sum + fileSize, 0);
      await this.quotas.giveBack(tx, { payerId, metric: 'storage', amount });
    }
    await this.deletions.add(
      tx,
      gone.flatMap(({ id, lookId }) => keysOfPhoto(businessId, id, lookId)),
    );
    return gone.length;
  }

  /** Their bytes were given back when they were deleted. */
  private async eraseDeleted(tx: Tx, businessId: string, limit: number): Promise<number> {
    const gone = await tx.query<{ id: string; lookId: string | null }>(
      `DELETE FROM deleted_photos WHERE id IN (SELECT id FROM deleted_photos WHERE business_id = $1 LIMIT $2 FOR UPDATE)
      RETURNING id, photo ->> 'look_id' AS "lookId"`,
      [businessId, limit],
    );
    await this.deletions.add(
      tx,
      gone.flatMap(({ id, lookId }) => keysOfPhoto(businessId, id, lookId)),
    );
    return gone.length;
  }
}
