import { Injectable } from '@nestjs/common';
import { ErasurePlan, Quotas } from '@postloom/persistence';
import type { ErasureStep, Tx } from '@postloom/persistence';
import { renditionNames } from '../pictures/index.ts';
import { DeletionClaims, objectKeys } from '../storage/index.ts';

/** Everything that media stores about a business. Each batch of photos leaves its object keys behind for removal from storage. */
@Injectable()
export class ErasureRepository extends ErasurePlan {
  override readonly steps: readonly ErasureStep[] = [
    { table: 'upload_intents', key: 'business_id, upload_id' },
    { table: 'photo_uses', key: 'post_id' },
    { table: 'scratch_pictures', erase: (tx, businessId, limit) => this.erasePictures(tx, businessId, limit) },
    { table: 'photos', erase: (tx, businessId, limit) => this.erasePhotos(tx, businessId, limit) },
    { table: 'albums' },
  ];

  constructor(
    private readonly quotas: Quotas,
    private readonly deletions: DeletionClaims,
  ) {
    super();
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
    const gone = await tx.query<{ id: string; payerId: string; fileSize: number }>(
      `DELETE FROM photos WHERE id IN (SELECT id FROM photos WHERE business_id = $1 LIMIT $2 FOR UPDATE)
      RETURNING id, payer_id AS "payerId", file_size AS "fileSize"`,
      [businessId, limit],
    );
    for (const [payerId, photos] of Map.groupBy(gone, (photo) => photo.payerId)) {
      const amount = photos.reduce((sum, { fileSize }) => sum + fileSize, 0);
      await this.quotas.giveBack(tx, { payerId, metric: 'storage', amount });
    }
    await this.deletions.add(
      tx,
      gone.flatMap(({ id }) => [
        objectKeys.original(businessId, id),
        ...Object.values(renditionNames).map((name) => objectKeys.rendition(businessId, id, name)),
      ]),
    );
    return gone.length;
  }
}
