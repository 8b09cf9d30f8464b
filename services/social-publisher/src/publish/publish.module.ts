import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/index.ts';
import { LanesModule } from '../lanes/index.ts';
import { PlatformsModule } from '../platforms/index.ts';
import { VaultModule } from '../vault/index.ts';
import { CloseBusiness } from './close-business.ts';
import { EnqueueTarget } from './enqueue-target.ts';
import { Failpoints } from './failpoints.ts';
import { JobsRepository } from './jobs.repository.ts';
import { LaneHeartbeat } from './lane-heartbeat.ts';
import { LaneTokens } from './lane-tokens.ts';
import { LanesWorker } from './lanes.worker.ts';
import { PostPhotos } from './post-photos.ts';
import { PublishEvents } from './publish.events.ts';
import { QueueRepository } from './queue.repository.ts';
import { RunLane } from './run-lane.ts';
import { SettleStep } from './settle-step.ts';
import { TellTarget } from './tell-target.ts';
import { WriteIntent } from './write-intent.ts';

@Module({
  imports: [AccountsModule, LanesModule, PlatformsModule, VaultModule],
  controllers: [PublishEvents],
  providers: [
    CloseBusiness,
    EnqueueTarget,
    Failpoints,
    JobsRepository,
    LaneHeartbeat,
    LaneTokens,
    LanesWorker,
    PostPhotos,
    QueueRepository,
    RunLane,
    SettleStep,
    TellTarget,
    WriteIntent,
  ],
})
export class PublishModule {}
