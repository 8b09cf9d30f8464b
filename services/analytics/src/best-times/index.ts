export { bestTimes } from './best-times.ts';
export type { BestTime, BestTimes } from './best-times.ts';
export { evidenceOfPosts, evidenceOfSlots } from './evidence.ts';
export type { Evidence } from './evidence.ts';
export { nothingKnown } from './levels.ts';
export type { Expected } from './levels.ts';
export { othersSaid } from './others-said.ts';
export type { OthersOnPlatform } from './others-said.ts';
export {
  aboveOf,
  expectedUnder,
  emptyPool,
  LEAST_BUSINESSES,
  mixed,
  noiseOf,
  othersOf,
  withBusiness,
} from './pools.ts';
export type { Gaussian, IndustryPool, Pool } from './pools.ts';
export { scoreOf, scoreSql } from './score.ts';
export { scoredPosts } from './scored-posts.ts';
export type { MeasuredTarget, TimedTarget } from './scored-posts.ts';
export { BLOCK_HOURS, SLOTS, slotSql } from './week.ts';
