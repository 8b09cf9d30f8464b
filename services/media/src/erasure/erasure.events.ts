import { Controller } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { Entitlements, Quotas, Tombstones } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { renditionNames } from '../pictures/index.ts';
import { DeletionClaims, objectKeys } from '../storage/index.ts';
import { ErasureRepository } from './erasure.repository.ts';
import type { ErasedPhoto } from './erasure.repository.ts';

@Controller()
export class ErasureEvents {
  constructor(
    private readonly entitlements: Entitlements,
    private readonly quotas: Quotas,
    private readonly deletions: DeletionClaims,
    private readonly erased: Tombstones,
    private readonly data: ErasureRepository,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'erase', evenWhenErased: true })
  async erase(envelope: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    const { businessId } = envelope.data;
    await this.erased.waitForWriters(tx, businessId);
    await this.entitlements.buryBusiness(tx, envelope);
    const { photos, scratchIds } = await this.data.deleteBusiness(tx, businessId);
    for (const [payerId, amount] of bytesByPayer(photos)) {
      await this.quotas.giveBack(tx, { payerId, metric: 'storage', amount });
    }
    await this.deletions.add(tx, [
      ...photos.flatMap(({ id }) => [
        objectKeys.original(businessId, id),
        ...Object.values(renditionNames).map((name) => objectKeys.rendition(businessId, id, name)),
      ]),
      ...scratchIds.map((id) => objectKeys.scratch(businessId, id)),
    ]);
  }
}

/** Each photo was counted for whoever paid at its upload. */
function bytesByPayer(photos: readonly ErasedPhoto[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { payerId, fileSize } of photos) {
    sums.set(payerId, (sums.get(payerId) ?? 0) + fileSize);
  }
  return sums;
}
