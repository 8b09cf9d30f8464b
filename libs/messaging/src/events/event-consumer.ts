import { jetstreamManager } from '@nats-io/jetstream';
import type { Consumer, ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import type { Clock, Logger } from '@postloom/chassis';
import { describe } from '../nats/broker.ts';
import type { Broker } from '../nats/broker.ts';
import { subscriptionOf } from '../nats/internals.ts';
import { ensureDurable } from '../nats/streams.ts';
import { HEADER } from '../rpc/wire.ts';
import type { EventHandler } from './event-handler.ts';
import type { EventPipeline } from './event-pipeline.ts';

/** Longer than any transaction may take. The messages of a killed process stay assigned to it this long; the feed is quicker. */
const ACK_WAIT_MS = 60_000;
/** What waits here for a slot is claimed anew well before the broker gives up on it. */
const WORKING_EVERY_MS = ACK_WAIT_MS / 3;
/**
 * Messages of one handler that this process holds or has asked for, for each that may run at a time. It bounds the memory (an event has
 * 256 KB at most), and what one process can withhold from the others.
 */
export const HELD_PER_RUN = 16;
const PULL_EXPIRES_MS = 5_000;
const IDLE_HEARTBEAT_MS = 2_000;
const LONGEST_PAUSE_MS = 2_000;

export interface ConsumerTools {
  readonly broker: Broker;
  readonly maxAckPending: number;
  readonly pipeline: EventPipeline;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Pulls one handler's events from its durable consumer. The durable is made anew whenever it is missing: at the first start, before
 * the producer has made its stream, and after the broker's store was lost.
 */
export class EventConsumer {
  private readonly stopped = new AbortController();
  private messages: ConsumerMessages | undefined;
  private running: Promise<unknown> | undefined;
  private readonly held = new Set<JsMsg>();
  private isDurableInDoubt = false;
  private whenLess: () => void = () => undefined;
  private forgetBroker: () => void = () => undefined;

  constructor(
    private readonly handler: EventHandler,
    private readonly tools: ConsumerTools,
  ) {}

  start(): void {
    // After a reconnect pulls are lost and the durable may be: begin again instead of waiting for missed heartbeats.
    const forgetReturns = this.tools.broker.whenUp(() => {
      this.isDurableInDoubt = true;
      this.messages?.stop();
    });
    const forgetMoves = this.tools.broker.whenMoved(() => {
      this.isDurableInDoubt = true;
      void this.endPull();
    });
    this.forgetBroker = () => {
      forgetReturns();
      forgetMoves();
    };
    this.running = Promise.all([this.pullForEver(), this.keepHeld()]);
  }

  /** Pulls nothing more; messages pulled but not started go back to the broker, which gives them to another process at once. */
  async stopIntake(): Promise<void> {
    this.stopped.abort();
    this.forgetBroker();
    this.whenLess();
    await this.endPull();
  }

  /** Asks for nothing more where it has asked; what is on its way still comes. */
  private async endPull(): Promise<void> {
    const { messages } = this;
    if (messages === undefined) {
      return;
    }
    const subscription = subscriptionOf(messages);
    if (this.tools.broker.isConnected && subscription?.isClosed() === false) {
      await subscription.drain();
    }
    messages.stop();
  }

  async drain(): Promise<void> {
    await this.running;
  }

  private async pullForEver(): Promise<void> {
    const { signal } = this.stopped;
    for (let failures = 0; !signal.aborted;) {
      try {
        await this.pullUntilItEnds();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.tools.logger.debug('A consumer has to wait', { durable: this.handler.durable, reason: describe(error) });
      }
      if (signal.aborted) {
        return;
      }
      await this.tools.clock.delay(Math.min(LONGEST_PAUSE_MS, 50 * 2 ** Math.min(failures, 6)), signal);
    }
  }

  private async pullUntilItEnds(): Promise<void> {
    const { handler } = this;
    const connection = await this.tools.broker.connect();
    const manager = await jetstreamManager(connection, { timeout: 3_000, checkAPI: false });
    await ensureDurable(manager, {
      stream: handler.stream,
      durable: handler.durable,
      subject: handler.contract.subject,
      maxAckPending: this.tools.maxAckPending,
      ackWaitMs: ACK_WAIT_MS,
    });
    this.isDurableInDoubt = false;
    const consumer = await manager.jetstream().consumers.get(handler.stream, handler.durable);
    while (!this.stopped.signal.aborted && !this.isDurableInDoubt) {
      await this.pull(consumer, await this.room());
    }
  }

  /**
   * One pull of at most so many messages; ends when they have come or nothing came for a while. The client's `consume` asks for more as
   * soon as messages arrive, however many are still held, so it would take all that the broker allows.
   */
  private async pull(consumer: Consumer, most: number): Promise<void> {
    if (this.stopped.signal.aborted) {
      return;
    }
    const messages = await consumer.fetch({
      max_messages: most,
      expires: PULL_EXPIRES_MS,
      idle_heartbeat: IDLE_HEARTBEAT_MS,
    });
    this.messages = messages;
    try {
      for await (const message of messages) {
        void this.take(message);
      }
    } finally {
      this.messages = undefined;
    }
  }

  /** How many messages may be asked for now. Waits while half of what may be held still is: so pulls are few, and slots stay busy. */
  private async room(): Promise<number> {
    const most = this.handler.concurrency * HELD_PER_RUN;
    while (this.held.size > most / 2 && !this.stopped.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.whenLess = resolve;
      });
    }
    return most - this.held.size;
  }

  /** Tells the broker that what waits here is not lost. */
  private async keepHeld(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await this.tools.clock.delay(WORKING_EVERY_MS, signal);
      for (const message of this.held) {
        this.answer(() => message.working());
      }
    }
  }

  private async take(message: JsMsg): Promise<void> {
    if (this.stopped.signal.aborted) {
      message.nak();
      return;
    }
    this.held.add(message);
    const outcome = await this.tools.pipeline.handle(this.handler, {
      bytes: message.data,
      id: message.headers?.get('Nats-Msg-Id'),
      traceparent: message.headers?.get(HEADER.traceparent) || undefined,
      at: message.time,
      deliveries: message.info.deliveryCount,
    });
    this.held.delete(message);
    this.whenLess();
    this.answer(() => {
      if (outcome.kind === 'again') {
        message.nak(Math.ceil(outcome.pauseMs));
      } else {
        message.ack();
      }
    });
  }

  /** A confirmation that gets lost only brings a repetition, which the inbox knows. */
  private answer(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.tools.logger.debug('An event could not be confirmed', {
        durable: this.handler.durable,
        reason: describe(error),
      });
    }
  }
}
