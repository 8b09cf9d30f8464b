import { Injectable } from '@nestjs/common';
import { PersonErasurePlan } from '@postloom/persistence';
import type { PersonStep, Tx } from '@postloom/persistence';
import { DeletionsRepository } from './deletions.repository.ts';

/** Identity's own part of a deleted person: everything that refers to the person goes with their row, and identity receives its own receipt. */
@Injectable()
export class OwnErasure extends PersonErasurePlan {
  override readonly steps: readonly PersonStep[] = [];

  constructor(private readonly deletions: DeletionsRepository) {
    super();
  }

  override async done(tx: Tx, { erasureId, rowsDeleted }: { erasureId: string; rowsDeleted: number }): Promise<void> {
    await this.deletions.addReceipt(tx, { deletionId: erasureId, owner: 'identity', rowsDeleted });
  }
}
