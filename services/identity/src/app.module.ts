import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { identityRpc, notificationRpc } from '@postloom/contracts';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AccountsModule } from './accounts/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { config } from './config.ts';
import { HousekeepingModule } from './housekeeping/index.ts';
import { migrations } from './migrations/index.ts';
import { notificationSources, NotificationsModule } from './notifications/index.ts';
import { PlansModule } from './plans/index.ts';
import { SessionsModule } from './sessions/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'identity', migrations }),
    MessagingModule.forRoot({
      service: 'identity',
      serves: [...Object.values(identityRpc), ...Object.values(notificationRpc)],
      handles: notificationSources,
    }),
    AccountsModule,
    SessionsModule,
    BusinessesModule,
    PlansModule,
    NotificationsModule,
    HousekeepingModule,
  ],
})
export class AppModule {}
