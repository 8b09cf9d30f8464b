import { infrastructureMigrations } from '@postloom/persistence';
import { Library20261120001 } from './20261120-001-library.ts';
import { Attempts20261120002 } from './20261120-002-attempts.ts';
import { Albums20261121003 } from './20261121-003-albums.ts';
import { SocialPictures20261121004 } from './20261121-004-social-pictures.ts';
import { LargeLibraries20261121005 } from './20261121-005-large-libraries.ts';
import { ObjectDeletionTries20261122012 } from './20261122-012-object-deletion-tries.ts';
import { ErasureAndTurns20261122013 } from './20261122-013-erasure-and-turns.ts';
import { ObjectDeletionsOfBusiness20261123040 } from './20261123-040-object-deletions-of-business.ts';
import { SearchAndCounts20261123130 } from './20261123-130-search-and-counts.ts';
import { FilterIndexes20261123131 } from './20261123-131-filter-indexes.ts';
import { DeletedPhotos20261123132 } from './20261123-132-deleted-photos.ts';
import { Exports20261123110 } from './20261123-110-exports.ts';
import { Transfers20261123140 } from './20261123-140-transfers.ts';
import { Placeholders20261123141 } from './20261123-141-placeholders.ts';
import { StorageSweeps20261123142 } from './20261123-142-storage-sweeps.ts';
import { TransfersUnderWay20261123143 } from './20261123-143-transfers-under-way.ts';
import { Imports20261123111 } from './20261123-111-imports.ts';
import { DatedWords20261123150 } from './20261123-150-dated-words.ts';
import { Likeness20261123211 } from './20261123-211-likeness.ts';
import { Looks20261123210 } from './20261123-210-looks.ts';
import { PhotosToCompare20261123212 } from './20261123-212-photos-to-compare.ts';
import { PartsOfTransfers20261123213 } from './20261123-213-parts-of-transfers.ts';
import { ReportLogos20261124220 } from './20261124-220-report-logos.ts';
import { AlbumsWithinAlbums20261124221 } from './20261124-221-albums-within-albums.ts';
import { Avif20261125222 } from './20261125-222-avif.ts';
import { BusinessZones20261125230 } from './20261125-230-business-zones.ts';
import { SlowPhotos20261126260 } from './20261126-260-slow-photos.ts';
import { LengthsOfTransfers20261126261 } from './20261126-261-lengths-of-transfers.ts';
import { OrphanedObjects20261128270 } from './20261128-270-orphaned-objects.ts';
import { ListingsOfDeletions20261129280 } from './20261129-280-listings-of-deletions.ts';
import { WordsInOrder20261123151 } from './20261123-151-words-in-order.ts';

export const migrations = [
  ...infrastructureMigrations({ quotas: true, throttles: true }),
  Library20261120001,
  Attempts20261120002,
  Albums20261121003,
  SocialPictures20261121004,
  LargeLibraries20261121005,
  ObjectDeletionTries20261122012,
  ErasureAndTurns20261122013,
  ObjectDeletionsOfBusiness20261123040,
  SearchAndCounts20261123130,
  FilterIndexes20261123131,
  DeletedPhotos20261123132,
  Exports20261123110,
  Transfers20261123140,
  Placeholders20261123141,
  StorageSweeps20261123142,
  TransfersUnderWay20261123143,
  Imports20261123111,
  DatedWords20261123150,
  WordsInOrder20261123151,
  Looks20261123210,
  Likeness20261123211,
  PhotosToCompare20261123212,
  PartsOfTransfers20261123213,
  ReportLogos20261124220,
  AlbumsWithinAlbums20261124221,
  Avif20261125222,
  BusinessZones20261125230,
  SlowPhotos20261126260,
  LengthsOfTransfers20261126261,
  OrphanedObjects20261128270,
  ListingsOfDeletions20261129280,
];
