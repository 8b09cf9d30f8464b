import { Module } from '@nestjs/common';
import { BlockChanges } from './block-changes.ts';
import { LaneWakeups } from './lane-wakeups.ts';
import { LanesClaims } from './lanes.claims.ts';
import { LanesRepository } from './lanes.repository.ts';

@Module({
  providers: [BlockChanges, LaneWakeups, LanesRepository, LanesClaims],
  exports: [BlockChanges, LaneWakeups, LanesRepository, LanesClaims],
})
export class LanesModule {}
