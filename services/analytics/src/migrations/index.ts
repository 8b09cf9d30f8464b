import { infrastructureMigrations } from '@postloom/persistence';
import { Projections20261120001 } from './20261120-001-projections.ts';
import { Tombstones20261120002 } from './20261120-002-tombstones.ts';
import { PlatformNames20261122041 } from './20261122-041-platform-names.ts';
import { Samples20261123182 } from './20261123-182-samples.ts';
import { SampleIndexes20261123183 } from './20261123-183-sample-indexes.ts';
import { FiguresOfBefore20261123184 } from './20261123-184-figures-of-before.ts';
import { ToldFigures20261123185 } from './20261123-185-told-figures.ts';
import { CaptionStyles20261123186 } from './20261123-186-caption-styles.ts';
import { Scores20261123187 } from './20261123-187-scores.ts';
import { ReportShares20261123188 } from './20261123-188-report-shares.ts';
import { Pools20261124189 } from './20261124-189-pools.ts';
import { RatedInteractions20261126260 } from './20261126-260-rated-interactions.ts';
import { IncompleteDays20261126261 } from './20261126-261-incomplete-days.ts';
import { AccountRemovals20261126262 } from './20261126-262-account-removals.ts';
import { AccountDays20261126263 } from './20261126-263-account-days.ts';
import { TombstonesInErasures20261122012 } from './20261122-012-tombstones-in-erasures.ts';
import { Erasure20261122013 } from './20261122-013-erasure.ts';

export const migrations = [
  ...infrastructureMigrations(),
  Projections20261120001,
  Tombstones20261120002,
  PlatformNames20261122041,
  TombstonesInErasures20261122012,
  Erasure20261122013,
  Samples20261123182,
  SampleIndexes20261123183,
  FiguresOfBefore20261123184,
  ToldFigures20261123185,
  CaptionStyles20261123186,
  Scores20261123187,
  ReportShares20261123188,
  Pools20261124189,
  RatedInteractions20261126260,
  IncompleteDays20261126261,
  AccountRemovals20261126262,
  AccountDays20261126263,
];
