export { BlockChanges } from './block-changes.ts';
export type { BlockSubject } from './block-changes.ts';
export { LaneWakeups } from './lane-wakeups.ts';
export { LanesClaims } from './lanes.claims.ts';
export { LanesModule } from './lanes.module.ts';
export { laneIsBlocked, LanesRepository, refreshBlock } from './lanes.repository.ts';
export type { Block, ClaimedLane } from './lanes.repository.ts';
