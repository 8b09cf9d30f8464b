import { Module } from '@nestjs/common';
import { OtherBusinesses } from './other-businesses.ts';
import { PoolsClaims } from './pools.claims.ts';
import { PoolsRepository } from './pools.repository.ts';
import { PoolsWorker } from './pools.worker.ts';

@Module({ providers: [OtherBusinesses, PoolsClaims, PoolsRepository, PoolsWorker], exports: [OtherBusinesses] })
export class PoolsModule {}

export { OtherBusinesses };
