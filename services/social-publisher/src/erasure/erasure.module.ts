import { Global, Module } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import { Tombstones } from '@postloom/persistence';
import { AccountsModule } from '../accounts/index.ts';
import { EraseBusiness } from './erase-business.ts';
import { ErasedBusinessesClaims } from './erased-businesses.claims.ts';
import { ErasedBusinessesWorker } from './erased-businesses.worker.ts';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';

/** Global because every inbox asks for the tombstones. */
@Global()
@Module({
  imports: [AccountsModule],
  controllers: [ErasureEvents],
  providers: [
    EraseBusiness,
    ErasedBusinessesClaims,
    ErasedBusinessesWorker,
    ErasureRepository,
    { provide: ErasedBusinesses, useExisting: Tombstones },
  ],
  exports: [ErasedBusinesses],
})
export class ErasureModule {}
