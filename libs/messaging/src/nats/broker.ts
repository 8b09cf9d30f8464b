import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import { identityCheck } from '@postloom/chassis';
import type { Clock, Logger } from '@postloom/chassis';
import { gatherWrites, nameChecked } from './internals.ts';

export interface BrokerLogin {
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export interface BrokerOptions {
  /** Names the connection and the inbox: the broker lets a service read only answers to itself. */
  readonly service: string;
  /** Servers, commas between; `tls://` insists on TLS. */
  readonly url: string;
  /** Asked at every connect and reconnect. */
  readonly login: () => BrokerLogin;
  /** How long a former connection stays for what began on it; 35 s when absent, longer than any request may take. */
  readonly farewellMs?: number;
}

const FAREWELL_MS = 35_000;
const MOVE_RETRY_MS = 2_000;

/** A connection, and as whom it was last made. */
interface Line {
  readonly connection: NatsConnection;
  readonly login: () => BrokerLogin;
}

/**
 * The one connection of a process to NATS, and for a while the one before it, when the login was changed. It reconnects for ever: a missing broker must not stop a service, because
 * Postgres holds everything that matters and deliveries merely wait.
 */
export class Broker {
  private connecting: Promise<NatsConnection> | undefined;
  private line: Line | undefined;
  private readonly ending = new AbortController();
  private move: Promise<void> | undefined;
  private leaving: Promise<unknown> = Promise.resolve();
  private isUp = false;
  private isClosing = false;
  private readonly onUp = new Set<() => void>();
  private readonly onMoved = new Set<(connection: NatsConnection) => void>();
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
    return this.isUp ? this.line?.connection : undefined;
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

  /** Calls `listener` when all that subscribes has to do so again, on this connection. What is on the former one ends by itself. */
  whenMoved(listener: (connection: NatsConnection) => void): () => void {
    this.onMoved.add(listener);
    return () => this.onMoved.delete(listener);
  }

  /**
   * Moves to a new connection when the login has changed since the present one was made, as soon as the broker takes it. A change of the
   * user's name is then unnoticed: the broker knows both for a while, and requests that began on the former connection end on it.
   */
  refresh(): Promise<void> {
    this.move ??= this.moveOver().finally(() => {
      this.move = undefined;
    });
    return this.move;
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
    this.ending.abort();
    for (const wake of this.upWaiters) {
      wake();
    }
    await Promise.all([this.line && this.end(this.line.connection), this.leaving]);
  }

  private async end(connection: NatsConnection): Promise<void> {
    if (connection.isClosed()) {
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
    for (let attempt = 0; ; attempt += 1) {
      if (this.isClosing) {
        throw new Error('The connection to NATS was closed while it was being made.');
      }
      try {
        const line = await this.open();
        if (this.isClosing) {
          await line.connection.close();
          continue;
        }
        this.use(line);
        return line.connection;
      } catch (error) {
        if (attempt % 20 === 0) {
          this.logger.warn('NATS is out of reach, trying on', { reason: describe(error) });
        }
        await this.clock.delay(Math.min(2_000, 100 + attempt * 100));
      }
    }
  }

  private async moveOver(): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const former = this.line;
      if (former === undefined || this.isClosing || isSame(former.login(), this.options.login())) {
        return;
      }
      try {
        const line = await this.open();
        if (this.isClosing) {
          await line.connection.close();
          return;
        }
        this.exchange(former, line);
      } catch (error) {
        if (attempt === 0) {
          this.logger.warn('NATS does not take the changed login yet, the former one stays', {
            reason: describe(error),
          });
        }
        await this.clock.delay(MOVE_RETRY_MS, this.ending.signal);
      }
    }
  }

  private exchange(former: Line, line: Line): void {
    this.connecting = Promise.resolve(line.connection);
    this.use(line);
    for (const listener of this.onMoved) {
      listener(line.connection);
    }
    this.logger.info('Moved to a connection to NATS with the changed login');
    this.leaving = Promise.all([this.leaving, this.leave(former.connection)]);
  }

  private async leave(connection: NatsConnection): Promise<void> {
    await this.clock.delay(this.options.farewellMs ?? FAREWELL_MS, this.ending.signal);
    await this.end(connection);
  }

  private async open(): Promise<Line> {
    const { service, url } = this.options;
    let login = this.options.login();
    const connection = await connect({
      servers: url.split(','),
      authenticator: () => {
        login = this.options.login();
        return login.user === undefined ? undefined : { user: login.user, pass: login.password };
      },
      // Without it the client would go on in clear where nobody offers TLS.
      ...(url.startsWith('tls://') && { tls: nameChecked(identityCheck('nats')) }),
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
    gatherWrites(connection);
    return { connection, login: () => login };
  }

  private use(line: Line): void {
    this.line = line;
    if (!this.isUp) {
      this.up();
    }
    void this.watch(line.connection);
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
    const isCurrent = (): boolean => this.line?.connection === connection;
    for await (const status of connection.status()) {
      if (status.type === 'error') {
        this.logger.warn('NATS refused something', { reason: describe(status.error) });
      }
      if (!isCurrent()) {
        continue;
      }
      if (status.type === 'disconnect') {
        this.isUp = false;
        this.logger.warn('NATS connection lost');
      } else if (status.type === 'reconnect') {
        this.logger.info('NATS connection is back');
        this.up();
      } else if (status.type === 'close') {
        this.isUp = false;
      }
    }
    if (isCurrent()) {
      this.isUp = false;
    }
  }
}

function isSame(one: BrokerLogin, other: BrokerLogin): boolean {
  return one.user === other.user && one.password === other.password;
}

export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
