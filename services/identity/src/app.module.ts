import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AccountChangesModule } from './account-changes/index.ts';
import { AccountsModule } from './accounts/index.ts';
import { BillingModule } from './billing/index.ts';
import { AuditModule } from './audit/index.ts';
import { BusinessesModule } from './businesses/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { DeletionModule } from './deletion/index.ts';
import { ExportsModule } from './exports/index.ts';
import { ErasureModule } from './erasure/index.ts';
import { migrations } from './migrations/index.ts';
import { retention } from './retention.ts';
import { PasskeysModule } from './passkeys/index.ts';
import { NotificationsModule } from './notifications/index.ts';
import { OpenidModule } from './openid/index.ts';
import { PlansModule } from './plans/index.ts';
import { PushModule } from './push/index.ts';
import { ReportMailsModule } from './report-mails/index.ts';
import { SecondStepModule } from './second-step/index.ts';
import { SessionsModule } from './sessions/index.ts';
import { SummariesModule } from './summaries/index.ts';
import { SignInModule } from './sign-in/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'identity', migrations, retention }),
    MessagingModule.forRoot(messages),
    AuditModule,
    AccountsModule,
    AccountChangesModule,
    SessionsModule,
    OpenidModule,
    SecondStepModule,
    PasskeysModule,
    SignInModule,
    BusinessesModule,
    PlansModule,
    BillingModule,
    NotificationsModule,
    PushModule,
    SummariesModule,
    ReportMailsModule,
    ExportsModule,
    ErasureModule,
    DeletionModule,
  ],
})
export class AppModule {}
