import type { EventEnvelope } from '@postloom/contracts';
import { requestContext, withSpan } from '@postloom/chassis';
import type { Clock, Logger, Random } from '@postloom/chassis';
import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import { InFlight, Limiter } from '../in-flight.ts';
import type { MessagingMetrics } from '../messaging.metrics.ts';
import { describe } from '../nats/broker.ts';
import type { ErasedBusinesses } from './erased-businesses.ts';
import type { EventHandler } from './event-handler.ts';
import { decodeEnvelope, Undecodable } from './event-wire.ts';
import { eventDay } from './inbox.repository.ts';
import type { InboxRepository } from './inbox.repository.ts';
import { FailureMemory, isPassing, MAX_TRIES } from './retry-rules.ts';

/** How an event came to its handler. */
export type Way = 'stream' | 'feed' | 'replay';

/**
 * What became of an event. All but `again` are final: the broker may forget it.
 * repeated = its effect had happened before (or it is parked) · refused = of an erased business · again = failed, come back later.
 */
export type Outcome =
  { readonly kind: 'done' | 'repeated' | 'refused' | 'parked' } | { readonly kind: 'again'; readonly pauseMs: number };

export interface Arrival {
  readonly bytes: Uint8Array;
  /** The broker's message id: the event's id, known even when the payload can't be read. */
  readonly id: string | undefined;
  readonly traceparent: string | undefined;
  readonly way: Way;
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
  /** Pause before the second try of a failed event. */
  readonly firstPauseMs: number;
  readonly erased: () => ErasedBusinesses | undefined;
}

/** Decode, trace, inbox, handler, all in one transaction: the one way an event reaches a handler, whoever brings it. */
export class EventPipeline {
  private readonly failures: FailureMemory;
  private readonly inFlight = new InFlight();
  private readonly limiter: Limiter;
  private readonly limiters = new Map<string, Limiter>();

  constructor(private readonly tools: PipelineTools) {
    this.failures = new FailureMemory(tools.firstPauseMs);
    this.limiter = new Limiter(tools.concurrency);
  }

  /** Never rejects. */
  handle(handler: EventHandler, arrival: Arrival): Promise<Outcome> {
    const own = this.limiters.get(handler.key) ?? new Limiter(handler.concurrency);
    this.limiters.set(handler.key, own);
    return this.inFlight.track(own.run(() => this.limiter.run(() => this.attempt(handler, arrival))));
  }

  /** True while a failed event waits for its next try. */
  isResting(handler: EventHandler, eventId: string): boolean {
    return this.failures.isResting(`${handler.key} ${eventId}`, this.tools.clock.monotonicMs());
  }

  drain(): Promise<void> {
    return this.inFlight.ended();
  }

  private async attempt(handler: EventHandler, arrival: Arrival): Promise<Outcome> {
    let envelope: EventEnvelope;
    try {
      envelope = decodeEnvelope(arrival.bytes, handler.contract);
    } catch (error) {
      if (!(error instanceof Undecodable)) {
        throw error;
      }
      return this.parkUndecodable(handler, arrival, error);
    }
    const startedAt = this.tools.clock.monotonicMs();
    try {
      const kind = await this.traced(handler, envelope, arrival);
      this.failures.forget(`${handler.key} ${envelope.id}`);
      this.count(handler, envelope, arrival.way, kind, startedAt);
      return { kind };
    } catch (error) {
      return this.afterFailure(handler, envelope, error);
    }
  }

  private traced(
    handler: EventHandler,
    envelope: EventEnvelope,
    arrival: Arrival,
  ): Promise<'done' | 'repeated' | 'refused'> {
    const attributes = {
      'messaging.handler': handler.key,
      'messaging.way': arrival.way,
      'messaging.message.id': envelope.id,
    };
    return requestContext.run({ requestId: envelope.id, businessId: envelope.businessId }, () =>
      withSpan(`handle ${envelope.subject}`, { kind: 'consumer', parent: arrival.traceparent, attributes }, () =>
        this.effect(handler, envelope),
      ),
    );
  }

  private effect(handler: EventHandler, envelope: EventEnvelope): Promise<'done' | 'repeated' | 'refused'> {
    const scope = envelope.businessId === null ? Scope.global() : Scope.business(envelope.businessId);
    return this.tools.uow.run(
      scope,
      async (tx) => {
        if (!(await this.tools.inbox.enter(tx, handler.key, envelope))) {
          return 'repeated';
        }
        const erased = handler.isEvenWhenErased ? undefined : this.tools.erased();
        if (erased !== undefined && envelope.businessId !== null && (await erased.isErased(tx, envelope.businessId))) {
          return 'refused';
        }
        await handler.invoke(envelope, tx);
        return 'done';
      },
      { cause: envelope.id },
    );
  }

  private async afterFailure(handler: EventHandler, envelope: EventEnvelope, error: unknown): Promise<Outcome> {
    const key = `${handler.key} ${envelope.id}`;
    const { tries, pauseMs } = this.failures.failed(key, this.tools.clock.monotonicMs(), !isPassing(error));
    this.tools.metrics.eventsFailed.add(1, { handler: handler.key });
    if (tries < MAX_TRIES) {
      this.tools.logger.warn('An event handler failed, the event will come again', {
        handler: handler.key,
        eventId: envelope.id,
        tries,
        pauseMs,
        error,
      });
      return { kind: 'again', pauseMs: this.tools.random.jitter(pauseMs) };
    }
    const isParked = await this.park(handler, envelope.id, envelope.at, tries, describe(error), envelope);
    if (isParked) {
      this.failures.forget(key);
    }
    return isParked ? { kind: 'parked' } : { kind: 'again', pauseMs };
  }

  private async parkUndecodable(handler: EventHandler, arrival: Arrival, error: Undecodable): Promise<Outcome> {
    const text = new TextDecoder().decode(arrival.bytes).slice(0, 100_000);
    const id = isUuid(arrival.id) ? arrival.id : this.tools.random.uuidv7();
    const isParked = await this.park(handler, id, this.tools.clock.now().toISOString(), 1, error.message, asJson(text));
    return isParked ? { kind: 'parked' } : { kind: 'again', pauseMs: 5_000 };
  }

  private async park(
    handler: EventHandler,
    eventId: string,
    at: string,
    tries: number,
    error: string,
    envelope: unknown,
  ): Promise<boolean> {
    const parked = { handler: handler.key, eventId, eventDay: eventDay(at), tries, error, envelope };
    try {
      await this.tools.uow.run(Scope.global(), (tx) => this.tools.inbox.park(tx, parked));
    } catch (failure) {
      this.tools.logger.error('An event could not be parked, it will come again', {
        handler: handler.key,
        eventId,
        error: failure,
      });
      return false;
    }
    this.tools.metrics.eventsParked.add(1, { handler: handler.key });
    this.tools.logger.error('An event was parked', { handler: handler.key, eventId, tries, reason: error });
    return true;
  }

  private count(
    handler: EventHandler,
    envelope: EventEnvelope,
    way: Way,
    kind: Outcome['kind'],
    startedAt: number,
  ): void {
    const { metrics, clock } = this.tools;
    const labels = { handler: handler.key };
    if (kind === 'repeated') {
      metrics.eventsRepeated.add(1, labels);
    }
    if (kind === 'refused') {
      metrics.eventsRefused.add(1, labels);
    }
    if (kind !== 'done') {
      return;
    }
    metrics.eventsHandled.add(1, { ...labels, way });
    metrics.eventSeconds.observe((clock.monotonicMs() - startedAt) / 1000, labels);
    metrics.eventLagSeconds.observe(Math.max(0, clock.now().getTime() - Date.parse(envelope.at)) / 1000, { way });
    if (way === 'feed') {
      metrics.feedHealed.add(1, labels);
    }
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
