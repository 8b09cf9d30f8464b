import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { WordsModule } from '../words/index.ts';
import { ChangeTarget } from './change-target.ts';
import { CheckBeforeSave } from './check-before-save.ts';
import { CreatePost } from './create-post.ts';
import { DeletePost } from './delete-post.ts';
import { DueSignal } from './due-signal.ts';
import { DuplicatePost } from './duplicate-post.ts';
import { EditPost } from './edit-post.ts';
import { NearbyPostsRepository } from './nearby-posts.repository.ts';
import { PostReadsRepository } from './post-reads.repository.ts';
import { PostWriter } from './post-writer.ts';
import { PostsEvents } from './posts.events.ts';
import { PostsRepository } from './posts.repository.ts';
import { PostsRpc } from './posts.rpc.ts';
import { ReadPosts } from './read-posts.ts';
import { RecordTargetEvent } from './record-target-event.ts';
import { RenderPosts } from './render-posts.ts';
import { ResolveTarget } from './resolve-target.ts';
import { SendPost } from './send-post.ts';
import { TakeBackPosts } from './take-back-posts.ts';

@Module({
  imports: [FactsModule, WordsModule],
  controllers: [PostsRpc, PostsEvents],
  providers: [
    ...[PostsRepository, PostReadsRepository, PostWriter, DueSignal, RenderPosts],
    ...[CheckBeforeSave, NearbyPostsRepository],
    ...[DuplicatePost, ResolveTarget, ChangeTarget, TakeBackPosts],
    ...[CreatePost, EditPost, DeletePost, SendPost, ReadPosts, RecordTargetEvent],
  ],
  exports: [CheckBeforeSave, NearbyPostsRepository, PostsRepository, PostWriter, DueSignal, RenderPosts, TakeBackPosts],
})
export class PostsModule {}
