import type { ServerResponse } from 'node:http';

/** Notifies open pages of changes, at most three times a second. */
export class LiveUpdates {
  readonly #open = new Set<ServerResponse>();
  #pending: NodeJS.Timeout | null = null;

  /** Turns the response into a stream of server-sent events until its caller leaves. */
  attach(response: ServerResponse): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write('retry: 1000\n\n');
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  changed(): void {
    if (this.#open.size === 0 || this.#pending) {
      return;
    }
    this.#pending = setTimeout(() => {
      this.#pending = null;
      for (const response of this.#open) {
        response.write('event: changed\ndata: {}\n\n');
      }
    }, 333);
    this.#pending.unref();
  }

  close(): void {
    if (this.#pending) {
      clearTimeout(this.#pending);
    }
    for (const response of this.#open) {
      response.end();
    }
    this.#open.clear();
  }
}
