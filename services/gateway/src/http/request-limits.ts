import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Loops } from '@postloom/chassis';
import { Peers } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { SharedLimit } from './shared-limit.ts';

const ANNOUNCE_EVERY_MS = 250;

/** The limits of requests by session and by address, counted over all processes of the gateway (deploy/docs/adr/0026). */
@Injectable()
export class RequestLimits implements OnModuleInit {
  private readonly bySession: SharedLimit;
  private readonly byAddress: SharedLimit;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly clock: Clock,
    private readonly peers: Peers,
    private readonly loops: Loops,
  ) {
    const { limitSessionRequests, limitAddressRequests } = config;
    this.bySession = new SharedLimit('session', limitSessionRequests, (takes) => peers.publish('session-takes', takes));
    this.byAddress = new SharedLimit('address', limitAddressRequests, (takes) => peers.publish('address-takes', takes));
  }

  onModuleInit(): void {
    if (!this.config.rateLimits) {
      return;
    }
    this.peers.subscribe('session-takes', (takes) => this.bySession.hear(takes, this.clock.monotonicMs()));
    this.peers.subscribe('address-takes', (takes) => this.byAddress.hear(takes, this.clock.monotonicMs()));
    this.loops.start({
      name: 'announce takes',
      everyMs: ANNOUNCE_EVERY_MS,
      run: async () => {
        this.bySession.flush();
        this.byAddress.flush();
        return Promise.resolve();
      },
    });
  }

  /** Counts a request; answers 0, or the seconds after which one is allowed again. `session` is null for who has none. */
  take(address: string, session: string | null): number {
    if (!this.config.rateLimits) {
      return 0;
    }
    const now = this.clock.monotonicMs();
    return Math.max(
      counted('address', this.byAddress.take(address, now)),
      session === null ? 0 : counted('session', this.bySession.take(session, now)),
    );
  }
}

/** The wait, and one more refusal of the limit when there is one. A request that both limits refuse counts at both. */
function counted(limit: 'session' | 'address', wait: number): number {
  if (wait > 0) {
    metrics.requestsRefused.add(1, { limit });
  }
  return wait;
}
