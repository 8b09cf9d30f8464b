import { infrastructureMigrations } from '@postloom/persistence';
import { People20261201001 } from './20261201-001-people.ts';
import { Businesses20261201002 } from './20261201-002-businesses.ts';
import { Notifications20261201003 } from './20261201-003-notifications.ts';
import { NotificationsOutlive20261122012 } from './20261122-012-notifications-outlive.ts';
import { OldMails20261122013 } from './20261122-013-old-mails.ts';
import { MailTurns20261122014 } from './20261122-014-mail-turns.ts';
import { UserVersion20261122015 } from './20261122-015-user-version.ts';
import { WorkerRole20261122001 } from './20261122-001-worker-role.ts';

/** In order; forward only. */
export const migrations = [
  ...infrastructureMigrations(),
  People20261201001,
  Businesses20261201002,
  Notifications20261201003,
  NotificationsOutlive20261122012,
  OldMails20261122013,
  WorkerRole20261122001,
  MailTurns20261122014,
  UserVersion20261122015,
];
