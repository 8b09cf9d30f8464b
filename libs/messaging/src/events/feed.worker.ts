import { AppError } from '@postloom/contracts';
import type { Clock, Logger } from '@postloom/chassis';
import { Scope } from '@postloom/persistence';
import type { Uow } from '@postloom/persistence';
import type { Rpc } from '../rpc/rpc.ts';
import { encodeJson } from '../rpc/wire.ts';
import type { EventHandler } from './event-handler.ts';
import type { EventPipeline } from './event-pipeline.ts';
import type { FeedCursorsRepository } from './feed-cursors.repository.ts';
import { feedContract, fetchContract, FEED_PAGE, FETCH_PAGE } from './feed.contracts.ts';
import type { FeedPageData } from './feed.contracts.ts';
import type { InboxRepository } from './inbox.repository.ts';

/** A cursor looks this far back each time: a transaction may commit that long after the time its rows bear. */
const OVERLAP_MS = 120_000;
/** Younger events are left to the stream, which is on its way with them. */
const LONGEST_GRACE_MS = 3_000;

type FeedEvent = FeedPageData['events'][number];

export interface FeedTools {
  readonly service: string;
  readonly everyMs: number;
  readonly rpc: Rpc;
  readonly uow: Uow;
  readonly inbox: InboxRepository;
  readonly cursors: FeedCursorsRepository;
  readonly pipeline: EventPipeline;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * JetStream wakes, the feed heals: compares each handler's inbox with what the producers told since its cursor, and handles what is
 * missing. A lost message, a wiped stream store, a full broker disk and a time without broker are all the same to it.
 */
export class FeedReader {
  private readonly byProducer: ReadonlyMap<string, readonly EventHandler[]>;

  constructor(
    handlers: readonly EventHandler[],
    private readonly tools: FeedTools,
  ) {
    this.byProducer = Map.groupBy(handlers, (handler) => handler.producer);
  }

  /** Gives every handler its cursor, at its first start: from here on nothing can be missed. */
  async register(): Promise<void> {
    for (const [producer, handlers] of this.byProducer) {
      await this.cursorsOf(producer, handlers);
    }
  }

  /** One round over all producers. One that does not answer now is asked again in the next round. */
  async run(signal: AbortSignal): Promise<void> {
    for (const [producer, handlers] of this.byProducer) {
      if (signal.aborted) {
        return;
      }
      try {
        await this.compare(producer, handlers, signal);
      } catch (error) {
        if (!(error instanceof AppError)) {
          throw error;
        }
        this.tools.logger.debug('A feed could not be read', { producer, code: error.code });
      }
    }
  }

  private async compare(producer: string, handlers: readonly EventHandler[], signal: AbortSignal): Promise<void> {
    const cursors = await this.cursorsOf(producer, handlers);
    const oldest = [...cursors.values()].sort()[0];
    if (oldest === undefined) {
      return;
    }
    const open = new Map<string, string>(); // handler key -> earliest event that still has to come again
    let after: { at: string; id: string | null } = { at: earlier(oldest, OVERLAP_MS), id: null };
    for (;;) {
      if (signal.aborted) {
        return;
      }
      const page = await this.page(producer, handlers, after);
      for (const handler of handlers) {
        await this.heal(handler, page, cursors, open, signal);
      }
      const last = page.events.at(-1);
      if (signal.aborted) {
        return;
      }
      await this.advance(producer, handlers, open, page.events.length < FEED_PAGE ? page.now : last?.toldAt);
      if (last === undefined || page.events.length < FEED_PAGE) {
        return;
      }
      after = { at: last.toldAt, id: last.id };
    }
  }

  private page(
    producer: string,
    handlers: readonly EventHandler[],
    after: { at: string; id: string | null },
  ): Promise<FeedPageData> {
    const subjects = [...new Set(handlers.map((handler) => handler.contract.subject))];
    return this.tools.rpc.call(
      feedContract(producer),
      { subjects, after },
      this.tools.rpc.systemCaller(this.tools.service),
    );
  }

  /** Handles what one handler lacks of a page; what fails is remembered in `open`, so that its cursor stays before it. */
  private async heal(
    handler: EventHandler,
    page: FeedPageData,
    cursors: ReadonlyMap<string, string>,
    open: Map<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    const from = earlier(cursors.get(handler.key) ?? page.now, OVERLAP_MS);
    const until = earlier(page.now, Math.min(LONGEST_GRACE_MS, this.tools.everyMs / 2));
    const mine = page.events.filter(
      (event) => event.subject === handler.contract.subject && event.toldAt > from && event.toldAt <= until,
    );
    if (mine.length === 0) {
      return;
    }
    const missing = await this.tools.uow.run(Scope.global(), (tx) => this.tools.inbox.missing(tx, handler.key, mine), {
      readOnly: true,
    });
    const failed = await this.handleAll(handler, missing, signal);
    const earliest = failed.map((event) => event.toldAt).sort()[0];
    const known = open.get(handler.key);
    if (earliest !== undefined && (known === undefined || earliest < known)) {
      open.set(handler.key, earliest);
    }
  }

  /** Answers the events that must come again. */
  private async handleAll(
    handler: EventHandler,
    missing: readonly FeedEvent[],
    signal: AbortSignal,
  ): Promise<FeedEvent[]> {
    const again = missing.filter((event) => this.tools.pipeline.isResting(handler, event.id));
    const now = missing.filter((event) => !this.tools.pipeline.isResting(handler, event.id));
    for (let start = 0; start < now.length; start += FETCH_PAGE) {
      const batch = now.slice(start, start + FETCH_PAGE);
      if (signal.aborted) {
        return [...again, ...now.slice(start)];
      }
      const outcomes = await this.fetchAndHandle(handler, batch);
      again.push(...batch.filter((event) => outcomes.has(event.id)));
    }
    return again;
  }

  /** Answers the ids that must come again. */
  private async fetchAndHandle(handler: EventHandler, batch: readonly FeedEvent[]): Promise<Set<string>> {
    const again = new Set<string>();
    const since = batch.map((event) => event.toldAt).sort()[0];
    let ids = batch.map((event) => event.id);
    while (ids.length > 0 && since !== undefined) {
      const caller = this.tools.rpc.systemCaller(this.tools.service);
      const answer = await this.tools.rpc.call(fetchContract(handler.producer), { ids, since }, caller);
      const outcomes = await Promise.all(
        answer.events.map(({ envelope, traceparent }) =>
          this.tools.pipeline.handle(handler, {
            bytes: encodeJson(envelope),
            id: envelope.id,
            traceparent: traceparent ?? undefined,
            way: 'feed',
          }),
        ),
      );
      outcomes.forEach((outcome, index) => {
        const id = answer.events[index]?.envelope.id;
        if (outcome.kind === 'again' && id !== undefined) {
          again.add(id);
        }
      });
      ids = answer.left;
    }
    return again;
  }

  private async advance(
    producer: string,
    handlers: readonly EventHandler[],
    open: ReadonlyMap<string, string>,
    reached: string | undefined,
  ): Promise<void> {
    if (reached === undefined) {
      return;
    }
    await this.tools.uow.run(Scope.global(), async (tx) => {
      for (const handler of handlers) {
        const failed = open.get(handler.key);
        const position = failed !== undefined && failed < reached ? failed : reached;
        await this.tools.cursors.advance(tx, producer, handler.key, position);
      }
    });
  }

  private cursorsOf(producer: string, handlers: readonly EventHandler[]): Promise<Map<string, string>> {
    const keys = handlers.map((handler) => handler.key);
    return this.tools.uow.run(Scope.global(), (tx) => this.tools.cursors.register(tx, producer, keys));
  }
}

/** A position some milliseconds before another. Positions have microseconds, which a Date can't hold; the rest is cut off. */
function earlier(position: string, ms: number): string {
  return new Date(Date.parse(position) - ms).toISOString().replace('Z', '000Z');
}
