import type { JetStreamClient } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { withSpan } from '@postloom/chassis';
import type { Clock, Logger } from '@postloom/chassis';
import { Scope } from '@postloom/persistence';
import type { Tx, Uow } from '@postloom/persistence';
import type { MessagingMetrics } from '../messaging.metrics.ts';
import { describe } from '../nats/broker.ts';
import type { Broker } from '../nats/broker.ts';
import { ensureStream } from '../nats/streams.ts';
import type { StreamSettings } from '../nats/streams.ts';
import { HEADER } from '../rpc/wire.ts';
import { encodeEnvelope } from './event-wire.ts';
import type { OutboxClaims, EmittedEvent } from './outbox.claims.ts';

const BATCH = 200;
/** Well below the transaction's idle limit of 10 s: the rows stay locked while we wait for the broker. */
const ACK_TIMEOUT_MS = 3_000;

export interface RelayTools {
  readonly service: string;
  readonly stream: StreamSettings;
  readonly broker: Broker;
  readonly uow: Uow;
  readonly outbox: OutboxClaims;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
}

/**
 * Carries committed events to the broker: lock, publish with the event's id, wait for the broker's confirmation, mark,
 * commit. If the process is killed in between, the rows are sent again; the id lets broker and inboxes recognise the
 * repetition.
 */
export class OutboxRelay {
  private client: JetStreamClient | undefined;

  constructor(private readonly tools: RelayTools) {
    tools.broker.whenMoved(() => {
      this.client = undefined;
    });
  }

  /** One round. True = there may be more. Throws when the broker confirmed nothing, so that the loop slows down. */
  async run(): Promise<boolean> {
    // Without a broker no rows are locked and no transaction is held open.
    if (!this.tools.broker.isConnected) {
      return false;
    }
    const client = (this.client ??= await this.tools.broker.jetstream());
    const outcome = await this.tools.uow.run(Scope.global(), (tx) => this.sendBatch(client, tx), {
      timeoutMs: 8_000,
      genericPlans: true,
    });
    if (outcome.failure !== undefined) {
      await this.repair(outcome.failure);
      throw outcome.failure;
    }
    return outcome.taken === BATCH;
  }

  /** Shows how long the oldest event has been waiting, also while there is no broker. */
  async showAge(): Promise<void> {
    const { uow, outbox, metrics } = this.tools;
    metrics.outboxOldestSeconds.set(
      await uow.run(Scope.global(), (tx) => outbox.oldestSeconds(tx), { readOnly: true }),
    );
  }

  private async sendBatch(client: JetStreamClient, tx: Tx): Promise<{ taken: number; failure?: Error }> {
    const events = await this.tools.outbox.take(tx, BATCH);
    this.tools.metrics.outboxWaitingRows.set(events.length);
    if (events.length === 0) {
      return { taken: 0 };
    }
    const results = await Promise.allSettled(events.map((event) => this.publish(client, event)));
    const sent = events.filter((_, index) => results[index]?.status === 'fulfilled');
    if (sent.length > 0) {
      await this.tools.outbox.markPublished(tx, sent);
    }
    this.count(sent);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed === undefined) {
      return { taken: events.length };
    }
    const message = `${events.length - sent.length} of ${events.length} events were not confirmed`;
    return { taken: events.length, failure: new Error(message, { cause: failed.reason }) };
  }

  private async publish(client: JetStreamClient, event: EmittedEvent): Promise<void> {
    await withSpan(
      `publish ${event.subject}`,
      { kind: 'producer', parent: event.traceparent ?? undefined },
      async () => {
        const head = headers();
        if (event.traceparent !== null) {
          head.append(HEADER.traceparent, event.traceparent);
        }
        await client.publish(event.subject, encodeEnvelope(event), {
          msgID: event.id,
          headers: head,
          timeout: ACK_TIMEOUT_MS,
          retries: 0,
        });
      },
    );
  }

  private count(sent: readonly EmittedEvent[]): void {
    const now = this.tools.clock.now().getTime();
    for (const event of sent) {
      this.tools.metrics.eventsPublished.add(1, { subject: event.subject });
      this.tools.metrics.outboxLagSeconds.observe(Math.max(0, now - event.createdAt.getTime()) / 1000);
    }
  }

  /** The usual reason for silence is a missing stream: the broker is new, or its store was lost. */
  private async repair(failure: Error): Promise<void> {
    try {
      await ensureStream(await this.tools.broker.manager(), this.tools.service, this.tools.stream);
    } catch (error) {
      this.tools.logger.warn('The stream of this service could not be made', {
        reason: describe(error),
        failure: describe(failure.cause),
      });
    }
  }
}
