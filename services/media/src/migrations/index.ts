import { infrastructureMigrations } from '@postloom/persistence';
import { Library20261120001 } from './20261120-001-library.ts';
import { Attempts20261120002 } from './20261120-002-attempts.ts';
import { Albums20261121003 } from './20261121-003-albums.ts';
import { SocialPictures20261121004 } from './20261121-004-social-pictures.ts';
import { LargeLibraries20261121005 } from './20261121-005-large-libraries.ts';
import { ObjectDeletionTries20261122012 } from './20261122-012-object-deletion-tries.ts';
import { ErasureAndTurns20261122013 } from './20261122-013-erasure-and-turns.ts';

export const migrations = [
  ...infrastructureMigrations({ quotas: true }),
  Library20261120001,
  Attempts20261120002,
  Albums20261121003,
  SocialPictures20261121004,
  LargeLibraries20261121005,
  ObjectDeletionTries20261122012,
  ErasureAndTurns20261122013,
];
