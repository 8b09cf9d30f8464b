import { Global, Module } from '@nestjs/common';
import { ErasedBusinesses } from '@postloom/messaging';
import { ErasedBusinessesRepository } from './erased-businesses.repository.ts';
import { ErasureEvents } from './erasure.events.ts';
import { ErasureRepository } from './erasure.repository.ts';

/** Global because every inbox asks for the tombstones. */
@Global()
@Module({
  controllers: [ErasureEvents],
  providers: [
    ErasureRepository,
    ErasedBusinessesRepository,
    { provide: ErasedBusinesses, useExisting: ErasedBusinessesRepository },
  ],
  exports: [ErasedBusinesses, ErasedBusinessesRepository],
})
export class ErasureModule {}

export { ErasedBusinessesRepository };
