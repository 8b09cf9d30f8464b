import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, CONFIG, Loops } from '@postloom/chassis';
import { Peers } from '@postloom/messaging';
import type { GatewayConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import type { BucketSize } from './rate-limit.ts';
import { SharedLimit } from './shared-limit.ts';

const ANNOUNCE_EVERY_MS = 250;

/** The limits, each with the topic on which the processes announce what they allowed. */
const TOPICS = {
  session: 'session-takes',
  address: 'address-takes',
  session_pictures: 'session-picture-takes',
  address_pictures: 'address-picture-takes',
} as const;
type LimitName = keyof typeof TOPICS;
const NAMES = Object.keys(TOPICS) as LimitName[];

/**
 * The limits of requests by session and by address, counted over all processes of the gateway (deploy/docs/adr/0026). Pictures are counted
 * apart: whoever scrolls fast through a library asks for hundreds within seconds, and must not be refused other calls for that.
 */
@Injectable()
export class RequestLimits implements OnModuleInit {
  private readonly limits: Readonly<Record<LimitName, SharedLimit>>;

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly clock: Clock,
    private readonly peers: Peers,
    private readonly loops: Loops,
  ) {
    const limit = (name: LimitName, size: BucketSize): SharedLimit =>
      new SharedLimit(name, size, (takes) => peers.publish(TOPICS[name], takes));
    this.limits = {
      session: limit('session', config.limitSessionRequests),
      address: limit('address', config.limitAddressRequests),
      session_pictures: limit('session_pictures', config.limitSessionPictures),
      address_pictures: limit('address_pictures', config.limitAddressPictures),
    };
  }

  onModuleInit(): void {
    if (!this.config.rateLimits) {
      return;
    }
    for (const name of NAMES) {
      this.peers.subscribe(TOPICS[name], (takes) => this.limits[name].hear(takes, this.clock.monotonicMs()));
    }
    this.loops.start({
      name: 'announce takes',
      everyMs: ANNOUNCE_EVERY_MS,
      run: async () => {
        NAMES.forEach((name) => this.limits[name].flush());
        return Promise.resolve();
      },
    });
  }

  /** Counts a request; answers 0, or the seconds after which one is allowed again. `session` is null for who has none. */
  take({ address, session, isPicture }: { address: string; session: string | null; isPicture: boolean }): number {
    if (!this.config.rateLimits) {
      return 0;
    }
    return Math.max(
      this.counted(isPicture ? 'address_pictures' : 'address', address),
      session === null ? 0 : this.counted(isPicture ? 'session_pictures' : 'session', session),
    );
  }

  /** The wait, and one more refusal of the limit when there is one. A request that both limits refuse counts at both. */
  private counted(limit: LimitName, key: string): number {
    const wait = this.limits[limit].take(key, this.clock.monotonicMs());
    if (wait > 0) {
      metrics.requestsRefused.add(1, { limit });
    }
    return wait;
  }
}
