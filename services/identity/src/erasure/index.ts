import { Global, Module } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import { ErasurePlan, ErasureWorker, Tombstones } from '@postloom/persistence';
import { ErasureRepository } from './erasure.repository.ts';

/** Global because every inbox checks the tombstones. */
@Global()
@Module({
  providers: [
    { provide: ErasurePlan, useClass: ErasureRepository },
    { provide: ErasedBusinesses, useExisting: Tombstones },
    ErasureWorker,
  ],
  exports: [ErasedBusinesses, ErasureWorker],
})
export class ErasureModule {}
