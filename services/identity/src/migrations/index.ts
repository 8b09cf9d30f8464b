import { infrastructureMigrations } from '@postloom/persistence';
import { People20261201001 } from './20261201-001-people.ts';
import { Businesses20261201002 } from './20261201-002-businesses.ts';
import { Notifications20261201003 } from './20261201-003-notifications.ts';
import { NotificationsOutlive20261122012 } from './20261122-012-notifications-outlive.ts';
import { OldMails20261122013 } from './20261122-013-old-mails.ts';
import { MailTurns20261122014 } from './20261122-014-mail-turns.ts';
import { Openid20261123020 } from './20261123-020-openid.ts';
import { UserVersion20261122015 } from './20261122-015-user-version.ts';
import { NotificationPreferences20261123070 } from './20261123-070-notification-preferences.ts';
import { UnsubscribeLinks20261123071 } from './20261123-071-unsubscribe-links.ts';
import { WeeklySummaries20261123072 } from './20261123-072-weekly-summaries.ts';
import { OneSummaryAWeek20261123073 } from './20261123-073-one-summary-a-week.ts';
import { Deletions20261123040 } from './20261123-040-deletions.ts';
import { Billing20261123030 } from './20261123-030-billing.ts';
import { NextPlan20261123031 } from './20261123-031-next-plan.ts';
import { AuditLog20261123010 } from './20261123-010-audit-log.ts';
import { AccountChanges20261123011 } from './20261123-011-account-changes.ts';
import { SecondStep20261123012 } from './20261123-012-second-step.ts';
import { ReportMails20261123074 } from './20261123-074-report-mails.ts';
import { ReportBrands20261123075 } from './20261123-075-report-brands.ts';
import { PushDevices20261123076 } from './20261123-076-push-devices.ts';
import { NoticeWords20261128001 } from './20261128-001-notice-words.ts';
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
  NotificationPreferences20261123070,
  UnsubscribeLinks20261123071,
  WeeklySummaries20261123072,
  OneSummaryAWeek20261123073,
  Deletions20261123040,
  Openid20261123020,
  Billing20261123030,
  AuditLog20261123010,
  AccountChanges20261123011,
  SecondStep20261123012,
  NextPlan20261123031,
  ReportMails20261123074,
  ReportBrands20261123075,
  PushDevices20261123076,
  NoticeWords20261128001,
];
