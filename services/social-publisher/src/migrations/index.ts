import { infrastructureMigrations } from '@postloom/persistence';
import { Accounts1764547200001 } from './20261120-001-accounts.ts';
import { Connections1764547200010 } from './20261120-010-connections.ts';
import { Engine1764547200020 } from './20261121-020-engine.ts';
import { Erasure1764547200031 } from './20261121-031-erasure.ts';
import { LateLimits20261122061 } from './20261122-061-late-limits.ts';
import { NewerRounds1764547200030 } from './20261121-030-newer-rounds.ts';
import { Publishing1764547200002 } from './20261120-002-publishing.ts';
import { PlatformNames20261122041 } from './20261122-041-platform-names.ts';
import { Revocations20261122042 } from './20261122-042-revocations.ts';
import { ErasureIndexes20261122013 } from './20261122-013-erasure-indexes.ts';
import { PacedLanes20261122043 } from './20261122-043-paced-lanes.ts';
import { Retention20261122050 } from './20261122-050-retention.ts';
import { AccountOrigins20261122071 } from './20261122-071-account-origins.ts';
import { Insights20261123180 } from './20261123-180-insights.ts';
import { InsightsOfBefore20261123181 } from './20261123-181-insights-of-before.ts';
import { PlatformDeletions20261123041 } from './20261123-041-platform-deletions.ts';
import { AccountsOfPeople20261123042 } from './20261123-042-accounts-of-people.ts';
import { VerifyingJobs20261122051 } from './20261122-051-verifying-jobs.ts';

/** In the order in which they run. */
export const migrations = [
  ...infrastructureMigrations({ quotas: true }),
  Accounts1764547200001,
  Publishing1764547200002,
  Connections1764547200010,
  Engine1764547200020,
  NewerRounds1764547200030,
  Erasure1764547200031,
  PlatformNames20261122041,
  LateLimits20261122061,
  Revocations20261122042,
  ErasureIndexes20261122013,
  PacedLanes20261122043,
  Retention20261122050,
  VerifyingJobs20261122051,
  AccountOrigins20261122071,
  PlatformDeletions20261123041,
  AccountsOfPeople20261123042,
  Insights20261123180,
  InsightsOfBefore20261123181,
];
