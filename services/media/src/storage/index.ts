import { Global, Module } from '@nestjs/common';
import { DeletionClaims } from './deletions.claims.ts';
import { DeletionsWorker } from './deletions.worker.ts';
import { Storage } from './storage.ts';

@Global()
@Module({ providers: [Storage, DeletionClaims, DeletionsWorker], exports: [Storage, DeletionClaims] })
export class StorageModule {}

export { DeletionClaims, Storage };
export { objectKeys } from './object-keys.ts';
