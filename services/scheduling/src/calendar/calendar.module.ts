import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { RecurrenceModule } from '../recurrence/index.ts';
import { CalendarRange } from './calendar-range.ts';
import { CalendarRepository } from './calendar.repository.ts';
import { CalendarRpc } from './calendar.rpc.ts';

@Module({
  imports: [FactsModule, PostsModule, RecurrenceModule],
  controllers: [CalendarRpc],
  providers: [CalendarRange, CalendarRepository],
})
export class CalendarModule {}
