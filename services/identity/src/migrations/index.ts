import { infrastructureMigrations } from '@postloom/persistence';
import { People20261201001 } from './20261201-001-people.ts';
import { Businesses20261201002 } from './20261201-002-businesses.ts';
import { Notifications20261201003 } from './20261201-003-notifications.ts';

/** In order; forward only. */
export const migrations = [
  ...infrastructureMigrations(),
  People20261201001,
  Businesses20261201002,
  Notifications20261201003,
];
