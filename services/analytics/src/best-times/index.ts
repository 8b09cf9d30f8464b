export { bestTimes } from './best-times.ts';
export type { BestTime, BestTimes } from './best-times.ts';
export { evidenceOfPosts, evidenceOfSlots, slotSql } from './evidence.ts';
export type { Evidence, MeasuredPost } from './evidence.ts';
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
export { scoreOf } from './score.ts';
export { scoredPosts } from './scored-posts.ts';
export type { MeasuredTarget } from './scored-posts.ts';
export { BLOCK_HOURS, SLOTS } from './week.ts';
