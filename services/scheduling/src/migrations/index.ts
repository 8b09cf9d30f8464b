import { infrastructureMigrations } from '@postloom/persistence';
import { Posts1795132800001 } from './20261120-001-posts.ts';
import { TargetDelays1795219200011 } from './20261121-011-target-delays.ts';
import { Preflight1795219200012 } from './20261121-012-preflight.ts';
import { PublishedByWord1795219200013 } from './20261121-013-published-by-word.ts';
import { CalendarFeeds1795219200014 } from './20261121-014-calendar-feeds.ts';
import { Recurring1795219200021 } from './20261121-021-recurring.ts';
import { Frequencies1795219200022 } from './20261121-022-frequencies.ts';
import { PlatformNames20261122041 } from './20261122-041-platform-names.ts';
import { Turns20261122013 } from './20261122-013-turns.ts';
import { ZoneData20261122061 } from './20261122-061-zone-data.ts';
import { Retention20261122050 } from './20261122-050-retention.ts';
import { DocVersion20261122071 } from './20261122-071-doc-version.ts';
import { Replacements20261122091 } from './20261122-091-replacements.ts';
import { ZoneDataSchedules20261122092 } from './20261122-092-zone-data-schedules.ts';
import { PhotosByPlatform20261122101 } from './20261122-101-photos-by-platform.ts';
import { TemplatePosts20261123060 } from './20261123-060-template-posts.ts';
import { PostWords20261123230 } from './20261123-230-post-words.ts';
import { PostsWithoutWords20261123231 } from './20261123-231-posts-without-words.ts';
import { FailedPosts20261126010 } from './20261126-010-failed-posts.ts';
import { BusinessNames20261126240 } from './20261126-240-business-names.ts';
import { PauseEnds20261126250 } from './20261126-250-pause-ends.ts';
import { DetachedPhotos20261126260 } from './20261126-260-detached-photos.ts';
import { LatelyFailedPosts20261128010 } from './20261128-010-lately-failed-posts.ts';

/** In order. The first creates the infrastructure tables of every service, and the counts of the post limit. */
export const migrations = [
  ...infrastructureMigrations({ quotas: true }),
  Posts1795132800001,
  TargetDelays1795219200011,
  Preflight1795219200012,
  PublishedByWord1795219200013,
  CalendarFeeds1795219200014,
  Recurring1795219200021,
  Frequencies1795219200022,
  PlatformNames20261122041,
  Turns20261122013,
  ZoneData20261122061,
  Retention20261122050,
  DocVersion20261122071,
  Replacements20261122091,
  ZoneDataSchedules20261122092,
  PhotosByPlatform20261122101,
  TemplatePosts20261123060,
  PostWords20261123230,
  PostsWithoutWords20261123231,
  FailedPosts20261126010,
  BusinessNames20261126240,
  PauseEnds20261126250,
  DetachedPhotos20261126260,
  LatelyFailedPosts20261128010,
];
