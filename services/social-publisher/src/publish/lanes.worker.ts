import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Loops, ShutdownRegistry } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import type { PublisherConfig } from '../config.ts';
import { LaneWakeups, LanesClaims } from '../lanes/index.ts';
import { metrics } from '../metrics.ts';
import { Failpoints } from './failpoints.ts';
import { RunLane } from './run-lane.ts';

const POLL_MS = 250;
/** How often lanes that may not be called are searched for outcomes that stay open too long: the bound is in minutes. */
const OVERDUE_EVERY_MS = 5_000;

/** Claims ready lanes and works on many of them at the same time; each lane does one thing at a time. */
@Injectable()
export class LanesWorker implements OnModuleInit {
  private readonly running = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private loop: Loop | undefined;
  private overdueAtMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly uow: Uow,
    private readonly claims: LanesClaims,
    private readonly wakeups: LaneWakeups,
    private readonly runLane: RunLane,
    private readonly failpoints: Failpoints,
    private readonly clock: Clock,
    private readonly loops: Loops,
    private readonly shutdown: ShutdownRegistry,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({ name: 'lanes', everyMs: POLL_MS, run: () => this.claim() });
    this.wakeups.onWake(() => this.loop?.poke());
    metrics.lanesCount.observe(() => this.running.size);
    this.shutdown.register('stop-intake', 'lanes', () => this.stopping.abort());
    // A call on the socket is finished if the time allows; if not, the next worker verifies before sending.
    this.shutdown.register('drain', 'lanes', async () => {
      await Promise.all(this.running);
    });
  }

  private async claim(): Promise<boolean> {
    const free = this.config.publishLanes - this.running.size;
    if (free <= 0 || this.stopping.signal.aborted) {
      return false;
    }
    const claimedAtMs = this.clock.monotonicMs();
    const lanes = await this.uow.run(Scope.system('lanes of all businesses'), async (tx) => {
      const { publishLeaseSeconds: leaseSeconds, publishBoundMs: boundMs } = this.config;
      const ready = await this.claims.claim(tx, free, leaseSeconds);
      const left = free - ready.length;
      const isOverdueDue = left > 0 && claimedAtMs >= this.overdueAtMs;
      if (isOverdueDue) {
        this.overdueAtMs = claimedAtMs + OVERDUE_EVERY_MS;
      }
      const overdue = isOverdueDue ? await this.claims.claimOverdue(tx, left, leaseSeconds, boundMs) : [];
      const claimed = [...ready, ...overdue];
      await Promise.all(claimed.map(() => this.failpoints.hit('claiming')));
      return claimed;
    });
    await Promise.all(lanes.map(() => this.failpoints.hit('claimed')));
    for (const lane of lanes) {
      const run = this.runLane.execute(lane, claimedAtMs, this.stopping.signal).finally(() => {
        this.running.delete(run);
        this.loop?.poke();
      });
      this.running.add(run);
    }
    return lanes.length === free;
  }
}
