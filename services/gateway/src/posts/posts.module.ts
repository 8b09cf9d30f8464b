import { Module } from '@nestjs/common';
import { ComposeStats } from './compose-stats.ts';
import { PostsController } from './posts.controller.ts';

@Module({ controllers: [PostsController], providers: [ComposeStats] })
export class PostsModule {}
