import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ageObjects } from '../../../harness/src/aged-objects.ts';
import { Person } from '../../../harness/src/client.ts';
import { makeBusinesses } from '../../../harness/src/customers.ts';
import type { Business } from '../../../harness/src/customers.ts';
import { eventually } from '../../../harness/src/eventually.ts';
import { Facts } from '../../../harness/src/facts.ts';
import { Ledger } from '../../../harness/src/ledger.ts';
import { PLATFORMS } from '../../../harness/src/plan.ts';
import type { PlatformName } from '../../../harness/src/plan.ts';
import { readRunFile } from '../../../harness/src/running-stack.ts';
import type { LiveStack } from '../../../local/src/checks/live-stack.ts';
import type { MailFront } from './mail-front.ts';

/** Of captions, as its setting is written. */
export const LIMIT = '30/60';

/** A lane each for five platforms, twice. */
const BUSINESSES = 2;

/** Beside the data, which is removed when a stack starts. */
export const limitFile = (dataDir: string): string => `${dataDir}-limit-captions`;

/** The running product with its people, and the ways to break it. */
export class World {
  readonly businesses: readonly Business[];
  readonly sandbox: Ledger;
  readonly facts: Facts;
  readonly mail: MailFront;
  private readonly stack: LiveStack;
  private readonly dataDir: string;
  private readonly stopped = new Set<number>();
  private posts = 0;

  private constructor(stack: LiveStack, mail: MailFront, dataDir: string, businesses: readonly Business[]) {
    this.stack = stack;
    this.mail = mail;
    this.dataDir = dataDir;
    this.businesses = businesses;
    this.sandbox = new Ledger(stack.sandboxUrl);
    this.facts = new Facts(this.databaseUrl, dataDir);
  }

  /** Two businesses, and a post of each that has gone to every platform: most series begin with the first thing they count. */
  static async settled(stack: LiveStack, mail: MailFront, dataDir: string): Promise<World> {
    const world = new World(stack, mail, dataDir, await makeBusinesses(stack.url, BUSINESSES, PLATFORMS, 1));
    await world.post(PLATFORMS, 2_000);
    await world.caption();
    await world.quiet();
    return world;
  }

  get first(): Business {
    const [first] = this.businesses;
    if (first === undefined) {
      throw new Error('there is no business');
    }
    return first;
  }

  /** A post of every business. */
  async post(platforms: readonly PlatformName[], inMs: number): Promise<void> {
    for (const { person, photoIds } of this.businesses) {
      this.posts += 1;
      await person.createPost({
        caption: `Alert drill, post ${this.posts}`,
        platforms: [...platforms],
        status: 'scheduled',
        scheduledFor: new Date(Date.now() + inMs).toISOString(),
        photoId: photoIds[0],
      });
    }
  }

  async caption(): Promise<void> {
    await this.first.person.request('POST', '/api/generate-caption', {
      body: {
        photoId: this.first.photoIds[0],
        options: { style: 'casual', includeHashtags: true, platform: 'twitter' },
      },
    });
  }

  /** Somebody new forgets their password, which sends a mail. */
  async forgetPassword(): Promise<void> {
    const { email } = await Person.signUp(this.stack.url, { name: 'Forgetful Florist' });
    await this.first.person.expect(202, 'POST', '/api/auth/password/forgot', { body: { email } });
  }

  /** Every post has ended. */
  async quiet(): Promise<void> {
    await eventually('every post has ended', async () => (await this.facts.open()) === 0, 300_000, 500);
  }

  /** Somebody new, with one account on that platform: for what an account does not survive. */
  async stranger(platform: PlatformName): Promise<Person> {
    const person = await Person.signUp(this.stack.url, { tier: 'pro', name: 'Side Street Flowers' });
    await person.connect(platform, `alert-drill-${Date.now()}`);
    return person;
  }

  /** The publisher's id of a person's account, which is that of its lane too. */
  async laneOf(person: Person, platform: PlatformName): Promise<string> {
    const [account] = await this.sql<{ id: string }>(
      'SELECT id FROM publisher.accounts WHERE business_id = $1 AND platform = $2',
      [person.businessId, platform],
    );
    if (account === undefined) {
      throw new Error(`there is no account on ${platform}`);
    }
    return account.id;
  }

  /** One statement as an administrator. */
  async sql<T extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    const client = await this.administrator();
    try {
      return (await client.query<T>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** A transaction that stays open and holds what the statement locks, until the result is called. */
  async hold(text: string, values: readonly unknown[] = []): Promise<() => Promise<void>> {
    const client = await this.administrator();
    await client.query('BEGIN');
    await client.query(text, [...values]);
    return async () => {
      await client.query('COMMIT');
      await client.end();
    };
  }

  /** A statement about that table waits for a lock. */
  async someoneWaits(table: string): Promise<void> {
    await eventually(`somebody waits for ${table}`, async () => {
      const rows = await this.sql(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%' || $1 || '%FOR UPDATE'`,
        [table],
      );
      return rows.length > 0;
    });
  }

  /** Takes a lock again and again, each time for so long, and lets through in between who waits for it. */
  async holdAgainAndAgain(lock: string, forMs: number, until: AbortSignal): Promise<void> {
    const client = await this.administrator();
    try {
      while (!until.aborted) {
        await client.query('BEGIN');
        await client.query(lock);
        await wait(forMs);
        await client.query('COMMIT');
      }
    } finally {
      await client.end();
    }
  }

  /** Dates back the objects in storage whose keys begin so. */
  ageObjects(prefix: string, hours: number): Promise<void> {
    return ageObjects(this.dataDir, prefix, hours);
  }

  /** What the file says that LIMIT_CAPTIONS_FILE names. */
  writeLimit(text: string): void {
    writeFileSync(limitFile(this.dataDir), text);
  }

  kill(process_: string): void {
    process.kill(this.pidOf(process_), 'SIGKILL');
  }

  freeze(process_: string): void {
    const pid = this.pidOf(process_);
    process.kill(pid, 'SIGSTOP');
    this.stopped.add(pid);
  }

  /** Lets go what is frozen. */
  thaw(): void {
    for (const pid of this.stopped) {
      process.kill(pid, 'SIGCONT');
    }
    this.stopped.clear();
  }

  private get databaseUrl(): string {
    return this.stack.run.databaseUrl ?? '';
  }

  private async administrator(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    await client.connect();
    return client;
  }

  private pidOf(name: string): number {
    const entry = readRunFile(this.dataDir).processes[name];
    if (entry === undefined) {
      throw new Error(`no process is called ${name}`);
    }
    return entry.pid;
  }
}
