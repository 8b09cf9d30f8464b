import { randomBytes, randomUUID } from 'node:crypto';
import { identityRpc, publisherRpc, schedulingEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope, Platform, SocialAccount, Tier } from '@postloom/contracts';
import { SystemClock } from '@postloom/chassis';
import type { Caller } from '@postloom/messaging';
import { behindTheScenes, eventually, stubRpc, testDatabase, testNats, testService } from '@postloom/testing';
import type { BehindTheScenes, TestDatabase, TestNats, TestService, TestServiceOptions } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { FakeMedia } from './fake-media.ts';
import { startSandboxProcess } from './sandbox-process.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** A signed-in owner of a business. */
export type Person = Caller & {
  readonly userId: string;
  readonly businessId: string;
  readonly payerId: string;
  readonly sessionId: string;
};

export interface ReceivedEvent {
  readonly subject: string;
  readonly businessId: string;
  readonly version: number;
  readonly data: Record<string, unknown>;
}

/** Short times, so that a whole life of a post fits into a test. */
export const quickEnv: Record<string, string> = {
  PUBLISH_CALL_TIMEOUT_MS: '1000',
  PUBLISH_QUARANTINE_MS: '500',
  PUBLISH_RETRY_DELAYS_MS: '200,400',
  PUBLISH_LEASE_SECONDS: '3',
  // The figures of an account that was just connected would be read beside what a test counts, and could take the fault meant for it.
  INSIGHTS_SLOTS: '0',
};

export const vaultKeys = `k1:${randomBytes(32).toString('base64')}`;

/** Publisher on real Postgres and NATS against the sandbox; identity and media are faked. */
export class PublisherWorld {
  sandbox!: SandboxProcess;
  media = new FakeMedia();
  nats!: TestNats;
  database!: TestDatabase;
  service!: TestService;
  admin!: BehindTheScenes;
  /** Plans of payers; the others are on pro. */
  readonly tiers = new Map<string, Tier>();
  env: Record<string, string> = {};
  private overrides: TestServiceOptions['overrides'];

  /** How many calls the platform had. */
  async callsOf(platform: Platform): Promise<number> {
    return (await this.sandbox.requests(platform)).length;
  }

  async start(
    options: {
      env?: Record<string, string>;
      sandbox?: Record<string, string>;
      service?: boolean;
      overrides?: TestServiceOptions['overrides'];
    } = {},
  ): Promise<void> {
    [this.sandbox, this.nats, this.database] = await Promise.all([
      startSandboxProcess(options.sandbox),
      testNats(),
      testDatabase('publisher', migrations),
      this.media.start(),
    ]);
    await this.media.serve(this.nats);
    await stubRpc(this.nats, identityRpc.planGet, (input) => {
      const payerId = 'payerId' in input ? input.payerId : input.businessId;
      return { payerId, tier: this.tiers.get(payerId) ?? 'pro', periodAnchor: '2026-01-01T00:00:00Z', version: 1 };
    });
    this.admin = behindTheScenes(this.database.adminUrl);
    this.env = {
      VAULT_KEYS: vaultKeys,
      PUBLIC_URL: 'http://localhost:3000',
      ...this.media.env,
      ...this.sandbox.env,
      ...quickEnv,
      ...options.env,
    };
    this.overrides = options.overrides;
    if (options.service !== false) {
      await this.open();
    }
  }

  async open(env: Record<string, string> = {}): Promise<void> {
    this.service = await testService({
      service: 'publisher',
      module: AppModule,
      migrations,
      nats: this.nats,
      database: this.database,
      env: { ...this.env, ...env },
      overrides: this.overrides ?? [],
    });
  }

  /** A copy of the database as it is now, under another name. Nobody may be connected to it. */
  async copyDatabase(name: string): Promise<void> {
    await this.admin.close();
    const server = new URL(this.database.adminUrl);
    server.pathname = '/postgres';
    const admin = behindTheScenes(server.href);
    // The broker's relay and the last connections of an ended process are gone a moment later.
    await eventually('the copy is made', () =>
      admin.query(`CREATE DATABASE ${name} TEMPLATE ${this.database.name} STRATEGY file_copy`),
    );
    await admin.close();
    this.admin = behindTheScenes(this.database.adminUrl);
  }

  /** From now on everything is about that database. */
  async useDatabase(name: string): Promise<void> {
    await this.admin.close();
    const { database } = this;
    const inIt = (url: string): string => {
      const other = new URL(url);
      other.pathname = `/${name}`;
      return other.href;
    };
    this.database = {
      ...database,
      name,
      url: inIt(database.url),
      workerUrl: inIt(database.workerUrl),
      ownerUrl: inIt(database.ownerUrl),
      adminUrl: inIt(database.adminUrl),
      drop: async () => {
        const server = new URL(database.adminUrl);
        server.pathname = '/postgres';
        const admin = behindTheScenes(server.href);
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        await admin.close();
        await database.drop();
      },
    };
    this.admin = behindTheScenes(this.database.adminUrl);
  }

  /** A service that only calls and emits, so that publishers in their own processes do the work. */
  async drive(): Promise<void> {
    this.service = await testService({ service: 'scheduling', nats: this.nats });
  }

  async stop(): Promise<void> {
    await this.service?.close();
    await this.admin.close();
    await this.sandbox.stop();
    await this.media.stop();
    await this.nats.stop();
    await this.database.drop();
  }

  person(overrides: Partial<Person> = {}): Person {
    return {
      requestId: `test-${randomUUID()}`,
      userId: randomUUID(),
      businessId: randomUUID(),
      payerId: randomUUID(),
      role: 'owner',
      sessionId: randomUUID(),
      ...overrides,
    };
  }

  async authUrl(person: Person, platform: Platform): Promise<string> {
    const start = await this.service.rpc(
      publisherRpc.oauthStart,
      { platform, sessionId: person.sessionId },
      callerOf(person),
    );
    if (!('authUrl' in start)) {
      throw new Error('the platform is not set up');
    }
    return start.authUrl;
  }

  async connect(person: Person, platform: Platform, account?: string): Promise<SocialAccount> {
    const query = await this.sandbox.approve(
      await this.authUrl(person, platform),
      account ?? `Shop ${randomBytes(4).toString('hex')}`,
    );
    const { sessionId } = person;
    let finish = await this.service.rpc(publisherRpc.oauthFinish, { platform, sessionId, query }, callerOf(person));
    if (finish.outcome === 'pick') {
      // LinkedIn offers the member and their pages: the member, or who was named.
      const { pickToken, offered } = finish;
      const chosen = offered.find(({ name }) => name === account) ?? offered[0];
      const remoteIds = [chosen?.remoteId ?? ''];
      finish = await this.service.rpc(
        publisherRpc.oauthPick,
        { platform, sessionId, pickToken, remoteIds },
        callerOf(person),
      );
    }
    if (finish.outcome !== 'connected' || !finish.accounts[0]) {
      throw new Error(`not connected: ${JSON.stringify(finish)}`);
    }
    return finish.accounts[0];
  }

  /** Emits that a target is due, as scheduling does. */
  async due(
    person: Person,
    account: SocialAccount,
    post: {
      caption?: string;
      photoIds?: string[];
      targetId?: string;
      round?: number;
      postId?: string;
      dueAt?: string;
      giveUpAt?: string;
      source?: DataOf<typeof schedulingEvents.targetDue>['source'];
    } = {},
  ): Promise<{ targetId: string; postId: string; caption: string; event: EventEnvelope }> {
    const targetId = post.targetId ?? randomUUID();
    const postId = post.postId ?? randomUUID();
    const caption = post.caption ?? `Fresh bread ${randomBytes(6).toString('hex')}`;
    const event = await this.service.emitFrom(schedulingEvents.targetDue, {
      businessId: person.businessId,
      entityId: targetId,
      version: post.round ?? 1,
      data: {
        targetId,
        postId,
        round: post.round ?? 1,
        platform: account.platform,
        accountId: account.id,
        caption,
        photoIds: post.photoIds ?? [],
        dueAt: post.dueAt ?? new SystemClock().now().toISOString(),
        giveUpAt: post.giveUpAt,
        source: post.source,
      },
    });
    return { targetId, postId, caption, event };
  }

  async job(targetId: string, round?: number): Promise<Record<string, unknown>> {
    const found = await this.admin.query<Record<string, unknown>>(
      'SELECT * FROM publisher.publish_jobs WHERE target_id = $1 AND ($2::int IS NULL OR round = $2) ORDER BY round DESC LIMIT 1',
      [targetId, round ?? null],
    );
    const [row] = found.rows;
    if (row === undefined) {
      throw new Error(`no job for ${targetId}`);
    }
    return row;
  }

  /** The events about an entity, in the order of versions. */
  async eventsOf(entityId: string): Promise<ReceivedEvent[]> {
    const found = await this.admin.query<{
      subject: string;
      business_id: string;
      version: string;
      data: Record<string, unknown>;
    }>('SELECT subject, business_id, version, data FROM publisher.outbox WHERE entity_id = $1 ORDER BY version', [
      entityId,
    ]);
    return found.rows.map((row) => ({
      subject: row.subject,
      businessId: row.business_id,
      version: Number(row.version),
      data: row.data,
    }));
  }

  async count(sql: string, params: unknown[] = []): Promise<number> {
    const found = await this.admin.query<{ n: string }>(sql, params);
    return Number(found.rows[0]?.n ?? 0);
  }
}

export function callerOf(person: Person): Partial<Caller> {
  const { requestId, userId, businessId, payerId, role } = person;
  return { requestId, userId, businessId, payerId, role };
}
