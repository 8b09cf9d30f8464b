import { Global, Module } from '@nestjs/common';
import { DeletionClaims } from './deletions.claims.ts';
import { DeletionsWorker } from './deletions.worker.ts';
import { RangeNotSatisfiable, Storage } from './storage.ts';

@Global()
@Module({ providers: [Storage, DeletionClaims, DeletionsWorker], exports: [Storage, DeletionClaims] })
export class StorageModule {}

export { DeletionClaims, RangeNotSatisfiable, Storage };
export { objectKeys } from './object-keys.ts';
export type { StoredObject } from './storage.ts';
