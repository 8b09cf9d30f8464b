import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LanesRepository } from '../lanes/index.ts';
import type { ClaimedLane } from '../lanes/index.ts';
import type { LaneLease } from './lane-lease.ts';

/** Keeps a lease alive while a run lasts. */
@Injectable()
export class LaneHeartbeat {
  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly uow: Uow,
    private readonly lanes: LanesRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Every third of the lease's time, until `ended`; never shortens a lease that a call has stretched. */
  async keep(lane: ClaimedLane, lease: LaneLease, ended: AbortSignal): Promise<void> {
    const seconds = this.config.publishLeaseSeconds;
    for (;;) {
      await this.clock.delay((seconds * 1_000) / 3, ended);
      if (ended.aborted) {
        return;
      }
      const before = this.clock.monotonicMs();
      try {
        const isOurs = await this.uow.run(Scope.business(lane.businessId), (tx) =>
          this.lanes.stretch(tx, lane, seconds),
        );
        if (!isOurs) {
          lease.lose();
          return;
        }
        lease.extended(before);
      } catch (error) {
        this.logger.warn('A lease could not be extended', { accountId: lane.id, error });
      }
    }
  }
}
