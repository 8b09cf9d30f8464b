import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { RecurrenceModule } from '../recurrence/index.ts';
import { CalendarFeedTokens, ReadCalendarFeed } from './calendar-feed.ts';
import { FeedOwnerClaims } from './feed-owner.claims.ts';
import { FeedRpc } from './feed.rpc.ts';
import { FeedsRepository } from './feeds.repository.ts';

@Module({
  imports: [FactsModule, PostsModule, RecurrenceModule],
  controllers: [FeedRpc],
  providers: [CalendarFeedTokens, FeedOwnerClaims, FeedsRepository, ReadCalendarFeed],
})
export class FeedModule {}
