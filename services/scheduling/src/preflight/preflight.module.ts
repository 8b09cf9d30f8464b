import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { CheckInput } from './check-input.ts';
import { CheckScheduledPost } from './check-scheduled-post.ts';
import { PreflightRpc } from './preflight.rpc.ts';
import { ScheduledChecksClaims } from './scheduled-checks.claims.ts';
import { ScheduledChecksWorker } from './scheduled-checks.worker.ts';

@Module({
  imports: [FactsModule, PostsModule],
  controllers: [PreflightRpc],
  providers: [CheckInput, CheckScheduledPost, ScheduledChecksClaims, ScheduledChecksWorker],
})
export class PreflightModule {}
