import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { AccountsModule } from './accounts/index.ts';
import { AnalyticsModule } from './analytics/index.ts';
import { BillingModule } from './billing/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { CallbacksModule } from './callbacks/index.ts';
import { CaptionsModule } from './captions/index.ts';
import { ClientErrorsModule } from './client-errors/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { DocumentsModule } from './documents/index.ts';
import { ExportsModule } from './exports/index.ts';
import { HttpModule } from './http/index.ts';
import { LiveModule } from './live/index.ts';
import { MediaModule } from './media/index.ts';
import { NotificationsModule } from './notifications/index.ts';
import { PostsModule } from './posts/index.ts';
import { SchedulesModule } from './schedules/index.ts';
import { SearchModule } from './search/index.ts';
import { SecurityModule } from './security/index.ts';
import { SocialModule } from './social/index.ts';
import { UserModule } from './user/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    MessagingModule.forRoot(messages),
    HttpModule,
    AccountsModule,
    SecurityModule,
    UserModule,
    AnalyticsModule,
    BillingModule,
    BusinessesModule,
    MediaModule,
    ExportsModule,
    CaptionsModule,
    SocialModule,
    CallbacksModule,
    PostsModule,
    SchedulesModule,
    SearchModule,
    NotificationsModule,
    LiveModule,
    ClientErrorsModule,
    DocumentsModule,
  ],
})
export class AppModule {}
