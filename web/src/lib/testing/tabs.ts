/** The browser's locks, for tabs that are played in one page: one holder per name, the others wait in order. */
export class PlayedLocks {
  private readonly held = new Map<string, Promise<void>>();

  get taken(): readonly string[] {
    return [...this.held.keys()];
  }

  request(name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const before = this.held.get(name) ?? Promise.resolve();
    const own = before.then(async () => {
      signal.throwIfAborted();
      await work();
    });
    const rest = own.catch(() => undefined);
    this.held.set(name, rest);
    return own;
  }
}

/** A server's side of GET /api/events: every open connection, to write to or to end. */
export class PlayedStreams {
  private readonly encoder = new TextEncoder();
  readonly open = new Map<
    number,
    { businessId: string | null; controller: ReadableStreamDefaultController<Uint8Array> }
  >();
  opened = 0;

  answer(init: RequestInit | undefined): Response {
    const id = this.opened++;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.open.set(id, { businessId: new Headers(init?.headers).get('X-Business-Id'), controller });
        init?.signal?.addEventListener('abort', () => {
          this.open.delete(id);
          controller.error(new DOMException('Aborted', 'AbortError'));
        });
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  }

  /** Writes to every open connection. */
  write(text: string): void {
    for (const { controller } of this.open.values()) {
      controller.enqueue(this.encoder.encode(text));
    }
  }

  hint(type: string, id: string): void {
    this.write(`event: hint\ndata: ${JSON.stringify({ type, id })}\n\n`);
  }

  /** The server goes away. */
  end(): void {
    for (const [id, { controller }] of this.open) {
      this.open.delete(id);
      controller.close();
    }
  }
}
