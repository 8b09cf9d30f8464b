import { infrastructureMigrations } from '@postloom/persistence';
import { Projections20261120001 } from './20261120-001-projections.ts';
import { Tombstones20261120002 } from './20261120-002-tombstones.ts';
import { PlatformNames20261122041 } from './20261122-041-platform-names.ts';
import { TombstonesInErasures20261122012 } from './20261122-012-tombstones-in-erasures.ts';
import { Erasure20261122013 } from './20261122-013-erasure.ts';

export const migrations = [
  ...infrastructureMigrations(),
  Projections20261120001,
  Tombstones20261120002,
  PlatformNames20261122041,
  TombstonesInErasures20261122012,
  Erasure20261122013,
];
