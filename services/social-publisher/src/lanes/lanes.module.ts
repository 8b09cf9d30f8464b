import { Module } from '@nestjs/common';
import { LanePokes } from './lane-pokes.ts';
import { LanesClaims } from './lanes.claims.ts';
import { LanesRepository } from './lanes.repository.ts';

@Module({ providers: [LanePokes, LanesRepository, LanesClaims], exports: [LanePokes, LanesRepository, LanesClaims] })
export class LanesModule {}
