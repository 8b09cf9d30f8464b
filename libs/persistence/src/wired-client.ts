import { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { watchCertificate } from '@postloom/chassis';
import pg from 'pg';
import type { ClientConfig } from 'pg';
import { isRefusedLogin } from './logins.ts';
import type { Logins } from './logins.ts';

export interface WiredConfig extends ClientConfig {
  /** Where to connect and as whom, read for every connection. */
  readonly logins: Logins;
}

type Connected = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

/**
 * A client that knows its socket. pg accepts a socket but gives none back, so the client brings its own: this needs nothing
 * that pg keeps to itself.
 */
export class WiredClient extends pg.Client {
  private readonly wire: Socket;
  private readonly logins: Logins;
  private readonly address: string;

  constructor(config: WiredConfig) {
    const wire = new Socket();
    const address = config.logins.current;
    super({ ...config, connectionString: address, stream: () => wire });
    this.connection.once('sslconnect', () => watchCertificate('postgres', this.connection.stream as TLSSocket));
    this.wire = wire;
    this.logins = config.logins;
    this.address = address;
    // The pool listens only while a connection is idle; a loss while it is in use shows in its queries as well.
    this.on('error', () => undefined);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | void {
    if (callback === undefined) {
      return super.connect();
    }
    super.connect(((error: Error | null, client: pg.Client) => {
      if (isRefusedLogin(error)) {
        this.logins.refused(this.address);
      }
      callback(error as never, client);
    }) as Connected);
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
