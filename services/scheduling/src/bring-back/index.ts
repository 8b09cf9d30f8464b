import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { RecurrenceModule } from '../recurrence/index.ts';
import { BringBackPosts } from './bring-back-posts.ts';
import { BringBackRpc } from './bring-back.rpc.ts';
import { BringBackSchedules } from './bring-back-schedules.ts';

@Module({
  imports: [FactsModule, PostsModule, RecurrenceModule],
  controllers: [BringBackRpc],
  providers: [BringBackPosts, BringBackSchedules],
})
export class BringBackModule {}
