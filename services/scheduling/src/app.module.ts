import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { AttentionModule } from './attention/index.ts';
import { BringBackModule } from './bring-back/index.ts';
import { CalendarModule } from './calendar/index.ts';
import { config } from './config.ts';
import { messages } from './messages.ts';
import { DispatchModule } from './dispatch/index.ts';
import { ErasureModule } from './erasure/index.ts';
import { FactsModule } from './facts/index.ts';
import { FeedModule } from './feed/index.ts';
import { ImportModule } from './import/index.ts';
import { LimitsModule } from './limits/index.ts';
import { migrations } from './migrations/index.ts';
import { retention } from './retention.ts';
import { PhotosModule } from './photos/index.ts';
import { PostsModule } from './posts/index.ts';
import { PreflightModule } from './preflight/index.ts';
import { RecurrenceModule } from './recurrence/index.ts';
import { ReplacementsModule } from './replacements/index.ts';
import { WeekModule } from './week/index.ts';
import { StarterWeekModule } from './starter-week/index.ts';
import { SearchModule } from './search/index.ts';
import { ZoneDataModule } from './zone-data/index.ts';

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'scheduling', migrations, retention }),
    MessagingModule.forRoot(messages),
    FactsModule,
    LimitsModule,
    PostsModule,
    CalendarModule,
    PhotosModule,
    PreflightModule,
    ImportModule,
    StarterWeekModule,
    BringBackModule,
    FeedModule,
    RecurrenceModule,
    ReplacementsModule,
    DispatchModule,
    ErasureModule,
    WeekModule,
    SearchModule,
    AttentionModule,
    ZoneDataModule,
  ],
})
export class AppModule {}
