import { Global, Module } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import { ErasurePlan, ErasureWorker, Tombstones } from '@postloom/persistence';
import { AccountsModule } from '../accounts/index.ts';
import { EraseBusiness } from './erase-business.ts';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';

/** Global because every inbox checks the tombstones. */
@Global()
@Module({
  imports: [AccountsModule],
  controllers: [ErasureEvents],
  providers: [
    EraseBusiness,
    ErasureRepository,
    { provide: ErasurePlan, useExisting: ErasureRepository },
    ErasureWorker,
    { provide: ErasedBusinesses, useExisting: Tombstones },
  ],
  exports: [ErasedBusinesses],
})
export class ErasureModule {}
