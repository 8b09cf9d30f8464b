import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AccountsModule } from './accounts/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { ErasureModule } from './erasure/index.ts';
import { migrations } from './migrations/index.ts';
import { retention } from './retention.ts';
import { NotificationsModule } from './notifications/index.ts';
import { PlansModule } from './plans/index.ts';
import { SessionsModule } from './sessions/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'identity', migrations, retention }),
    MessagingModule.forRoot(messages),
    AccountsModule,
    SessionsModule,
    BusinessesModule,
    PlansModule,
    NotificationsModule,
    ErasureModule,
  ],
})
export class AppModule {}
