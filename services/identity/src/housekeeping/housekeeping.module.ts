import { Module } from '@nestjs/common';
import { HousekeepingWorker } from './housekeeping.worker.ts';
import { OldRowsClaims } from './old-rows.claims.ts';

@Module({ providers: [HousekeepingWorker, OldRowsClaims] })
export class HousekeepingModule {}
