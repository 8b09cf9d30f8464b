import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Clock, Logger } from '@postloom/chassis';
import { gatherWrites } from './internals.ts';

export interface BrokerOptions {
  /** Names the connection and the inbox: the broker lets a service read only answers to itself. */
  readonly service: string;
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
}

/**
 * The one connection of a process to NATS. It reconnects for ever: a missing broker must not stop a service, because
 * Postgres holds everything that matters and deliveries merely wait.
 */
export class Broker {
  private connecting: Promise<NatsConnection> | undefined;
  private connection: NatsConnection | undefined;
  private isUp = false;
  private isClosing = false;
  private readonly onUp = new Set<() => void>();
  private readonly upWaiters = new Set<() => void>();

  constructor(
    private readonly options: BrokerOptions,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Starts connecting, or gives the connection. Waits as long as it takes; rejects only once the broker is closed. */
  connect(): Promise<NatsConnection> {
    this.connecting ??= this.connectForEver();
    return this.connecting;
  }

  /** True while requests and publishes can reach the server. */
  get isConnected(): boolean {
    return this.isUp;
  }

  /** The connection when it is up now. */
  get current(): NatsConnection | undefined {
    return this.isUp ? this.connection : undefined;
  }

  /** Resolves with the connection when it is up, or with undefined when it is not within `ms` milliseconds. */
  async within(ms: number): Promise<NatsConnection | undefined> {
    if (this.isUp || this.isClosing || ms <= 0) {
      return this.current;
    }
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.upWaiters.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.upWaiters.add(done);
    });
    return this.current;
  }

  /** Calls `listener` after every connect and reconnect; the returned function unsubscribes it. */
  whenUp(listener: () => void): () => void {
    this.onUp.add(listener);
    return () => this.onUp.delete(listener);
  }

  async jetstream(): Promise<JetStreamClient> {
    return jetstream(await this.connect(), { timeout: 5_000 });
  }

  async manager(): Promise<JetStreamManager> {
    return jetstreamManager(await this.connect(), { timeout: 5_000, checkAPI: false });
  }

  /** Readiness: throws while the server is out of reach. */
  async check(): Promise<void> {
    const connection = this.current;
    if (connection === undefined) {
      throw new Error('NATS is out of reach');
    }
    await connection.flush();
  }

  /** Sends what is buffered and closes. */
  async close(): Promise<void> {
    if (this.isClosing) {
      return;
    }
    this.isClosing = true;
    this.isUp = false;
    for (const wake of this.upWaiters) {
      wake();
    }
    const connection = this.connection;
    if (connection === undefined || connection.isClosed()) {
      return;
    }
    const drained = new AbortController();
    try {
      // `drain` waits for the server; a server that is gone must not hold up the end of the process.
      await Promise.race([connection.drain(), this.clock.delay(2_000, drained.signal)]);
    } catch (error) {
      this.logger.debug('NATS could not be drained', { reason: describe(error) });
    } finally {
      drained.abort();
    }
    await connection.close();
  }

  private async connectForEver(): Promise<NatsConnection> {
    const { service, url, user, password } = this.options;
    for (let attempt = 0; ; attempt += 1) {
      if (this.isClosing) {
        throw new Error('The connection to NATS was closed while it was being made.');
      }
      try {
        const connection = await connect({
          servers: url.split(','),
          user,
          pass: password,
          name: service,
          inboxPrefix: `_INBOX.${service}`,
          reconnect: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 200,
          reconnectJitter: 200,
          ignoreAuthErrorAbort: true, // while passwords are being changed a wrong one is a passing state
          noAsyncTraces: true, // a stack trace per request is half of its cost
          pingInterval: 5_000,
          maxPingOut: 2, // a half-open line is noticed within 15 s
          timeout: 5_000,
        });
        if (this.isClosing) {
          await connection.close();
          continue;
        }
        gatherWrites(connection);
        this.connection = connection;
        this.up();
        void this.watch(connection);
        return connection;
      } catch (error) {
        if (attempt % 20 === 0) {
          this.logger.warn('NATS is out of reach, trying on', { reason: describe(error) });
        }
        await this.clock.delay(Math.min(2_000, 100 + attempt * 100));
      }
    }
  }

  private up(): void {
    this.isUp = true;
    for (const wake of this.upWaiters) {
      wake();
    }
    for (const listener of this.onUp) {
      listener();
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.isUp = false;
        this.logger.warn('NATS connection lost');
      } else if (status.type === 'reconnect') {
        this.logger.info('NATS connection is back');
        this.up();
      } else if (status.type === 'error') {
        this.logger.warn('NATS refused something', { reason: describe(status.error) });
      } else if (status.type === 'close') {
        this.isUp = false;
      }
    }
    this.isUp = false;
  }
}

export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
