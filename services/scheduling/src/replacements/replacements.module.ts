import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { DecideReplacement } from './decide-replacement.ts';
import { MoveWaitingPost } from './move-waiting-post.ts';
import { ReplacementsEvents } from './replacements.events.ts';
import { ReplacementsRepository } from './replacements.repository.ts';
import { ReplacementsRpc } from './replacements.rpc.ts';
import { ReplacementsWorker } from './replacements.worker.ts';

@Module({
  imports: [FactsModule, PostsModule],
  controllers: [ReplacementsRpc, ReplacementsEvents],
  providers: [ReplacementsRepository, DecideReplacement, MoveWaitingPost, ReplacementsWorker],
})
export class ReplacementsModule {}
