import { infrastructureMigrations } from '@postloom/persistence';
import { Captions20261120001 } from './20261120-001-captions.ts';
import { Keys20261120002 } from './20261120-002-keys.ts';
import { Occurrences20261121011 } from './20261121-011-occurrences.ts';
import { ThrottledPeople20261122021 } from './20261122-021-throttled-people.ts';
import { ErasureAndTurns20261122013 } from './20261122-013-erasure-and-turns.ts';
import { Retention20261122050 } from './20261122-050-retention.ts';

export const migrations = [
  ...infrastructureMigrations({ quotas: true, throttles: true }),
  Captions20261120001,
  Keys20261120002,
  Occurrences20261121011,
  ThrottledPeople20261122021,
  ErasureAndTurns20261122013,
  Retention20261122050,
];
