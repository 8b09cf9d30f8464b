import { Module } from '@nestjs/common';
import { StorageSweep } from './storage-sweep.worker.ts';
import { SweepClaims } from './sweep.claims.ts';

@Module({ providers: [StorageSweep, SweepClaims] })
export class SweepModule {}
