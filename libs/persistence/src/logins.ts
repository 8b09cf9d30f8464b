import pg from 'pg';
import type { PoolClient } from 'pg';
import { sqlState } from './sql-errors.ts';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: boolean | Error) => void,
) => void;

/** The password is wrong, or the role may not log in: the state of a role between two passwords, or of one that was retired. */
const refusals = new Set(['28P01', '28000']);

/** @returns whether the server refuses who asks, not what is asked */
export function isRefusedLogin(error: unknown): boolean {
  return refusals.has(sqlState(error) ?? '');
}

/**
 * The addresses of a database as a setting has them now, one a line. A role has one password; while it is changed, the setting names the
 * address with the new and the one with the old, and whichever the server takes is used.
 */
export class Logins {
  private readText = '';
  private known: readonly string[] = [];
  private turned = 0;

  constructor(private readonly read: () => string) {}

  get current(): string {
    const all = this.all;
    return all[this.turned % all.length] ?? '';
  }

  /** All of them, as they stand in the setting. */
  get all(): readonly string[] {
    const text = this.read();
    if (text !== this.readText) {
      this.readText = text;
      this.known = text.split(/\s+/).filter((line) => line !== '');
      this.turned = 0;
    }
    return this.known;
  }

  /** The server has refused this address: the next one is used from now on. */
  refused(address: string): void {
    if (address === this.current) {
      this.turned += 1;
    }
  }
}

/** A pool that tries the other logins when the server refuses one; whoever waits for a connection does not notice. */
export class LoginPool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly logins: Logins,
  ) {
    super({ ...config, logins } as pg.PoolConfig);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (this.logins.all.length < 2) {
      return callback === undefined ? super.connect() : super.connect(callback);
    }
    const connected = this.connectWithAny();
    if (callback === undefined) {
      return connected;
    }
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private async connectWithAny(): Promise<PoolClient> {
    for (let others = this.logins.all.length - 1; ; others -= 1) {
      try {
        return await super.connect();
      } catch (error) {
        if (others <= 0 || !isRefusedLogin(error)) {
          throw error;
        }
      }
    }
  }
}
