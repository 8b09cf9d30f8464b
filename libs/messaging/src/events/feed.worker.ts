import { AppError } from '@postloom/contracts';
import type { Logger } from '@postloom/chassis';
import { LONGEST_TRANSACTION_MS, Scope } from '@postloom/persistence';
import type { Tx, Uow } from '@postloom/persistence';
import type { MessagingMetrics } from '../messaging.metrics.ts';
import type { Rpc } from '../rpc/rpc.ts';
import type { EventHandler } from './event-handler.ts';
import type { FeedCursorsRepository } from './feed-cursors.repository.ts';
import type { FeedRound, FeedRoundsClaims } from './feed-rounds.claims.ts';
import { feedContract, fetchContract, FEED_PAGE, FETCH_PAGE } from './feed.contracts.ts';
import type { FeedPageData } from './feed.contracts.ts';
import type { InboxClaims } from './inbox.claims.ts';
import type { InboxRepository } from './inbox.repository.ts';

/**
 * How far each round reads back before its cursor. Rows bear the time their transaction began and appear when it commits, so a row
 * may appear behind a cursor for as long as the longest transaction lasts; the margin is for the commit itself.
 */
const OVERLAP_MS = LONGEST_TRANSACTION_MS + 5_000;
/** Younger events are left to the stream, which is on its way with them. */
const LONGEST_GRACE_MS = 10_000;
/** Longer than one page may take: two requests of 5 s with one repetition each, and two transactions. */
const LEASE_MS = 60_000;
/** With that many due retries in the inbox nothing more is handed over: they are worked off first. */
const MOST_DUE = 2_000;
/** A round that ended at a full inbox goes on after this. */
const FULL_PAUSE_MS = 1_000;

/** lost = another process has the round, or this one is stopping · full = the inbox has too many due retries already. */
type Obstacle = 'lost' | 'full';
type RoundEnd = Obstacle | 'complete';

/** What a round examines for one handler: events told after `from` and not after `until`. */
interface Span {
  readonly handler: EventHandler;
  readonly from: string;
  readonly until: string;
  /** Where the round must stop and the next one begin, while the stream lags. */
  readonly end: string | undefined;
}

type FeedEvent = FeedPageData['events'][number];
type Missing = FeedEvent & { readonly handler: string };

export interface FeedTools {
  readonly service: string;
  /** Milliseconds between two rounds of one producer, over all processes. */
  readonly everyMs: number;
  readonly rpc: Rpc;
  readonly uow: Uow;
  readonly inbox: InboxRepository;
  readonly claims: InboxClaims;
  readonly cursors: FeedCursorsRepository;
  readonly rounds: FeedRoundsClaims;
  readonly logger: Logger;
  readonly metrics: MessagingMetrics;
  /** Where the stream is with a handler, while it moves: the ISO time of the event it brought last. */
  readonly streamPosition: (handlerKey: string) => string | undefined;
  /** Called after events were handed over to the retries. */
  readonly whenHandedOver: () => void;
}

/**
 * JetStream is fast, the feed is complete: compares the inbox with what the producers emitted since the handlers' cursors,
 * and enters what is missing as due retries. A lost message, a wiped stream store, a full broker disk and a broker outage
 * are all the same to it. One process of the service does one producer's round; its cost grows with the events alone.
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
  register(): Promise<void> {
    return this.tools.uow.run(Scope.global(), async (tx) => {
      for (const [producer, handlers] of this.byProducer) {
        await this.tools.cursors.register(tx, producer, keysOf(handlers));
      }
      await this.tools.rounds.register(tx, [...this.byProducer.keys()]);
    });
  }

  /** One due round, if there is any. True = there may be another. */
  async run(signal: AbortSignal): Promise<boolean> {
    const round = await this.transaction((tx) => this.tools.rounds.claim(tx, [...this.byProducer.keys()], LEASE_MS));
    if (round === undefined) {
      return false;
    }
    // Somewhat less than the whole interval: each process asks for due rounds several times within it.
    let pauseMs = this.tools.everyMs * 0.8;
    try {
      if ((await this.compare(round, this.byProducer.get(round.producer) ?? [], signal)) === 'full') {
        pauseMs = Math.min(pauseMs, FULL_PAUSE_MS);
      }
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      this.tools.logger.debug('A feed could not be read', { producer: round.producer, code: error.code });
    } finally {
      await this.transaction((tx) => this.tools.rounds.release(tx, round, pauseMs));
    }
    return true;
  }

  private async compare(round: FeedRound, handlers: readonly EventHandler[], signal: AbortSignal): Promise<RoundEnd> {
    const cursors = await this.transaction((tx) => this.tools.cursors.positions(tx, round.producer, keysOf(handlers)));
    const oldest = [...cursors.values()].sort()[0];
    if (oldest === undefined) {
      return 'complete';
    }
    const reached = new Map<string, string>();
    // Looked up once: what one page left to the stream no later page may go beyond, though the stream falls silent meanwhile.
    const ends = new Map(handlers.map(({ key }) => [key, this.endOf(key)]));
    let after: { at: string; id: string | null } = { at: earlier(oldest, OVERLAP_MS), id: null };
    try {
      while (!signal.aborted) {
        const page = await this.page(round.producer, handlers, after);
        const spans = handlers.map((handler) =>
          this.spanOf(handler, cursors.get(handler.key) ?? page.now, page.now, ends.get(handler.key)),
        );
        const obstacle = await this.heal(round, spans, page);
        if (obstacle !== undefined) {
          return obstacle;
        }
        const last = page.events.at(-1);
        const isLast = last === undefined || page.events.length < FEED_PAGE;
        const position = isLast ? page.now : last.toldAt;
        for (const { handler, end } of spans) {
          reached.set(handler.key, end !== undefined && end < position ? end : position);
        }
        if (isLast || spans.every(({ until }) => until < position)) {
          return 'complete';
        }
        after = { at: last.toldAt, id: last.id };
      }
      return 'lost';
    } finally {
      if (reached.size > 0) {
        await this.transaction((tx) => this.tools.cursors.advance(tx, round.producer, reached));
      }
    }
  }

  /**
   * Where a round must stop for a handler whose stream moves: the events beyond its position are on their way, and would otherwise be
   * copied into the inbox just when the service has the least time for it.
   */
  private endOf(handlerKey: string): string | undefined {
    const streamAt = this.tools.streamPosition(handlerKey);
    return streamAt === undefined ? undefined : earlier(streamAt, this.graceMs);
  }

  /** The events a handler should have by now. Recent ones are left to the stream. */
  private spanOf(handler: EventHandler, cursor: string, now: string, end: string | undefined): Span {
    const youngest = earlier(now, this.graceMs);
    return {
      handler,
      from: earlier(cursor, OVERLAP_MS),
      until: end !== undefined && end < youngest ? end : youngest,
      end,
    };
  }

  private get graceMs(): number {
    return Math.min(LONGEST_GRACE_MS, this.tools.everyMs / 2);
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

  /** Enters the events of a page that handlers lack. Returns why the round must end here, if it must. */
  private async heal(round: FeedRound, spans: readonly Span[], page: FeedPageData): Promise<Obstacle | undefined> {
    const expected = spans.flatMap(({ handler, from, until }) =>
      page.events
        .filter((event) => event.subject === handler.contract.subject && event.toldAt > from && event.toldAt <= until)
        .map((event) => ({ ...event, handler: handler.key })),
    );
    const missing = await this.transaction(async (tx) =>
      (await this.tools.rounds.extend(tx, round, LEASE_MS)) ? this.tools.inbox.missing(tx, expected) : undefined,
    );
    if (missing === undefined) {
      return 'lost';
    }
    const ids = [...new Set(missing.map((event) => event.id))];
    for (let start = 0; start < ids.length; start += FETCH_PAGE) {
      const batch = new Set(ids.slice(start, start + FETCH_PAGE));
      const obstacle = await this.handOver(
        round,
        missing.filter((event) => batch.has(event.id)),
      );
      if (obstacle !== undefined) {
        return obstacle;
      }
    }
    return undefined;
  }

  /** Fetches the events of a batch and enters them. */
  private async handOver(round: FeedRound, batch: readonly Missing[]): Promise<Obstacle | undefined> {
    const since = batch.map((event) => event.toldAt).sort()[0];
    const waiting = Map.groupBy(batch, (event) => event.id);
    let ids = [...waiting.keys()];
    while (ids.length > 0 && since !== undefined) {
      const caller = this.tools.rpc.systemCaller(this.tools.service);
      const answer = await this.tools.rpc.call(fetchContract(round.producer), { ids, since }, caller);
      const events = answer.events.flatMap(({ envelope, traceparent }) =>
        (waiting.get(envelope.id) ?? []).map(({ handler }) => ({ handler, envelope, traceparent })),
      );
      const entered = await this.transaction(async (tx) => {
        if (!(await this.tools.rounds.extend(tx, round, LEASE_MS))) {
          return 'lost';
        }
        const due = await this.tools.claims.due(tx, MOST_DUE);
        return due < MOST_DUE ? this.tools.inbox.handOver(tx, events) : 'full';
      });
      if (typeof entered === 'string') {
        return entered;
      }
      for (const { handler } of entered) {
        this.tools.metrics.feedHealed.add(1, { handler });
      }
      if (entered.length > 0) {
        this.tools.whenHandedOver();
      }
      ids = answer.left;
    }
    return undefined;
  }

  private transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.tools.uow.run(Scope.global(), work);
  }
}

function keysOf(handlers: readonly EventHandler[]): string[] {
  return handlers.map((handler) => handler.key);
}

/** A position some milliseconds before another. Positions have microseconds, which a Date can't hold; the rest is cut off. */
function earlier(position: string, ms: number): string {
  return new Date(Date.parse(position) - ms).toISOString().replace('Z', '000Z');
}
