import { Global, Module } from '@nestjs/common';
import { CleanUp } from './clean-up.ts';
import { DeletionClaims, deleteObjectsOf } from './deletions.claims.ts';
import { DeletionsWorker } from './deletions.worker.ts';
import { SignedAddresses } from './signed-addresses.ts';
import { RangeNotSatisfiable, Storage } from './storage.ts';

@Global()
@Module({
  providers: [Storage, SignedAddresses, DeletionClaims, CleanUp, DeletionsWorker],
  exports: [Storage, SignedAddresses, DeletionClaims, CleanUp],
})
export class StorageModule {}

export { CleanUp, DeletionClaims, deleteObjectsOf, RangeNotSatisfiable, SignedAddresses, Storage };
export { allEnded } from './all-ended.ts';
export { objectKeys } from './object-keys.ts';
export type { DoomedObject } from './deletions.claims.ts';
export type { ListedObject, PartsPage, StoredObject, StoredPart } from './storage.ts';
