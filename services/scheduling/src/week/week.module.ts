import { Module } from '@nestjs/common';
import { RecurrenceModule } from '../recurrence/index.ts';
import { ReadWeek } from './read-week.ts';
import { WeekRepository } from './week.repository.ts';
import { WeekRpc } from './week.rpc.ts';

/** What the weekly summary says about the posts of a business. */
@Module({ imports: [RecurrenceModule], controllers: [WeekRpc], providers: [ReadWeek, WeekRepository] })
export class WeekModule {}
