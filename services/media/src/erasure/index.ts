import { Global, Module } from '@nestjs/common';
import { erasureReceipts } from '@postloom/contracts';
import { ErasedBusinesses, PersonErasureModule } from '@postloom/messaging';
import { ErasurePlan, ErasureWorker, quotaSteps, Tombstones } from '@postloom/persistence';
import type { PersonStep } from '@postloom/persistence';
import { deleteObjectsOf } from '../storage/index.ts';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';
import { ObjectsLeft } from './objects-left.claims.ts';

/** Exports belong to the person; their segments are on the list of deletions from the start. */
const steps: readonly PersonStep[] = [
  ...quotaSteps,
  { table: 'imports', person: 'user_id', key: 'id', alongside: deleteObjectsOf },
  { table: 'exports', person: 'user_id', key: 'id', alongside: deleteObjectsOf },
];

/** Global because every inbox checks the tombstones. */
@Global()
@Module({
  imports: [PersonErasureModule.forRoot({ steps, receipt: erasureReceipts.media, underWay: ObjectsLeft })],
  controllers: [ErasureEvents],
  providers: [
    { provide: ErasurePlan, useClass: ErasureRepository },
    { provide: ErasedBusinesses, useExisting: Tombstones },
    ErasureWorker,
  ],
  exports: [ErasedBusinesses],
})
export class ErasureModule {}
