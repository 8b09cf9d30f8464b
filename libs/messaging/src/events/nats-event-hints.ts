import { EnvelopeHead } from '@postloom/contracts';
import type { Logger } from '@postloom/chassis';
import type { Broker } from '../nats/broker.ts';
import { listen } from '../nats/listen.ts';
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
    const subjects = producers.map((producer) => `${producer}.>`);
    return listen(this.broker, this.logger, subjects, (payload) => {
      const head = EnvelopeHead.safeParse(decodeJson(payload));
      if (head.success) {
        const { subject, businessId, entityId, version } = head.data;
        handler({ subject, businessId, entityId, version });
      }
    });
  }
}
