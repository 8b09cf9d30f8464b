import { Global, Module } from '@nestjs/common';
import { DeletionClaims, deleteObjectsOf } from './deletions.claims.ts';
import { DeletionsWorker } from './deletions.worker.ts';
import { SignedAddresses } from './signed-addresses.ts';
import { RangeNotSatisfiable, Storage } from './storage.ts';

@Global()
@Module({
  providers: [Storage, SignedAddresses, DeletionClaims, DeletionsWorker],
  exports: [Storage, SignedAddresses, DeletionClaims],
})
export class StorageModule {}

export { DeletionClaims, deleteObjectsOf, RangeNotSatisfiable, SignedAddresses, Storage };
export { allEnded } from './all-ended.ts';
export { objectKeys } from './object-keys.ts';
export type { DoomedObject } from './deletions.claims.ts';
export type { ListedObject, PartsPage, StoredObject, StoredPart } from './storage.ts';
