import { Module } from '@nestjs/common';
import { ChassisModule } from '@postloom/chassis';
import {
  albumEvents,
  calendarFeedRpc,
  captionsEvents,
  doctorEvents,
  identityEvents,
  importRpc,
  mediaEvents,
  preflightRpc,
  publisherEvents,
  recurringRpc,
  resolveRpc,
  schedulingRpc,
} from '@postloom/contracts';
import { MessagingModule } from '@postloom/messaging';
import { PersistenceModule } from '@postloom/persistence';
import { CalendarModule } from './calendar/index.ts';
import { config } from './config.ts';
import { DispatchModule } from './dispatch/index.ts';
import { ErasureModule } from './erasure/index.ts';
import { FactsModule } from './facts/index.ts';
import { FeedModule } from './feed/index.ts';
import { ImportModule } from './import/index.ts';
import { LimitsModule } from './limits/index.ts';
import { migrations } from './migrations/index.ts';
import { PhotosModule } from './photos/index.ts';
import { PostsModule } from './posts/index.ts';
import { PreflightModule } from './preflight/index.ts';
import { RecurrenceModule } from './recurrence/index.ts';

const { businessCreated, businessUpdated, businessDeleted, planChanged } = identityEvents;
const { photoUploaded, photoReady, photoUpdated, photoDeleted } = mediaEvents;

@Module({
  imports: [
    ChassisModule.forRoot(config),
    PersistenceModule.forRoot({ schema: 'scheduling', migrations }),
    MessagingModule.forRoot({
      service: 'scheduling',
      serves: [schedulingRpc, preflightRpc, resolveRpc, importRpc, calendarFeedRpc, recurringRpc].flatMap((group) =>
        Object.values(group),
      ),
      handles: [
        ...[businessCreated, businessUpdated, businessDeleted, planChanged],
        ...[photoUploaded, photoReady, photoUpdated, photoDeleted],
        ...[albumEvents.albumDeleted, ...Object.values(captionsEvents)],
        ...Object.values(publisherEvents),
        doctorEvents.accountExpiring,
      ],
    }),
    FactsModule,
    LimitsModule,
    PostsModule,
    CalendarModule,
    PhotosModule,
    PreflightModule,
    ImportModule,
    FeedModule,
    RecurrenceModule,
    DispatchModule,
    ErasureModule,
  ],
})
export class AppModule {}
