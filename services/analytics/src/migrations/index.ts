import { infrastructureMigrations } from '@postloom/persistence';
import { Projections20261120001 } from './20261120-001-projections.ts';
import { Tombstones20261120002 } from './20261120-002-tombstones.ts';

export const migrations = [...infrastructureMigrations(), Projections20261120001, Tombstones20261120002];
