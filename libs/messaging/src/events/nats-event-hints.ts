import type { Subscription } from '@nats-io/transport-node';
import { EnvelopeHead } from '@postloom/contracts';
import type { Logger } from '@postloom/chassis';
import { describe } from '../nats/broker.ts';
import type { Broker } from '../nats/broker.ts';
import { decodeJson } from '../rpc/wire.ts';
import { EventHints } from './event-hints.ts';
import type { EventHint } from './event-hints.ts';

/** First words of all event subjects: the services that own data. */
const producers = ['identity', 'media', 'captions', 'scheduling', 'publisher', 'analytics'] as const;

export class NatsEventHints extends EventHints {
  constructor(
    private readonly broker: Broker,
    private readonly logger: Logger,
  ) {
    super();
  }

  override subscribeAll(handler: (hint: EventHint) => void): () => void {
    const subscriptions: Subscription[] = [];
    let isStopped = false;
    const subscribe = async (): Promise<void> => {
      const connection = await this.broker.connect();
      if (isStopped) {
        return;
      }
      for (const producer of producers) {
        const callback = (error: Error | null, message: { readonly data: Uint8Array }): void => {
          if (error !== null) {
            this.logger.error('Events can not be heard', { producer, reason: describe(error) });
          } else {
            this.tell(handler, message.data);
          }
        };
        subscriptions.push(connection.subscribe(`${producer}.>`, { callback }));
      }
    };
    subscribe().catch((error: unknown) => this.logger.warn('Events are not heard', { reason: describe(error) }));
    return () => {
      isStopped = true;
      for (const subscription of subscriptions) {
        subscription.unsubscribe();
      }
    };
  }

  private tell(handler: (hint: EventHint) => void, bytes: Uint8Array): void {
    try {
      const head = EnvelopeHead.safeParse(decodeJson(bytes));
      if (!head.success) {
        return;
      }
      const { subject, businessId, entityId, version } = head.data;
      handler({ subject, businessId, entityId, version });
    } catch (error) {
      this.logger.debug('An event could not be passed on', { reason: describe(error) });
    }
  }
}
