import { Module } from '@nestjs/common';
import { ComposeStats } from './compose-stats.ts';
import { CalendarFeedController } from './calendar-feed.controller.ts';
import { PostToolsController } from './post-tools.controller.ts';
import { PostsController } from './posts.controller.ts';

@Module({ controllers: [PostsController, PostToolsController, CalendarFeedController], providers: [ComposeStats] })
export class PostsModule {}
