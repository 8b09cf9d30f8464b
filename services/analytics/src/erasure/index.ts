import { Global, Module } from '@nestjs/common';
import { erasureReceipts } from '@postloom/contracts';
import { ErasedBusinesses, PersonErasureModule } from '@postloom/messaging';
import { ErasurePlan, ErasureWorker, Tombstones } from '@postloom/persistence';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';

/** Global because every inbox checks the tombstones. */
@Global()
@Module({
  imports: [PersonErasureModule.forRoot({ steps: [], receipt: erasureReceipts.analytics })],
  controllers: [ErasureEvents],
  providers: [
    { provide: ErasurePlan, useClass: ErasureRepository },
    { provide: ErasedBusinesses, useExisting: Tombstones },
    ErasureWorker,
  ],
  exports: [ErasedBusinesses],
})
export class ErasureModule {}
