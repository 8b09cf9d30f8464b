/** What the gateway needs of an event to tell a browser that something changed. */
export interface EventHint {
  readonly subject: string;
  readonly businessId: string | null;
  readonly entityId: string;
  readonly version: number;
}

/**
 * Live view of all events for the gateway's SSE: a plain core subscription without queue group, so every pod hears everything.
 * Fire and forget: a lost hint costs nothing, the browser refetches on reconnect.
 */
export abstract class EventHints {
  /** Calls `handler` for every event from now on; the returned function stops it. */
  abstract subscribeAll(handler: (hint: EventHint) => void): () => void;
}
