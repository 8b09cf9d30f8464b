import { baseMigration } from '@postloom/persistence';
import { Accounts1764547200001 } from './accounts.migration.ts';
import { Connections1764547200010 } from './connections.migration.ts';
import { Engine1764547200020 } from './engine.migration.ts';
import { Erasure1764547200031 } from './erasure.migration.ts';
import { NewerRounds1764547200030 } from './newer-rounds.migration.ts';
import { Publishing1764547200002 } from './publishing.migration.ts';

/** In the order in which they run. */
export const migrations = [
  baseMigration({ quotas: true }),
  Accounts1764547200001,
  Publishing1764547200002,
  Connections1764547200010,
  Engine1764547200020,
  NewerRounds1764547200030,
  Erasure1764547200031,
];
