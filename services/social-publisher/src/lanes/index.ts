export { LanePokes } from './lane-pokes.ts';
export { LanesClaims } from './lanes.claims.ts';
export { LanesModule } from './lanes.module.ts';
export { LanesRepository } from './lanes.repository.ts';
export type { HeldLane } from './lanes.repository.ts';
