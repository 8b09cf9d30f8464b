export { LanePokes } from './lane-pokes.ts';
export { LanesClaims } from './lanes.claims.ts';
export { LanesModule } from './lanes.module.ts';
export { laneIsHeld, LanesRepository, refreshBlock } from './lanes.repository.ts';
export type { Block, HeldLane } from './lanes.repository.ts';
