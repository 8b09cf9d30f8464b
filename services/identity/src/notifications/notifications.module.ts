import { Module } from '@nestjs/common';
import { MailModule } from '../mail/index.ts';
import { PreferencesModule } from '../preferences/index.ts';
import { PushModule } from '../push/index.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { ChangePreferences } from './change-preferences.ts';
import { NoticeMailsClaims } from './notice-mails.claims.ts';
import { NoticeMailsWorker } from './notice-mails.worker.ts';
import { NotificationsEvents } from './notifications.events.ts';
import { NotificationsRepository } from './notifications.repository.ts';
import { NotificationsRpc } from './notifications.rpc.ts';
import { Notify } from './notify.ts';

@Module({
  imports: [MailModule, PreferencesModule, PushModule],
  controllers: [NotificationsRpc, NotificationsEvents],
  providers: [
    NotificationsRepository,
    Notify,
    ChangeNotifications,
    ChangePreferences,
    NoticeMailsClaims,
    NoticeMailsWorker,
  ],
  exports: [Notify],
})
export class NotificationsModule {}
