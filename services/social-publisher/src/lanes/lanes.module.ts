import { Module } from '@nestjs/common';
import { LaneWakeups } from './lane-wakeups.ts';
import { LanesClaims } from './lanes.claims.ts';
import { LanesRepository } from './lanes.repository.ts';

@Module({
  providers: [LaneWakeups, LanesRepository, LanesClaims],
  exports: [LaneWakeups, LanesRepository, LanesClaims],
})
export class LanesModule {}
