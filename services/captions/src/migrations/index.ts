import { infrastructureMigrations } from '@postloom/persistence';
import { Captions20261120001 } from './20261120-001-captions.ts';
import { Keys20261120002 } from './20261120-002-keys.ts';
import { Occurrences20261121011 } from './20261121-011-occurrences.ts';
import { ThrottledPeople20261122021 } from './20261122-021-throttled-people.ts';
import { ErasureAndTurns20261122013 } from './20261122-013-erasure-and-turns.ts';
import { Retention20261122050 } from './20261122-050-retention.ts';
import { Voices20261123160 } from './20261123-160-voices.ts';
import { Usage20261123161 } from './20261123-161-usage.ts';
import { Failover20261123162 } from './20261123-162-failover.ts';
import { Lanes20261123163 } from './20261123-163-lanes.ts';
import { Kinds20261123170 } from './20261123-170-kinds.ts';
import { Edits20261123171 } from './20261123-171-edits.ts';
import { Previews20261123172 } from './20261123-172-previews.ts';
import { TextHashes20261126251 } from './20261126-251-text-hashes.ts';
import { UsageOfOccurrences20261127270 } from './20261127-270-usage-of-occurrences.ts';

export const migrations = [
  ...infrastructureMigrations({ quotas: true, throttles: true }),
  Captions20261120001,
  Keys20261120002,
  Occurrences20261121011,
  ThrottledPeople20261122021,
  ErasureAndTurns20261122013,
  Retention20261122050,
  Voices20261123160,
  Usage20261123161,
  Failover20261123162,
  Lanes20261123163,
  Kinds20261123170,
  Edits20261123171,
  Previews20261123172,
  TextHashes20261126251,
  UsageOfOccurrences20261127270,
];
