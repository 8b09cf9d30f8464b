import { Controller, Inject } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import { Entitlements, Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { renditionNames } from '../pictures/index.ts';
import { DeletionClaims, objectKeys } from '../storage/index.ts';
import { ErasureRepository } from './erasure.repository.ts';

@Controller()
export class ErasureEvents {
  constructor(
    @Inject(Entitlements) private readonly entitlements: Entitlements,
    @Inject(Quotas) private readonly quotas: Quotas,
    @Inject(DeletionClaims) private readonly deletions: DeletionClaims,
    @Inject(ErasureRepository) private readonly data: ErasureRepository,
  ) {}

  @On(identityEvents.businessDeleted, { handler: 'erase' })
  async erase(envelope: EventEnvelope<DataOf<typeof identityEvents.businessDeleted>>, tx: Tx): Promise<void> {
    const { businessId, payerId } = envelope.data;
    await this.entitlements.applyBusiness(tx, envelope);
    const photos = await this.data.deleteBusiness(tx, businessId);
    const bytes = photos.reduce((sum, photo) => sum + photo.fileSize, 0);
    if (bytes > 0) {
      await this.quotas.giveBack(tx, { payerId, metric: 'storage', amount: bytes });
    }
    await this.deletions.add(
      tx,
      photos.flatMap(({ id }) => [
        objectKeys.original(businessId, id),
        ...Object.values(renditionNames).map((name) => objectKeys.rendition(businessId, id, name)),
      ]),
    );
  }
}
