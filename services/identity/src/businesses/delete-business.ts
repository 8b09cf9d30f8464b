import { Injectable } from '@nestjs/common';
import { AppError, identityEvents } from '@postloom/contracts';
import { ErasureWorker, Scope, Tombstones, Uow } from '@postloom/persistence';
import { emitUserChanged } from '../users/index.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/**
 * Deletes a business; every other service removes its rows on the event. A person keeps at least one, also when two
 * deletions run at the same moment. When it was the active one, another becomes active.
 */
@Injectable()
export class DeleteBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
    private readonly tombstones: Tombstones,
    private readonly erasure: ErasureWorker,
  ) {}

  /** @throws AppError `not_found` (also when it is somebody else's), `forbidden` (not the owner), `last_business` */
  async execute(userId: string, id: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      await this.businesses.actAs(tx, userId);
      await this.businesses.lockPerson(tx, userId);
      const found = await this.businesses.find(tx, userId, id);
      if (!found) {
        throw new AppError('not_found');
      }
      if (found.role !== 'owner') {
        throw new AppError('forbidden');
      }
      if ((await this.businesses.count(tx, userId)) <= 1) {
        throw new AppError('last_business');
      }
      const deleted = await this.businesses.delete(tx, id);
      if (!deleted) {
        throw new AppError('not_found');
      }
      const version = await this.businesses.activateSome(tx, userId);
      if (version !== null) {
        await emitUserChanged(tx, userId, version);
      }
      await this.tombstones.bury(tx, id);
      tx.afterCommit(() => this.erasure.wake());
      await tx.emit(identityEvents.businessDeleted, {
        businessId: id,
        entityId: id,
        version: deleted.version,
        data: { businessId: id, payerId: deleted.payerId },
      });
    });
    return { success: true };
  }
}
