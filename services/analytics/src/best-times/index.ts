export { bestTimes } from './best-times.ts';
export type { BestTime, BestTimes } from './best-times.ts';
export { evidenceOfSlots, scoreOf, slotSql, together } from './evidence.ts';
export type { Evidence, MeasuredPost, SlotSums } from './evidence.ts';
export { expectedOf, poolOf } from './pools.ts';
export type { Pool } from './pools.ts';
export { BLOCK_HOURS } from './week.ts';
