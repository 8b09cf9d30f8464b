import { randomUUID } from 'node:crypto';
import { SystemClock } from '@postloom/chassis';
import { albumRpc, AppError, identityRpc, mediaRpc, publisherRpc, schedulingRpc } from '@postloom/contracts';
import type {
  InputOf,
  OutputOf,
  Platform,
  Post,
  PostWithHistory,
  RpcContract,
  SocialAccount,
  Tier,
} from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { stubRpc, testService } from '@postloom/testing';
import type { RpcStub, TestService, TestServiceOptions } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { behindTheScenes } from './behind-the-scenes.claims.ts';

/** A business of the test, as its neighbours know it. */
export interface Tenant {
  readonly caller: Pick<Caller, 'businessId' | 'userId' | 'payerId' | 'role'> & { readonly businessId: string };
  readonly payerId: string;
  readonly timeZone: string;
  readonly name: string;
  readonly accounts: Map<Platform, string>;
  /** Platforms whose account waits to be reconnected. */
  readonly waiting: Set<Platform>;
  readonly photoId: string;
  readonly photoIds: Set<string>;
  /** Names of photos, for an import. */
  readonly names: Map<string, string>;
  /** Pixels of photos that are not 1080 x 1080; null: not measured yet. */
  readonly sizes: Map<string, { width: number; height: number } | null>;
  /** Albums of photos that are in one. */
  readonly albumOf: Map<string, string>;
  tier: Tier;
}

const clock = new SystemClock();

/** An instant that many seconds from now; in one hour by default. */
export const soon = (seconds = 3600): string => new Date(clock.now().getTime() + seconds * 1000).toISOString();

/**
 * The whole service on real Postgres and NATS. Fakes identity (businessGet, planGet), publisher (accountList) and media (photoFacts,
 * photoList, photoNamed), each answering what the test's tenants own.
 */
export class SchedulingUnderTest {
  readonly tenants: Tenant[] = [];
  /** Runs while an answer of publisher or media is on its way. */
  meanwhile: () => Promise<unknown> = () => Promise.resolve();

  /** The photo names that media was asked to resolve. */
  readonly namesAsked: string[] = [];

  /** The calls that publisher received. */
  accountStub!: RpcStub<typeof publisherRpc.accountList>;

  private constructor(readonly service: TestService) {}

  static async start(options: Partial<TestServiceOptions> = {}): Promise<SchedulingUnderTest> {
    const under = new SchedulingUnderTest(
      await testService({ service: 'scheduling', module: AppModule, migrations, ...options }),
    );
    const { nats } = under.service;
    const of = (businessId: string | null): Tenant | undefined =>
      under.tenants.find((tenant) => tenant.caller.businessId === businessId);
    await stubRpc(nats, identityRpc.businessGet, ({ id }) => businessAnswer(of(id)));
    await stubRpc(nats, identityRpc.planGet, (input) => {
      const tenant = under.tenants.find((one) => 'payerId' in input && one.payerId === input.payerId);
      if (tenant === undefined) {
        throw new AppError('not_found');
      }
      return { payerId: tenant.payerId, tier: tenant.tier, periodAnchor: '2026-01-31T10:00:00.000Z', version: 1 };
    });
    under.accountStub = await stubRpc(nats, publisherRpc.accountList, async (_input, { businessId }) => {
      const answer = [...(of(businessId)?.accounts ?? [])].map(([platform, id]) =>
        accountAnswer(platform, id, of(businessId)?.waiting.has(platform) === true ? 'reconnect_required' : 'active'),
      );
      await under.meanwhile();
      return answer;
    });
    await stubRpc(nats, mediaRpc.photoFacts, async ({ ids }, { businessId }) => {
      const tenant = of(businessId);
      const answer = ids.flatMap((id) => (tenant?.photoIds.has(id) === true ? [photoAnswer(tenant, id)] : []));
      await under.meanwhile();
      return answer;
    });
    await stubRpc(nats, mediaRpc.photoList, async ({ albumId, limit }, { businessId }) => {
      const tenant = of(businessId);
      const all = tenant === undefined ? [] : [...tenant.photoIds].map((id) => photoAnswer(tenant, id));
      const data = all.filter((photo) => albumId === undefined || photo.albumId === albumId);
      await under.meanwhile();
      return limit === undefined ? data : { data: data.slice(0, limit), nextCursor: null, total: data.length };
    });
    await stubRpc(nats, albumRpc.photoNamed, ({ names }, { businessId }) => {
      under.namesAsked.push(...names);
      return names.flatMap((name) => {
        const photoId = of(businessId)?.names.get(name);
        return photoId === undefined ? [] : [{ name, photoId }];
      });
    });
    return under;
  }

  /** Locks what is counted for a payer, calls `begun`, and lets go when `end` resolves. */
  async holdCount(payerId: string, begun: () => void, end: Promise<void>): Promise<void> {
    await this.service.get(Uow).run(Scope.global(), async (tx) => {
      await tx.query('SELECT 1 FROM usage WHERE payer_id = $1 FOR UPDATE', [payerId]);
      begun();
      await end;
    });
  }

  close(): Promise<void> {
    return this.service.close();
  }

  tenant(
    facts: {
      platforms?: readonly Platform[];
      tier?: Tier;
      timeZone?: string;
      role?: Caller['role'];
      name?: string;
    } = {},
  ): Tenant {
    const {
      platforms = ['instagram', 'facebook'],
      tier = 'agency',
      timeZone = 'Europe/Berlin',
      role = 'owner',
      name = 'Bakery',
    } = facts;
    const payerId = randomUUID();
    const photoId = randomUUID();
    const tenant: Tenant = {
      caller: { businessId: randomUUID(), userId: randomUUID(), payerId, role },
      payerId,
      timeZone,
      name,
      accounts: new Map(platforms.map((platform) => [platform, randomUUID()])),
      waiting: new Set(),
      photoId,
      photoIds: new Set([photoId]),
      names: new Map(),
      sizes: new Map(),
      albumOf: new Map(),
      tier,
    };
    this.tenants.push(tenant);
    return tenant;
  }

  /** More photos of a business, of these sizes. */
  photos(tenant: Tenant, ...sizes: ({ width: number; height: number } | null)[]): string[] {
    return sizes.map((size) => {
      const id = randomUUID();
      tenant.photoIds.add(id);
      tenant.sizes.set(id, size);
      return id;
    });
  }

  rpc<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    tenant: Tenant,
    overrides: Partial<Caller> = {},
  ): Promise<OutputOf<C>> {
    return this.service.rpc(contract, input, { ...tenant.caller, ...overrides });
  }

  create(
    tenant: Tenant,
    input: Partial<InputOf<typeof schedulingRpc.postCreate>> = {},
    caller: Partial<Caller> = {},
  ): Promise<Post> {
    const body = { caption: 'Fresh bread every morning', platforms: [...tenant.accounts.keys()], ...input };
    return this.rpc(schedulingRpc.postCreate, body, tenant, caller);
  }

  schedule(tenant: Tenant, input: Partial<InputOf<typeof schedulingRpc.postCreate>> = {}): Promise<Post> {
    return this.create(tenant, { status: 'scheduled', scheduledFor: soon(), photoId: tenant.photoId, ...input });
  }

  get(tenant: Tenant, id: string): Promise<PostWithHistory> {
    return this.rpc(schedulingRpc.postGet, { id }, tenant);
  }

  /** Reads or changes rows directly, across all tenants. */
  sql<R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> {
    return behindTheScenes<R>(this.service, text, parameters);
  }

  /** The events about an entity, in the order emitted. */
  emitted(entityId: string): Promise<{ subject: string; version: number; data: Record<string, unknown> }[]> {
    return this.sql('SELECT subject, version, data FROM outbox WHERE entity_id = $1 ORDER BY created_at, id', [
      entityId,
    ]);
  }

  targetsOf(
    postId: string,
  ): Promise<{ id: string; platform: Platform; account_id: string; round: number; state: string }[]> {
    return this.sql(
      'SELECT id, platform, account_id, round, state FROM post_targets WHERE post_id = $1 ORDER BY position',
      [postId],
    );
  }
}

/** The code that a call was refused with; the answer when it was not refused. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ code: string; message: string } | { answered: unknown }> {
  try {
    return { answered: await call };
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
}

function businessAnswer(tenant: Tenant | undefined): OutputOf<typeof identityRpc.businessGet> {
  if (tenant === undefined) {
    throw new AppError('not_found');
  }
  return {
    id: tenant.caller.businessId,
    name: tenant.name,
    industryType: 'restaurant',
    ...{ customIndustryName: null, customAiPrompt: null, description: null, brandColors: null, businessLocation: null },
    businessTone: 'friendly',
    ...{ targetAudience: null, businessSpecialty: null, uniqueSellingPoint: null, keyServices: null },
    businessPersonality: null,
    timeZone: tenant.timeZone,
    lateLimitMinutes: 360,
    role: 'owner',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
  };
}

function accountAnswer(platform: Platform, id: string, status: SocialAccount['status']): SocialAccount {
  const connectedAt = '2026-01-01T00:00:00.000Z';
  return {
    id,
    platform,
    accountName: 'bakery',
    accountId: id,
    avatarUrl: null,
    status,
    connectedAt,
    expiresAt: null,
  };
}

function photoAnswer(tenant: Tenant, id: string): OutputOf<typeof mediaRpc.photoFacts>[number] {
  const path = `/objects/${id}`;
  const size = tenant.sizes.get(id);
  const { width, height } =
    size === undefined ? { width: 1080, height: 1080 } : (size ?? { width: null, height: null });
  return {
    id,
    filename: 'bread.jpg',
    originalName: 'bread.jpg',
    objectPath: path,
    ...{ fileSize: 1000, width, height, mimeType: 'image/jpeg', altText: null, tags: [] },
    albumId: tenant.albumOf.get(id) ?? null,
    sha256: 'a'.repeat(64),
    thumbnails: { '200': path, '400': path, '800': path },
    status: 'ready',
    usedInPosts: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}
