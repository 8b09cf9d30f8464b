import { requestContext, withSpan } from '@postloom/chassis';
import type { Clock, Logger, Random } from '@postloom/chassis';
import { Scope } from '@postloom/persistence';
import type { Tx, Uow } from '@postloom/persistence';
import { InFlight } from '../in-flight.ts';
import type { MessagingMetrics } from '../messaging.metrics.ts';
import { describe } from '../nats/broker.ts';
import { DeferredEvents } from './deferred-events.ts';
import type { ErasedBusinesses } from './erased-businesses.ts';
import type { EventHandler } from './event-handler.ts';
import { decodeEnvelope, NoEnvelope, openEnvelope, sealedEnvelope } from './event-wire.ts';
import type { SealedEnvelope } from './event-wire.ts';
import { FairSlots } from './fair-slots.ts';
import type { ClaimedRetry } from './inbox.claims.ts';
import { eventDay } from './inbox.repository.ts';
import type { InboxRepository } from './inbox.repository.ts';
import { failureKind, MAX_TRIES, retryLimit, retryPauseMs } from './retry-rules.ts';
import type { Patience } from './retry-rules.ts';

/**
 * The outcome of a message. All but `again` are final: the broker may drop it. repeated = the inbox has it already ·
 * refused = of an erased business · deferred = the business has too many here, the inbox keeps it · retrying = failed, the inbox keeps
 * it · again = the inbox could not be written: the broker must redeliver it after `pauseMs`.
 */
export type Outcome =
  | { readonly kind: 'done' | 'repeated' | 'refused' | 'deferred' | 'retrying' | 'parked' }
  | { readonly kind: 'again'; readonly pauseMs: number };

/** A message of the stream. */
export interface Arrival {
  readonly bytes: Uint8Array;
  /** The broker's message id: the event's id, known even when the payload can't be read. */
  readonly id: string | undefined;
  readonly traceparent: string | undefined;
  /** When the broker took it. */
  readonly at: Date;
  /** How often the broker has brought it, with this time. */
  readonly deliveries: number;
}

export interface PipelineTools {
  readonly service: string;
  readonly uow: Uow;
  readonly inbox: InboxRepository;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
  /** Events handled at the same time over all handlers of this process. */
  readonly concurrency: number;
  /** Milliseconds before the second run of a failed event. */
  readonly firstPauseMs: number;
  readonly patience: Patience;
  readonly erased: () => ErasedBusinesses | undefined;
  /** Called after an event was set back; it is due in `pauseMs` milliseconds. */
  readonly whenSetBack: (pauseMs: number) => void;
}

/** The source of a run, as metrics and traces name it. */
type Way = 'stream' | 'retry';
type Effect = 'done' | 'repeated' | 'refused';

/** Events of one business that may wait here, for each run of their handler: a quarter of what a process holds (`HELD_PER_RUN`). */
const MOST_WAITING_PER_RUN = 4;
/** While not even the inbox can be written, the broker keeps the message; this long at most before it brings it again. */
const LONGEST_BROKER_PAUSE_MS = 30_000;
/**
 * A claimed retry belongs to its process this long: longer than the longest run and the wait for a slot, which is at most a few runs
 * of others.
 */
export const CLAIM_MS = 60_000;
const INSIST_EVERY_MS = 2_000;
/** A stream that has delivered nothing for this long is not lagging but empty or broken. */
const STREAM_MOVES_MS = 5_000;
/** The part of an unreadable message that is kept for a person to examine. */
const LONGEST_GARBAGE = 100_000;

/** Decode, trace, inbox, handler, all in one transaction: the one way an event reaches a handler. */
export class EventPipeline {
  private readonly inFlight = new InFlight();
  private readonly slots: FairSlots;
  private readonly deferred: DeferredEvents;
  private readonly draining = new AbortController();
  private readonly progress = new Map<string, { readonly at: string; readonly reachedAtMs: number }>();

  constructor(private readonly tools: PipelineTools) {
    this.slots = new FairSlots(tools.concurrency);
    this.deferred = new DeferredEvents(tools);
  }

  /** Runs a message of the stream. Never rejects. */
  handle(handler: EventHandler, arrival: Arrival): Promise<Outcome> {
    let sealed: SealedEnvelope;
    try {
      sealed = decodeEnvelope(arrival.bytes, handler.contract);
    } catch (error) {
      return this.inFlight.track(
        this.slots.run(this.useOf(handler, ''), () => this.parkGarbage(handler, arrival, error)),
      );
    }
    const { businessId } = sealed;
    if (businessId !== null && this.isOverShare(handler, businessId)) {
      return this.inFlight.track(this.defer(handler, sealed, arrival));
    }
    return this.inFlight.track(
      this.slots.run(this.useOf(handler, businessId ?? ''), () => this.firstRun(handler, sealed, arrival)),
    );
  }

  /** Runs a retry that this process has claimed. Never rejects. */
  retry(handler: EventHandler, claimed: ClaimedRetry): Promise<void> {
    return this.inFlight.track(this.furtherRun(handler, claimed));
  }

  /**
   * A handler's position in the stream, as the time of the last event delivered; younger events are still on their way.
   * Undefined when nothing has been delivered for a while: the stream is at its end, or broken.
   */
  streamPosition(handlerKey: string): string | undefined {
    const last = this.progress.get(handlerKey);
    const isMoving = last !== undefined && this.tools.clock.monotonicMs() - last.reachedAtMs < STREAM_MOVES_MS;
    return isMoving ? last.at : undefined;
  }

  /** Slots that are free and that no waiting work will take. */
  get freeSlots(): number {
    return this.slots.free;
  }

  /** Resolves when nothing runs any more. */
  async drain(): Promise<void> {
    this.draining.abort();
    await this.inFlight.ended();
  }

  private useOf(handler: EventHandler, group: string) {
    return { group, handler: handler.key, handlerLimit: handler.concurrency };
  }

  private isOverShare(handler: EventHandler, businessId: string): boolean {
    return this.slots.waitingOf(businessId, handler.key) >= handler.concurrency * MOST_WAITING_PER_RUN;
  }

  private async defer(handler: EventHandler, sealed: SealedEnvelope, arrival: Arrival): Promise<Outcome> {
    try {
      await this.deferred.add({
        handler: handler.key,
        envelope: sealed,
        traceparent: arrival.traceparent ?? null,
      });
    } catch (unwritten) {
      return this.leaveToBroker(handler, sealed.id, arrival, unwritten);
    } finally {
      this.noteProgress(handler, sealed, arrival);
    }
    this.tools.metrics.eventsDeferred.add(1, { handler: handler.key });
    this.tools.whenSetBack(0);
    return { kind: 'deferred' };
  }

  private noteProgress(handler: EventHandler, sealed: SealedEnvelope, arrival: Arrival): void {
    if (arrival.deliveries === 1) {
      this.progress.set(handler.key, { at: sealed.at, reachedAtMs: this.tools.clock.monotonicMs() });
    }
  }

  private async firstRun(handler: EventHandler, sealed: SealedEnvelope, arrival: Arrival): Promise<Outcome> {
    try {
      const enter = (tx: Tx): Promise<boolean> => this.tools.inbox.enter(tx, handler.key, sealed);
      return { kind: await this.run(handler, sealed, { way: 'stream', traceparent: arrival.traceparent, enter }) };
    } catch (error) {
      return await this.afterFirstFailure(handler, sealed, arrival, error);
    } finally {
      this.noteProgress(handler, sealed, arrival);
    }
  }

  private async furtherRun(handler: EventHandler, claimed: ClaimedRetry): Promise<void> {
    const enter = (tx: Tx): Promise<boolean> => this.tools.inbox.finish(tx, claimed, claimed.runs);
    const how = { way: 'retry' as const, traceparent: claimed.traceparent ?? undefined, enter };
    try {
      await this.slots.runAhead(this.useOf(handler, ''), async () => {
        if (claimed.tries > MAX_TRIES) {
          throw new Error('Too many of its runs ended without an outcome, as when the process is killed.');
        }
        await this.run(handler, sealedEnvelope(claimed.envelope, handler.contract), how);
      });
    } catch (error) {
      await this.afterFurtherFailure(handler, claimed, error);
    }
  }

  private async run(
    handler: EventHandler,
    sealed: SealedEnvelope,
    how: { way: Way; traceparent: string | undefined; enter: (tx: Tx) => Promise<boolean> },
  ): Promise<Effect> {
    const startedAt = this.tools.clock.monotonicMs();
    const attributes = {
      'messaging.handler': handler.key,
      'messaging.way': how.way,
      'messaging.message.id': sealed.id,
    };
    const effect = await requestContext.run({ requestId: sealed.id, businessId: sealed.businessId }, () =>
      withSpan(`handle ${sealed.subject}`, { kind: 'consumer', parent: how.traceparent, attributes }, () =>
        this.effect(handler, sealed, how.enter),
      ),
    );
    this.count(handler, sealed, how.way, effect, startedAt);
    return effect;
  }

  private effect(handler: EventHandler, sealed: SealedEnvelope, enter: (tx: Tx) => Promise<boolean>): Promise<Effect> {
    const scope = sealed.businessId === null ? Scope.global() : Scope.business(sealed.businessId);
    return this.tools.uow.run(
      scope,
      async (tx) => {
        if (!(await enter(tx))) {
          return 'repeated';
        }
        const erased = handler.isEvenWhenErased ? undefined : this.tools.erased();
        if (erased !== undefined && sealed.businessId !== null && (await erased.isErased(tx, sealed.businessId))) {
          return 'refused';
        }
        await handler.invoke(openEnvelope(sealed, handler.contract), tx);
        return 'done';
      },
      { cause: sealed.id },
    );
  }

  private async afterFirstFailure(
    handler: EventHandler,
    sealed: SealedEnvelope,
    arrival: Arrival,
    error: unknown,
  ): Promise<Outcome> {
    const kind = failureKind(error);
    const pauseMs = this.pauseMs(kind, 1);
    const failure = {
      handler: handler.key,
      envelope: sealed,
      traceparent: arrival.traceparent,
      isCounted: kind === 'own',
      error: describe(error),
      pauseMs,
    };
    try {
      await this.tools.uow.run(Scope.global(), (tx) => this.tools.inbox.setBack(tx, failure));
    } catch (unwritten) {
      return this.leaveToBroker(handler, sealed.id, arrival, unwritten);
    }
    this.noteFailure(handler, sealed.id, { tries: failure.isCounted ? 1 : 0, runs: 1, pauseMs, kind, error });
    this.tools.whenSetBack(pauseMs);
    return { kind: 'retrying' };
  }

  /** Occupies no slot: with the database away it takes a while, and an outcome that is never written costs the event a try. */
  private async afterFurtherFailure(handler: EventHandler, claimed: ClaimedRetry, error: unknown): Promise<void> {
    const kind = failureKind(error);
    const pauseMs = this.pauseMs(kind, claimed.runs);
    const failure = {
      isCounted: kind === 'own',
      error: describe(error),
      pauseMs,
      limit: retryLimit(kind, this.tools.patience),
    };
    const left = await this.insist(handler, claimed, () =>
      this.tools.uow.run(Scope.global(), (tx) => this.tools.inbox.setBackAgain(tx, claimed, claimed.runs, failure)),
    );
    if (left === undefined) {
      return; // the claim is over, and whoever claims it next decides
    }
    if (left.state === 'parked') {
      this.noteParked(handler, claimed.eventId, left.tries, failure.error);
      return;
    }
    this.noteFailure(handler, claimed.eventId, { tries: left.tries, runs: claimed.runs, pauseMs, kind, error });
    this.tools.whenSetBack(pauseMs);
  }

  /** Repeats `write` while it fails, as long as the claim holds. */
  private async insist<T>(
    handler: EventHandler,
    claimed: ClaimedRetry,
    write: () => Promise<T>,
  ): Promise<T | undefined> {
    const until = this.tools.clock.monotonicMs() + CLAIM_MS - INSIST_EVERY_MS;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.tools.clock.monotonicMs() > until || this.draining.signal.aborted) {
          const facts = { handler: handler.key, eventId: claimed.eventId, error };
          this.tools.logger.warn('A failed retry could not be noted, it is due again when its claim is over', facts);
          return undefined;
        }
        await this.tools.clock.delay(INSIST_EVERY_MS, this.draining.signal);
      }
    }
  }

  private async parkGarbage(handler: EventHandler, arrival: Arrival, error: unknown): Promise<Outcome> {
    const text = new TextDecoder().decode(arrival.bytes).slice(0, LONGEST_GARBAGE);
    const parked = {
      handler: handler.key,
      eventId: isUuid(arrival.id) ? arrival.id : this.tools.random.uuidv7(),
      eventDay: eventDay(arrival.at),
      tries: 1,
      error: error instanceof NoEnvelope ? error.message : describe(error),
      envelope: asJson(text),
    };
    try {
      if (await this.tools.uow.run(Scope.global(), (tx) => this.tools.inbox.park(tx, parked))) {
        this.noteParked(handler, parked.eventId, parked.tries, parked.error);
      }
      return { kind: 'parked' };
    } catch (unwritten) {
      return this.leaveToBroker(handler, parked.eventId, arrival, unwritten);
    }
  }

  private leaveToBroker(handler: EventHandler, eventId: string, arrival: Arrival, error: unknown): Outcome {
    this.tools.metrics.eventsFailed.add(1, { handler: handler.key });
    const pauseMs = Math.min(LONGEST_BROKER_PAUSE_MS, this.pauseMs('passing', arrival.deliveries));
    this.tools.logger.warn('A failed event could not be kept in the inbox, the broker will bring it again', {
      handler: handler.key,
      eventId,
      pauseMs,
      error,
    });
    return { kind: 'again', pauseMs };
  }

  private pauseMs(kind: ReturnType<typeof failureKind>, runs: number): number {
    return this.tools.random.jitter(retryPauseMs(kind, runs, this.tools.firstPauseMs));
  }

  private noteFailure(handler: EventHandler, eventId: string, facts: Readonly<Record<string, unknown>>): void {
    this.tools.metrics.eventsFailed.add(1, { handler: handler.key });
    this.tools.logger.warn('An event handler failed, the event is retried', {
      handler: handler.key,
      eventId,
      ...facts,
    });
  }

  private noteParked(handler: EventHandler, eventId: string, tries: number, reason: string): void {
    this.tools.metrics.eventsParked.add(1, { handler: handler.key });
    this.tools.logger.error('An event was parked', { handler: handler.key, eventId, tries, reason });
  }

  private count(
    handler: EventHandler,
    envelope: Pick<SealedEnvelope, 'at'>,
    way: Way,
    effect: Effect,
    startedAt: number,
  ): void {
    const { metrics, clock } = this.tools;
    const labels = { handler: handler.key };
    if (effect === 'repeated') {
      metrics.eventsRepeated.add(1, labels);
    }
    if (effect === 'refused') {
      metrics.eventsRefused.add(1, labels);
    }
    if (effect !== 'done') {
      return;
    }
    metrics.eventsHandled.add(1, { ...labels, way });
    metrics.eventSeconds.observe((clock.monotonicMs() - startedAt) / 1000, labels);
    metrics.eventLagSeconds.observe(Math.max(0, clock.now().getTime() - Date.parse(envelope.at)) / 1000, { way });
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
function isUuid(value: string | undefined): value is string {
  return value !== undefined && uuidPattern.test(value);
}

/** The value a text holds, or the text itself. Postgres' jsonb takes no NUL. */
function asJson(text: string): unknown {
  const clean = text.replaceAll('\u0000', '').replaceAll('\\u0000', '');
  try {
    return JSON.parse(clean);
  } catch {
    return clean; // no JSON: kept as text, for the reader
  }
}
