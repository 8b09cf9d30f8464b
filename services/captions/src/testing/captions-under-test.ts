import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { AppError, captionsRpc, identityRpc, mediaRpc } from '@postloom/contracts';
import type { Business, Caption, InputOf, OutputOf, RpcContract, Tier } from '@postloom/contracts';
import type { Caller } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { stubRpc, testService } from '@postloom/testing';
import type { TestService } from '@postloom/testing';
import sharp from 'sharp';
import { AppModule } from '../app.module.ts';
import { migrations } from '../migrations/index.ts';
import { aBusiness } from './a-business.ts';

export interface Tenant {
  readonly caller: Pick<Caller, 'userId' | 'role'> & { readonly businessId: string; readonly payerId: string };
  readonly business: Business;
  readonly tier: Tier;
}

/**
 * The whole service on real Postgres and NATS. Fakes identity (businessGet, planGet) and media (photoSource, scratchSource and the bytes
 * behind them).
 */
export class CaptionsUnderTest {
  private readonly tenants: Tenant[] = [];
  /** Media does not answer for photos. */
  isMediaAway = false;
  private readonly pictures = new Map<string, { businessId: string; bytes: Buffer }>();

  private constructor(
    readonly service: TestService,
    private readonly bytes: Server,
  ) {}

  static async start(env: Record<string, string>): Promise<CaptionsUnderTest> {
    const current: { captions?: CaptionsUnderTest } = {};
    const bytes = createServer((request, response) => {
      const picture = current.captions?.pictures.get((request.url ?? '').slice(1));
      response.writeHead(picture ? 200 : 404).end(picture?.bytes);
    });
    await new Promise<void>((resolve) => bytes.listen(0, '127.0.0.1', resolve));
    const address = bytes.address();
    const service = await testService({
      service: 'captions',
      module: AppModule,
      migrations,
      env: {
        RATE_LIMITS: 'off',
        MEDIA_INTERNAL_URL: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
        ...env,
      },
    });
    const captions = new CaptionsUnderTest(service, bytes);
    current.captions = captions;
    await captions.fakeNeighbours();
    return captions;
  }

  async close(): Promise<void> {
    await this.service.close();
    this.bytes.closeAllConnections();
    await new Promise((resolve) => this.bytes.close(resolve));
  }

  tenant(profile: Partial<Business> = {}, tier: Tier = 'pro'): Tenant {
    const businessId = randomUUID();
    const business = aBusiness(businessId, profile);
    const tenant: Tenant = {
      caller: { businessId, userId: randomUUID(), payerId: randomUUID(), role: 'owner' },
      business,
      tier,
    };
    this.tenants.push(tenant);
    return tenant;
  }

  /** A picture in a tenant's library, of one colour; the sandbox's models read its description as words in the picture. */
  async picture(tenant: Tenant, colour = '#b5651d', description?: string): Promise<string> {
    const id = randomUUID();
    const plain = sharp({ create: { width: 320, height: 240, channels: 3, background: colour } }).jpeg();
    const picture = description === undefined ? plain : plain.withExif({ IFD0: { ImageDescription: description } });
    const bytes = await picture.toBuffer();
    this.pictures.set(id, { businessId: tenant.caller.businessId, bytes });
    return id;
  }

  rpc<C extends RpcContract>(
    contract: C,
    input: InputOf<C>,
    tenant: Tenant,
    caller: Partial<Caller> = {},
  ): Promise<OutputOf<C>> {
    return this.service.rpc(contract, input, { ...tenant.caller, ...caller });
  }

  generate(
    tenant: Tenant,
    photoId: string,
    options: InputOf<typeof captionsRpc.captionGenerate>['options'] = {},
    caller: Partial<Caller> = {},
  ): Promise<Caption> {
    return this.rpc(captionsRpc.captionGenerate, { source: { photoId }, options }, tenant, caller);
  }

  async used(tenant: Tenant): Promise<number> {
    const { payerId } = tenant.caller;
    return (await this.rpc(captionsRpc.usageGet, { payerId }, tenant)).used;
  }

  /** Reads or changes rows directly, across all tenants. */
  sql<R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> {
    return this.service
      .get(Uow)
      .run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));
  }

  private async fakeNeighbours(): Promise<void> {
    const { nats } = this.service;
    await stubRpc(nats, identityRpc.businessGet, ({ id }, context) => {
      const tenant = this.tenants.find(({ caller }) => caller.businessId === id && context.businessId === id);
      if (tenant === undefined) {
        throw new AppError('not_found');
      }
      return tenant.business;
    });
    await stubRpc(nats, identityRpc.planGet, (input) => {
      const tenant = this.tenants.find(({ caller }) => 'payerId' in input && caller.payerId === input.payerId);
      if (tenant === undefined) {
        throw new AppError('not_found');
      }
      return {
        payerId: tenant.caller.payerId,
        tier: tenant.tier,
        periodAnchor: '2026-01-31T10:00:00.000Z',
        version: 1,
      };
    });
    const owned = (id: string, businessId: string | null) => {
      const picture = this.pictures.get(id);
      if (picture === undefined || picture.businessId !== businessId) {
        throw new AppError('not_found');
      }
      return picture;
    };
    await stubRpc(nats, mediaRpc.photoSource, ({ photoId }, { businessId }) => {
      if (this.isMediaAway) {
        throw new AppError('unavailable');
      }
      const { bytes } = owned(photoId, businessId);
      return {
        ...{ photoId, sha256: createHash('sha256').update(bytes).digest('hex'), mimeType: 'image/jpeg' },
        ...{ width: 320, height: 240, bytes: bytes.length, altText: null, publicPath: '/x' },
        internalPath: `/${photoId}`,
      };
    });
    await stubRpc(nats, mediaRpc.scratchSource, ({ scratchId }, { businessId }) => {
      owned(scratchId, businessId);
      return { internalPath: `/${scratchId}`, mimeType: 'image/jpeg' };
    });
  }
}

/** The code that a call was refused with; the answer when it was not refused. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await call };
  } catch (error) {
    if (error instanceof AppError) {
      return { code: error.code, message: error.message };
    }
    throw error;
  }
}
