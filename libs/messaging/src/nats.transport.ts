import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Server } from '@nestjs/microservices';
import type { CustomTransportStrategy, MessageHandler } from '@nestjs/microservices';
import type { NatsConnection } from '@nats-io/transport-node';
import { HealthRegistry, Logger, Loops, Random, ShutdownRegistry } from '@postloom/chassis';
import type { Clock } from '@postloom/chassis';
import type { RpcContract } from '@postloom/contracts';
import { isObservable, lastValueFrom } from 'rxjs';
import { bootProblems } from './boot-check.ts';
import { ErasedBusinesses } from './events/erased-businesses.ts';
import { EventConsumer } from './events/event-consumer.ts';
import { eventHandler } from './events/event-handler.ts';
import type { EventHandler } from './events/event-handler.ts';
import { EventPipeline } from './events/event-pipeline.ts';
import { EventRetries } from './events/event-retries.worker.ts';
import type { RetryTools } from './events/event-retries.worker.ts';
import { FeedCursorsRepository } from './events/feed-cursors.repository.ts';
import { FeedRoundsClaims } from './events/feed-rounds.claims.ts';
import { FeedAnswers } from './events/feed.claims.ts';
import { feedContract, fetchContract } from './events/feed.contracts.ts';
import { FeedReader } from './events/feed.worker.ts';
import { InboxClaims } from './events/inbox.claims.ts';
import { InboxRepository } from './events/inbox.repository.ts';
import type { EventHandlerExtras } from './events/on.decorator.ts';
import { OutboxRelay } from './events/outbox-relay.worker.ts';
import { OutboxClaims } from './events/outbox.claims.ts';
import { RetryWakes } from './events/retry-wakes.ts';
import { messagingConfig, streamSettings } from './messaging.config.ts';
import { messagingMetrics } from './messaging.metrics.ts';
import { MESSAGING_OPTIONS } from './messaging.options.ts';
import type { OpenMessagingOptions } from './messaging.options.ts';
import { Broker, describe } from './nats/broker.ts';
import { ensureStream } from './nats/streams.ts';
import { CallerVerifier } from './rpc/caller-assertion.ts';
import type { RpcHandlerExtras } from './rpc/rpc-handler.decorator.ts';
import { Rpc } from './rpc/rpc.ts';
import { RpcServer } from './rpc/rpc.server.ts';
import type { RawRpcHandler } from './rpc/rpc.server.ts';
import { Storage } from './storage.ts';

/** A start waits this long for the broker; then it goes on without, and serves when the broker comes. */
const START_PATIENCE_MS = 10_000;
/** Under load one relay transaction carries what was committed in this time; a quiet service's event still goes at once. */
const RELAY_REST_MS = 10;
/** How fresh the metric of the oldest waiting event is. */
const OUTBOX_AGE_EVERY_MS = 5_000;
/** Retries that another process set back, or that a killed one had claimed; a process wakes for its own. */
const RETRY_POLL_MS = 5_000;
/** Slots that become free within this time are filled by one claim. */
const RETRY_REST_MS = 5;
/** A process asks this often within the interval of the feed's rounds whether one is due. */
const FEED_POLLS_PER_ROUND = 4;

/** The clock of deadlines and back-offs (see the module). */
export const LINE_CLOCK = Symbol('clock of the line');

interface FoundRpc {
  readonly contract: RpcContract;
  readonly handler: RawRpcHandler;
}

/**
 * The transport strategy of `bootstrap({ strategy: NatsTransport })`: rpc by core NATS request-reply, events by outbox, JetStream
 * and feed. Controllers are ordinary Nest controllers with `@Rpc(contract)` and `@On(event)` methods.
 */
@Injectable()
export class NatsTransport extends Server implements CustomTransportStrategy {
  /** A failing event handler is ours to report: the pipeline waits for its outcome. */
  override readonly propagatesEventHandlerErrors = true;
  private readonly foundRpc: FoundRpc[] = [];
  private readonly foundEvents: { readonly extras: EventHandlerExtras; readonly handler: MessageHandler }[] = [];
  private readonly server: RpcServer;
  private handlers: readonly EventHandler[] = [];
  private consumers: EventConsumer[] = [];
  private pipeline: EventPipeline | undefined;
  private relay: OutboxRelay | undefined;
  private isServing = false;
  private isStopping = false;

  constructor(
    @Inject(MESSAGING_OPTIONS) private readonly options: OpenMessagingOptions,
    private readonly broker: Broker,
    private readonly rpc: Rpc,
    private readonly storage: Storage,
    @Inject(LINE_CLOCK) private readonly clock: Clock,
    private readonly random: Random,
    private readonly log: Logger,
    private readonly loops: Loops,
    private readonly health: HealthRegistry,
    private readonly shutdown: ShutdownRegistry,
    private readonly moduleRef: ModuleRef,
    callers: CallerVerifier,
  ) {
    super();
    const { service } = options;
    const isOutputChecked = messagingConfig.rpcCheckOutput;
    this.server = new RpcServer({ service, clock, logger: log, isOutputChecked, callers });
  }

  /** Nest calls this for every method with a pattern; ours carry their contract in `extras`. */
  override addHandler(
    pattern: unknown,
    callback: MessageHandler,
    isEventHandler = false,
    extras: Record<string, unknown> = {},
  ): void {
    if (extras['contract'] === undefined) {
      throw new Error(`A handler for ${JSON.stringify(pattern)} is not bound to a contract; use @Rpc or @On.`);
    }
    super.addHandler(pattern, callback, isEventHandler, extras);
    if (isEventHandler) {
      this.foundEvents.push({ extras: extras as unknown as EventHandlerExtras, handler: callback });
    } else {
      const { contract } = extras as unknown as RpcHandlerExtras;
      this.foundRpc.push({ contract, handler: callback as RawRpcHandler });
    }
  }

  override listen(callback: (error?: unknown) => void): void {
    this.start().then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  /** Called by Nest before the modules are told to stop: takes nothing more and finishes what runs. */
  override async close(): Promise<void> {
    await this.stopIntake();
    await this.drain();
  }

  /** The durable consumers of this service's handlers, once it listens. */
  get durables(): readonly { readonly stream: string; readonly durable: string }[] {
    return this.handlers.map(({ stream, durable }) => ({ stream, durable }));
  }

  override on(): never {
    throw new Error('NatsTransport has no events of its own.');
  }

  override unwrap<T>(): T {
    return this.broker as T;
  }

  private async start(): Promise<void> {
    this.checkBoot();
    this.shutdown.register('stop-intake', 'messaging', () => this.stopIntake());
    this.shutdown.register('drain', 'messaging', () => this.drain());
    this.health.register('transport', () =>
      this.isServing ? Promise.resolve() : Promise.reject(new Error('requests are not served yet')),
    );
    if (this.storage.uow !== undefined) {
      this.startEvents();
    }
    // A broker that comes later must not count as an unhandled failure, nor keep the process from starting.
    const serving = this.serve().catch((error: unknown) => this.log.error('Requests cannot be served', { error }));
    const served = new AbortController();
    await Promise.race([serving.finally(() => served.abort()), this.clock.delay(START_PATIENCE_MS, served.signal)]);
  }

  private checkBoot(): void {
    const problems = bootProblems(this.options, {
      rpc: this.foundRpc.map(({ contract }) => contract),
      events: this.foundEvents.map(({ extras }) => ({ contract: extras.contract, handler: extras.handler })),
    });
    if (this.storage.uow === undefined && this.foundEvents.length > 0) {
      problems.push('events are handled without PersistenceModule: an inbox is needed');
    }
    const { calls, serves } = this.options;
    if (messagingConfig.callerKeys.size === 0 && serves.some(({ caller }) => caller === 'person')) {
      problems.push('CALLER_KEYS is missing: nobody could prove for whom they ask');
    }
    const isEdge = serves.length === 0 && calls !== 'any' && calls.some(({ caller }) => caller === 'person');
    if (messagingConfig.callerSigningKey === undefined && isEdge) {
      problems.push('CALLER_SIGNING_KEY is missing: no request of a person could be confirmed');
    }
    if (problems.length > 0) {
      throw new Error(
        `${this.options.service} does not keep its contracts:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
      );
    }
  }

  private async serve(): Promise<void> {
    const connection = await this.broker.connect();
    if (this.isStopping) {
      return;
    }
    this.broker.whenMoved((next) => {
      const moved = this.server.move(() => this.serveOn(next));
      moved.catch((error: unknown) => this.log.error('Requests cannot be served on the new connection', { error }));
    });
    await this.serveOn(connection);
    if (this.storage.uow !== undefined) {
      await this.ensureOwnStream();
    }
    this.isServing = true;
  }

  private async serveOn(connection: NatsConnection): Promise<void> {
    if (this.isStopping) {
      return;
    }
    for (const { contract, handler } of this.foundRpc) {
      this.server.serve(connection, contract, handler);
    }
    const { uow } = this.storage;
    if (uow !== undefined) {
      const feed = new FeedAnswers(uow, new OutboxClaims());
      const { service } = this.options;
      this.server.serve(connection, feedContract(service), (input) => feed.page(input as never));
      this.server.serve(connection, fetchContract(service), (input) => feed.fetch(input as never));
    }
    await connection.flush();
  }

  /** Made again by the relay when it is found missing, so a failure here only costs the first publish a detour. */
  private async ensureOwnStream(): Promise<void> {
    try {
      await ensureStream(await this.broker.manager(), this.options.service, streamSettings());
    } catch (error) {
      this.log.warn('The stream of this service could not be made yet', { reason: describe(error) });
    }
  }

  private startEvents(): void {
    const { uow } = this.storage;
    if (uow === undefined) {
      return;
    }
    const { service } = this.options;
    this.startRelay();

    const handlers = this.foundEvents.map(({ extras, handler }) => eventHandler(service, extras, invoker(handler)));
    this.handlers = handlers;
    this.storage.parked?.use(handlers);
    if (handlers.length === 0) {
      return;
    }
    const claims = new InboxClaims();
    const tools = {
      service,
      uow,
      broker: this.broker,
      clock: this.clock,
      random: this.random,
      logger: this.log,
      metrics: messagingMetrics(service),
      inbox: new InboxRepository(),
      claims,
    };
    const wakes = new RetryWakes();
    this.shutdown.register('stop-intake', 'retry wakes', () => wakes.stop());
    const pipeline = new EventPipeline({
      ...tools,
      concurrency: messagingConfig.eventConcurrency,
      firstPauseMs: messagingConfig.eventRetryMs,
      patience: { passingMs: messagingConfig.eventPassingMs, unreadableMs: messagingConfig.eventUnreadableMs },
      erased: () => this.findErased(),
      whenSetBack: (pauseMs) => wakes.in(pauseMs),
    });
    this.pipeline = pipeline;
    for (const { key: handler } of handlers) {
      tools.metrics.eventsFailed.begin({ handler });
      tools.metrics.eventsParked.begin({ handler });
    }
    this.startRetries(handlers, { uow, claims, pipeline, clock: this.clock }, wakes);

    const everyMs = messagingConfig.feedEveryMs;
    const feed = new FeedReader(handlers, {
      ...tools,
      everyMs,
      rpc: this.rpc,
      cursors: new FeedCursorsRepository(),
      rounds: new FeedRoundsClaims(),
      streamPosition: (handlerKey) => pipeline.streamPosition(handlerKey),
      whenHandedOver: () => wakes.in(0),
    });
    let isRegistered = false;
    this.loops.start({
      name: 'feed',
      everyMs: everyMs / FEED_POLLS_PER_ROUND,
      run: async (signal) => {
        if (!isRegistered) {
          await feed.register();
          isRegistered = true;
          const consumerTools = { ...tools, pipeline, maxAckPending: messagingConfig.eventMaxAckPending };
          this.consumers = handlers.map((handler) => new EventConsumer(handler, consumerTools));
          // Cursors first: what is emitted between the two is behind the cursor and therefore found.
          if (!this.isStopping) {
            for (const consumer of this.consumers) {
              consumer.start();
            }
          }
          return false; // the stream goes first with what waits in it, the feed has its first round a little later
        }
        return this.broker.isConnected && (await feed.run(signal));
      },
    });
  }

  private startRetries(
    handlers: readonly EventHandler[],
    tools: Omit<RetryTools, 'concurrency'>,
    wakes: RetryWakes,
  ): void {
    // Half of the slots: events that fail slowly must leave room for the others.
    const concurrency = Math.max(1, Math.floor(messagingConfig.eventConcurrency / 2));
    const retries = new EventRetries(handlers, { ...tools, concurrency });
    const loop = this.loops.start({
      name: 'event-retries',
      everyMs: RETRY_POLL_MS,
      restMs: RETRY_REST_MS,
      run: () => retries.run(),
    });
    retries.whenFree(() => loop.wake());
    wakes.start(() => loop.wake());
  }

  private startRelay(): void {
    const { uow } = this.storage;
    if (uow === undefined) {
      return;
    }
    const relay = new OutboxRelay({
      service: this.options.service,
      stream: streamSettings(),
      broker: this.broker,
      uow,
      outbox: new OutboxClaims(),
      clock: this.clock,
      logger: this.log,
      metrics: messagingMetrics(this.options.service),
    });
    this.relay = relay;
    const loop = this.loops.start({
      name: 'outbox',
      everyMs: messagingConfig.relayEveryMs,
      restMs: RELAY_REST_MS,
      run: () => relay.run(),
    });
    this.loops.start({ name: 'outbox age', everyMs: OUTBOX_AGE_EVERY_MS, run: () => relay.showAge() });
    uow.whenEmitted(() => loop.wake());
    this.broker.whenUp(() => loop.wake());
  }

  private findErased(): ErasedBusinesses | undefined {
    try {
      return this.moduleRef.get(ErasedBusinesses, { strict: false });
    } catch {
      return undefined; // Nest's way to say that nobody provides it
    }
  }

  private async stopIntake(): Promise<void> {
    this.isStopping = true;
    this.isServing = false;
    await Promise.all([
      ...this.consumers.map((consumer) => consumer.stopIntake()),
      this.broker.isConnected ? this.server.stopIntake() : undefined,
    ]);
  }

  private async drain(): Promise<void> {
    await Promise.all([
      this.server.drain(),
      ...this.consumers.map((consumer) => consumer.drain()),
      this.pipeline?.drain(),
    ]);
    await this.sendTheRest();
  }

  /** Events of the last requests: without this round they would wait for the next process of this service. */
  private async sendTheRest(): Promise<void> {
    const { relay } = this;
    this.relay = undefined;
    if (relay === undefined) {
      return;
    }
    try {
      while (await relay.run()) {
        this.log.debug('Sending the last events');
      }
    } catch (error) {
      this.log.warn('The last events wait for the next start', { reason: describe(error) });
    }
  }
}

/** Nest answers errors of a handler as an observable; values as promises. */
function invoker(handler: MessageHandler): EventHandler['invoke'] {
  return async (envelope, tx) => {
    const returned: unknown = await handler(envelope, tx);
    if (isObservable(returned)) {
      await lastValueFrom(returned, { defaultValue: undefined });
    }
  };
}
