import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops, ShutdownRegistry } from '@postloom/chassis';
import { identityEvents, liveHints } from '@postloom/contracts';
import { EventHints } from '@postloom/messaging';
import type { EventHint } from '@postloom/messaging';
import type { IncomingMessage } from 'node:http';

/** One open page. */
interface LiveStream {
  readonly businessId: string;
  readonly userId: string;
  readonly write: (text: string) => void;
  readonly end: () => void;
}

/** Proxies close a silent connection after a minute or less; a comment line keeps it open. */
const HEARTBEAT_MS = 20_000;

/**
 * Open pages by business. Every pod hears every event and sends hints to the pages it holds; the page fetches what
 * changed. A lost hint costs nothing: on reconnect everything visible is fetched again.
 */
@Injectable()
export class LiveStreams implements OnModuleInit {
  private readonly byBusiness = new Map<string, Set<LiveStream>>();

  constructor(
    @Inject(EventHints) private readonly events: EventHints,
    @Inject(Loops) private readonly loops: Loops,
    @Inject(ShutdownRegistry) private readonly shutdown: ShutdownRegistry,
  ) {}

  onModuleInit(): void {
    this.events.subscribeAll((hint) => this.tell(hint));
    this.loops.start({
      name: 'live heartbeat',
      everyMs: HEARTBEAT_MS,
      run: async () => {
        this.forEach((stream) => stream.write(': still here\n\n'));
        return Promise.resolve();
      },
    });
    this.shutdown.register('stop-intake', 'live streams', () => this.forEach((stream) => stream.end()));
  }

  add(stream: LiveStream, connection: IncomingMessage): void {
    const streams = this.byBusiness.get(stream.businessId) ?? new Set<LiveStream>();
    this.byBusiness.set(stream.businessId, streams.add(stream));
    connection.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0) {
        this.byBusiness.delete(stream.businessId);
      }
    });
    stream.write('retry: 2000\nevent: open\ndata: {}\n\n');
  }

  private tell(hint: EventHint): void {
    if (hint.subject === identityEvents.sessionRevoked.subject) {
      // The revoked session's pages come back and are answered 401; the others reconnect unnoticed.
      this.forEach((stream) => {
        if (stream.userId === hint.entityId) {
          stream.end();
        }
      });
      return;
    }
    const types = liveHints[hint.subject] ?? [];
    const streams = hint.businessId === null ? undefined : this.byBusiness.get(hint.businessId);
    for (const type of streams ? types : []) {
      const line = `event: hint\ndata: ${JSON.stringify({ type, id: hint.entityId })}\n\n`;
      streams?.forEach((stream) => stream.write(line));
    }
  }

  private forEach(act: (stream: LiveStream) => void): void {
    for (const streams of this.byBusiness.values()) {
      streams.forEach(act);
    }
  }
}
