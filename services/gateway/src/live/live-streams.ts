import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock, Loops, ShutdownRegistry } from '@postloom/chassis';
import { identityEvents, liveHints } from '@postloom/contracts';
import { EventHints } from '@postloom/messaging';
import type { EventHint } from '@postloom/messaging';
import type { ServerResponse } from 'node:http';
import { RecentHints } from './recent-hints.ts';

/** One open page. */
interface LiveStream {
  readonly businessId: string;
  readonly payerId: string | null;
  readonly userId: string;
  readonly sessionId: string;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** Proxies close a silent connection after a minute or less; a line that is no event keeps it open. */
const HEARTBEAT_MS = 20_000;

/** What was told is kept for so long at least. A page that opens its stream later reads again what it shows (`web/src/lib/api/live.ts`). */
const RECENT_MS = 30_000;

/** Pages whose stream has ended return at so many a second: each then reads again what it shows, beside the calls of everybody else. */
const RETURNS_PER_SECOND = 100;
const SHORTEST_SPREAD_MS = 1_000;
const LONGEST_SPREAD_MS = 30_000;

/**
 * Open pages by business. Every pod receives every event and sends hints to the pages it holds; the page fetches what changed. A new
 * page is told again what was told since it has read what it shows. A lost hint costs nothing: on reconnect everything visible is fetched again.
 */
@Injectable()
export class LiveStreams implements OnModuleInit {
  private readonly byBusiness = new Map<string, Set<LiveStream>>();
  private readonly bySession = new Map<string, number>();
  private readonly recent = new RecentHints();
  private open = 0;

  constructor(
    private readonly events: EventHints,
    private readonly clock: Clock,
    private readonly loops: Loops,
    private readonly shutdown: ShutdownRegistry,
  ) {}

  onModuleInit(): void {
    this.events.subscribeAll((hint) => this.tell(hint));
    this.loops.start({
      name: 'live heartbeat',
      everyMs: HEARTBEAT_MS,
      run: async () => {
        const heartbeat = this.spreadOfReturns();
        this.forEach((stream) => stream.write(heartbeat));
        return Promise.resolve();
      },
    });
    this.loops.start({
      name: 'recent hints',
      everyMs: RECENT_MS,
      run: async () => {
        this.recent.age();
        return Promise.resolve();
      },
    });
    this.shutdown.register('stop-intake', 'live streams', () => this.forEach((stream) => stream.end()));
  }

  /** Open pages of this pod. */
  get count(): number {
    return this.open;
  }

  /** How many pages of a session are open here. */
  ofSession(sessionId: string): number {
    return this.bySession.get(sessionId) ?? 0;
  }

  /**
   * `answer` is the response that carries the stream; the stream is forgotten when it ends. What was told in the last `age`
   * milliseconds is told to it again.
   */
  add(stream: LiveStream, answer: ServerResponse, age: number): void {
    const streams = this.byBusiness.get(stream.businessId) ?? new Set<LiveStream>();
    this.byBusiness.set(stream.businessId, streams.add(stream));
    this.bySession.set(stream.sessionId, this.ofSession(stream.sessionId) + 1);
    this.open += 1;
    answer.once('close', () => {
      this.open -= 1;
      const left = this.ofSession(stream.sessionId) - 1;
      if (left > 0) {
        this.bySession.set(stream.sessionId, left);
      } else {
        this.bySession.delete(stream.sessionId);
      }
      streams.delete(stream);
      if (streams.size === 0) {
        this.byBusiness.delete(stream.businessId);
      }
    });
    const from = this.clock.monotonicMs() - age;
    const missed = [stream.businessId, stream.payerId ?? ''].map((owner) => this.recent.of(owner, from)).join('');
    stream.write(`${this.spreadOfReturns()}event: open\ndata: {}\n\n${missed}`);
  }

  /** Within how many milliseconds a page that loses its stream comes back, at a moment of its own choice: they all lose it at once. */
  private spreadOfReturns(): string {
    const ms = Math.round((this.open / RETURNS_PER_SECOND) * 1_000);
    return `retry: ${Math.min(LONGEST_SPREAD_MS, Math.max(SHORTEST_SPREAD_MS, ms))}\n\n`;
  }

  private tell(hint: EventHint): void {
    const text = lines(hint);
    switch (hint.subject) {
      case identityEvents.sessionRevoked.subject:
        // One session by its id, or all sessions of a person. Their pages reconnect and are answered 401.
        this.forEach((stream) => {
          if (hint.entityId === stream.sessionId || hint.entityId === stream.userId) {
            stream.end();
          }
        });
        return;
      case identityEvents.planChanged.subject:
      case identityEvents.billingChanged.subject:
        // A plan belongs to a payer, not to a business.
        this.recent.keep(hint.entityId, text, this.clock.monotonicMs());
        this.forEach((stream) => {
          if (hint.entityId === stream.payerId) {
            stream.write(text);
          }
        });
        return;
      default:
        if (hint.businessId !== null && text !== '') {
          this.recent.keep(hint.businessId, text, this.clock.monotonicMs());
          this.byBusiness.get(hint.businessId)?.forEach((stream) => stream.write(text));
        }
    }
  }

  private forEach(act: (stream: LiveStream) => void): void {
    for (const streams of this.byBusiness.values()) {
      streams.forEach(act);
    }
  }
}

function lines({ subject, entityId }: EventHint): string {
  const types = liveHints[subject] ?? [];
  return types.map((type) => `event: hint\ndata: ${JSON.stringify({ type, id: entityId })}\n\n`).join('');
}
