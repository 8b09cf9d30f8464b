import { Socket } from 'node:net';
import pg from 'pg';
import type { ClientConfig } from 'pg';

/**
 * A client that knows its socket. pg accepts a socket but gives none back, so the client brings its own: this needs nothing
 * that pg keeps to itself.
 */
export class WiredClient extends pg.Client {
  private readonly wire: Socket;

  /** @param config with the password inside its connection string: the pool hides a separate one from copies */
  constructor(config: ClientConfig = {}) {
    const wire = new Socket();
    super({ ...config, stream: () => wire });
    this.wire = wire;
    // The pool listens only while a connection is idle; a loss while it is in use shows in its queries as well.
    this.on('error', () => undefined);
  }

  /**
   * What is sent in this turn of the event loop leaves in one packet. A system call and a wake-up of the server for each
   * statement cost more than most statements do.
   */
  sendTogether(): void {
    if (this.wire.writableCorked > 0) {
      return;
    }
    this.wire.cork();
    process.nextTick(() => this.wire.uncork());
  }

  /** Ends the connection at once, whatever the server does; running queries fail with `reason`. */
  cut(reason: Error): void {
    this.wire.destroy(reason);
  }
}
