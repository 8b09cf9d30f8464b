import { Global, Module } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import { FactsModule } from '../facts/index.ts';
import { DeletedBusinessesClaims } from './deleted-businesses.claims.ts';
import { DeletedBusinessesWorker } from './deleted-businesses.worker.ts';
import { ErasedBusinessesRepository } from './erased-businesses.repository.ts';
import { ErasureEvents } from './erasure.events.ts';

/** Global because every inbox asks for the tombstones. */
@Global()
@Module({
  imports: [FactsModule],
  controllers: [ErasureEvents],
  providers: [
    ErasedBusinessesRepository,
    { provide: ErasedBusinesses, useExisting: ErasedBusinessesRepository },
    DeletedBusinessesClaims,
    DeletedBusinessesWorker,
  ],
  exports: [ErasedBusinesses],
})
export class ErasureModule {}
