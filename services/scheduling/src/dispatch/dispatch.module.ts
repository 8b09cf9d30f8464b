import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/index.ts';
import { DispatchWorker } from './dispatch.worker.ts';
import { DueAgeWorker } from './due-age.worker.ts';
import { DueTargetsClaims } from './due-targets.claims.ts';
import { FailLateTargets } from './fail-late-targets.ts';

@Module({ imports: [PostsModule], providers: [DispatchWorker, DueAgeWorker, DueTargetsClaims, FailLateTargets] })
export class DispatchModule {}
