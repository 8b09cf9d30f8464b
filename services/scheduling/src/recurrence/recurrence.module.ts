import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { AskForSchedule } from './ask-for-schedule.ts';
import { ChangeOccurrencePost } from './change-occurrence-post.ts';
import { ChangeOccurrence } from './change-occurrence.ts';
import { ChangeSchedule } from './change-schedule.ts';
import { CreateSchedule } from './create-schedule.ts';
import { OccurrenceSaga } from './occurrence.saga.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { OccurrencesWorker } from './occurrences.worker.ts';
import { OpenSlots } from './open-slots.ts';
import { PhotoAlbumsRepository } from './photo-albums.repository.ts';
import { PickForOccurrence } from './pick-for-occurrence.ts';
import { ReadSchedules } from './read-schedules.ts';
import { RecordCaptionResult } from './record-caption-result.ts';
import { RecurrenceEvents } from './recurrence.events.ts';
import { RecurrenceRpc } from './recurrence.rpc.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';
import { Rezone } from './rezone.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { SchedulesWorker } from './schedules.worker.ts';
import { Withdraw } from './withdraw.ts';
import { WriteOccurrencePost } from './write-occurrence-post.ts';

@Module({
  imports: [FactsModule, PostsModule],
  controllers: [RecurrenceRpc, RecurrenceEvents],
  providers: [
    ...[SchedulesRepository, OccurrencesRepository, PhotoAlbumsRepository, RecurrenceSignal],
    ...[CreateSchedule, ChangeSchedule, ReadSchedules, ChangeOccurrence, ChangeOccurrencePost, Withdraw, Rezone],
    ...[OpenSlots, OccurrenceSaga, PickForOccurrence, WriteOccurrencePost, AskForSchedule, RecordCaptionResult],
    ...[SchedulesWorker, OccurrencesWorker],
  ],
  exports: [ReadSchedules, Rezone, SchedulesRepository],
})
export class RecurrenceModule {}
