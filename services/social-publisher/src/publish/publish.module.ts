import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { InsightsModule } from '../insights/index.ts';
import { LanesModule } from '../lanes/index.ts';
import { PlatformsModule } from '../platforms/index.ts';
import { RevocationsModule } from '../revocations/index.ts';
import { VaultModule } from '../vault/index.ts';
import { AnnounceJob } from './announce-job.ts';
import { Deliveries } from './deliveries.ts';
import { LoadJob } from './load-job.ts';
import { NextJobRepository } from './next-job.repository.ts';
import { PrepareJob } from './prepare-job.ts';
import { RefreshLane } from './refresh-lane.ts';
import { SendJob } from './send-job.ts';
import { NotifyParked } from './notify-parked.ts';
import { VerifyJob } from './verify-job.ts';
import { WriteStep } from './write-step.ts';
import { ResolveTarget } from './resolve-target.ts';
import { DelaysClaims } from './delays.claims.ts';
import { DelaysWorker } from './delays.worker.ts';
import { EnqueueTarget } from './enqueue-target.ts';
import { Failpoints } from './failpoints.ts';
import { JobsRepository } from './jobs.repository.ts';
import { LaneHeartbeat } from './lane-heartbeat.ts';
import { LaneTokens } from './lane-tokens.ts';
import { LanesWorker } from './lanes.worker.ts';
import { OpenAttemptsClaims } from './open-attempts.claims.ts';
import { OpenAttemptsWorker } from './open-attempts.worker.ts';
import { PostPhotos } from './post-photos.ts';
import { PublishEvents } from './publish.events.ts';
import { QueueRepository } from './queue.repository.ts';
import { RunLane } from './run-lane.ts';
import { SettleStep } from './settle-step.ts';
import { TargetEvents } from './target-events.ts';
import { WriteIntent } from './write-intent.ts';

@Module({
  imports: [AccountsModule, InsightsModule, LanesModule, PlatformsModule, RevocationsModule, VaultModule],
  controllers: [PublishEvents],
  providers: [
    AnnounceJob,
    Deliveries,
    LoadJob,
    NextJobRepository,
    PrepareJob,
    RefreshLane,
    SendJob,
    NotifyParked,
    VerifyJob,
    WriteStep,
    ResolveTarget,
    DelaysClaims,
    DelaysWorker,
    EnqueueTarget,
    Failpoints,
    JobsRepository,
    LaneHeartbeat,
    LaneTokens,
    LanesWorker,
    OpenAttemptsClaims,
    OpenAttemptsWorker,
    PostPhotos,
    QueueRepository,
    RunLane,
    SettleStep,
    TargetEvents,
    WriteIntent,
  ],
})
export class PublishModule {}
