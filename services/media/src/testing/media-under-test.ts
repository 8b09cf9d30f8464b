import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { HttpClient } from '@postloom/chassis';
import type { OutboundResponse } from '@postloom/chassis';
import { AppError, identityRpc, mediaRpc, schedulingRpc } from '@postloom/contracts';
import type { Business, InputOf, OutputOf, Photo, RpcContract, Tier } from '@postloom/contracts';
import { startObjectStore } from '@postloom/local/object-store';
import type { ObjectStoreOptions, RunningObjectStore } from '@postloom/local/object-store';
import type { Caller } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { eventually, stubRpc, testService } from '@postloom/testing';
import type { RpcStub, TestService } from '@postloom/testing';
import { AppModule } from '../app.module.ts';
import { byteServerOptions, installByteServer } from '../byte-server.ts';
import { migrations } from '../migrations/index.ts';
import { renditionNames } from '../pictures/index.ts';
import { objectKeys, Storage } from '../storage/index.ts';
import { StorageSweep } from '../sweep/storage-sweep.worker.ts';
import { ExpiredIntentsWorker } from '../uploads/expired-intents.worker.ts';

export interface Tenant {
  readonly caller: Pick<Caller, 'businessId' | 'userId' | 'payerId' | 'role'> & {
    readonly businessId: string;
    readonly payerId: string;
  };
}

/** One part of a multipart body. */
export interface Part {
  readonly field?: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly bytes: Buffer | string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** The JSON body; null when it is not JSON. */
  readonly body: { error?: string; message?: string; photoId?: string; photo?: Photo } | null;
}

const BUCKET = 'test';

const aBusiness: Omit<Business, 'id' | 'timeZone'> = {
  ...{ name: 'Bakery', industryType: 'restaurant', customIndustryName: null, customAiPrompt: null, description: null },
  ...{ brandColors: null, businessLocation: null, businessTone: 'friendly', targetAudience: null, role: 'owner' },
  ...{ businessSpecialty: null, uniqueSellingPoint: null, keyServices: null, businessPersonality: null },
  ...{
    lateLimitMinutes: 360,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
};

/**
 * The whole service on real Postgres, NATS and the object store of the local default, over its real HTTP server. Fakes identity (planGet, businessGet)
 * and scheduling (photoUse: answers what `uses` holds).
 */
export class MediaUnderTest {
  readonly service: TestService;
  readonly photoUse: RpcStub<typeof schedulingRpc.photoUse>;
  /** Scheduled posts by photo, as scheduling would report them. */
  readonly uses: Map<string, string[]>;
  /** Time zones of businesses, as identity would tell them; UTC for all others. */
  readonly zones: Map<string, string>;
  private readonly tiers: Map<string, Tier>;
  private readonly store: RunningObjectStore;
  private readonly dataDir: string;
  readonly http = new HttpClient({ allowPrivate: true });

  private constructor(
    parts: Pick<MediaUnderTest, 'service' | 'photoUse' | 'uses' | 'zones'> & {
      tiers: Map<string, Tier>;
      store: RunningObjectStore;
      dataDir: string;
    },
  ) {
    this.service = parts.service;
    this.photoUse = parts.photoUse;
    this.uses = parts.uses;
    this.zones = parts.zones;
    this.tiers = parts.tiers;
    this.store = parts.store;
    this.dataDir = parts.dataDir;
  }

  /** `refusesDeletion`: keys that the object store refuses to delete while it returns true. */
  static async start(
    options: Pick<ObjectStoreOptions, 'refusesDeletion' | 'faultUrl'> = {},
    env: Record<string, string> = {},
  ): Promise<MediaUnderTest> {
    const dataDir = mkdtempSync(join(tmpdir(), 'postloom-media-objects-'));
    const store = await startObjectStore({
      ...options,
      dataDir,
      port: 0,
      bucket: BUCKET,
      credentials: () => [{ accessKey: 'test', secretKey: 'test-secret', region: 'us-east-1' }],
    });
    const service = await testService({
      service: 'media',
      module: AppModule,
      migrations,
      http: installByteServer,
      fastify: byteServerOptions,
      env: {
        S3_ENDPOINT: store.url,
        S3_BUCKET: BUCKET,
        S3_ACCESS_KEY: 'test',
        S3_SECRET_KEY: 'test-secret',
        TICKET_SECRETS: 'test:a secret of tests that is long enough for a signature',
        ...env,
      },
    });
    const tiers = new Map<string, Tier>();
    const uses = new Map<string, string[]>();
    await stubRpc(service.nats, identityRpc.planGet, (input) => {
      const tier = 'payerId' in input ? tiers.get(input.payerId) : undefined;
      if (tier === undefined || !('payerId' in input)) {
        throw new AppError('not_found');
      }
      return { payerId: input.payerId, tier, periodAnchor: '2026-01-31T10:00:00.000Z', version: 1 };
    });
    const zones = new Map<string, string>();
    await stubRpc(service.nats, identityRpc.businessGet, ({ id }) => ({
      ...aBusiness,
      id,
      timeZone: zones.get(id) ?? 'UTC',
    }));
    const photoUse = await stubRpc(service.nats, schedulingRpc.photoUse, ({ photoId, detach }) => {
      const scheduledPostIds = uses.get(photoId) ?? [];
      if (detach) {
        uses.delete(photoId);
      }
      return { scheduledPostIds, posts: scheduledPostIds.length };
    });
    return new MediaUnderTest({ service, photoUse, uses, zones, tiers, store, dataDir });
  }

  async close(): Promise<void> {
    this.http.close();
    await this.service.close();
    await this.store.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  tenant(tier: Tier = 'pro', role: Caller['role'] = 'owner'): Tenant {
    const payerId = randomUUID();
    this.tiers.set(payerId, tier);
    return { caller: { businessId: randomUUID(), userId: randomUUID(), payerId, role } };
  }

  rpc<C extends RpcContract>(contract: C, input: InputOf<C>, { caller }: Tenant): Promise<OutputOf<C>> {
    return this.service.rpc(contract, input, caller);
  }

  start(tenant: Tenant, uploadId: string, announcedBytes: number | null): Promise<{ ticket: string }> {
    return this.rpc(mediaRpc.uploadStart, { uploadId, announcedBytes }, tenant);
  }

  /** Announces and transfers as the gateway does. */
  async upload(tenant: Tenant, parts: readonly Part[], uploadId: string = randomUUID()): Promise<Answer> {
    const { body, contentType } = multipart(parts);
    const { ticket } = await this.start(tenant, uploadId, body.length);
    return this.transfer(uploadId, ticket, body, contentType);
  }

  transfer(uploadId: string, ticket: string, body: Buffer | Readable, contentType: string): Promise<Answer> {
    return this.ask('POST', `/internal/uploads/${uploadId}`, {
      body,
      headers: { authorization: `Ticket ${ticket}`, 'content-type': contentType },
    });
  }

  async ask(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: Buffer | Readable } = {},
  ): Promise<Answer> {
    const answer = await this.http.request({
      url: this.service.url + path,
      method,
      timeoutMs: 30_000,
      maxResponseBytes: 60_000_000,
      ...options,
    });
    return { status: answer.status, headers: answer.headers, bytes: answer.bytes(), body: json(answer) };
  }

  /** Sends bytes to storage by a signed address, as a browser does. */
  async send(url: string, body: Buffer, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.http.request({ url, method: 'PUT', body, headers, timeoutMs: 30_000 });
    return { status: answer.status, headers: answer.headers, bytes: answer.bytes(), body: json(answer) };
  }

  /** Uploads a picture that must be taken, and waits for its derived pictures. */
  async photo(tenant: Tenant, bytes: Buffer, fileName = 'photo.jpg'): Promise<Photo> {
    const answer = await this.upload(tenant, [{ fileName, bytes }]);
    if (answer.body?.photo === undefined) {
      throw new Error(`${answer.status} ${answer.bytes.toString()}`);
    }
    return this.ready(tenant, answer.body.photo.id);
  }

  /** A photo whose pictures are still to be made: storage did not take one of them with the upload. */
  async unprepared(tenant: Tenant, bytes: Buffer, fileName = 'photo.jpg'): Promise<Photo> {
    const storage = this.service.get(Storage);
    const putBytes = storage.putBytes.bind(storage);
    let refusals = 1;
    storage.putBytes = (key, ...rest) => {
      if (key.endsWith(renditionNames['400']) && refusals > 0) {
        refusals -= 1;
        return Promise.reject(new AppError('dependency_failed'));
      }
      return putBytes(key, ...rest);
    };
    try {
      const { status, body } = await this.upload(tenant, [{ fileName, bytes }]);
      if (body?.photo?.status !== 'processing') {
        throw new Error(`${status}: ${body?.photo?.status}`);
      }
      return body.photo;
    } finally {
      storage.putBytes = putBytes;
    }
  }

  ready(tenant: Tenant, id: string): Promise<Photo> {
    return eventually('the photo is ready', async () => {
      const photo = await this.rpc(mediaRpc.photoGet, { id }, tenant);
      if (photo.status !== 'ready') {
        throw new Error(photo.status);
      }
      return photo;
    });
  }

  /** Fetches an object as the gateway does: asks for permission, then for the bytes. */
  async open(tenant: Tenant, key: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    const { path, ticket } = await this.rpc(mediaRpc.objectOpen, { key }, tenant);
    return this.ask(method, path, { headers: { authorization: `Ticket ${ticket}`, ...headers } });
  }

  /** Queries as the administrator, across all tenants. */
  sql<R extends object>(text: string, parameters: unknown[] = []): Promise<R[]> {
    return this.service
      .get(Uow)
      .run(Scope.system('a test looks behind the scenes'), (tx) => tx.query<R>(text, parameters));
  }

  async storage(tenant: Tenant): Promise<{ used: number; reserved: number }> {
    const [row] = await this.sql<{ used: number; reserved: number }>(
      `SELECT used, reserved FROM usage WHERE payer_id = $1 AND metric = 'storage'`,
      [tenant.caller.payerId],
    );
    return row ?? { used: 0, reserved: 0 };
  }

  /** Makes the loops with long pauses run now. */
  async sweep(): Promise<void> {
    await this.service.get(ExpiredIntentsWorker).round();
  }

  /**
   * Compares the whole bucket with the rows, once the comparison that the service begins by itself has ended: there is one place to go on
   * from, so either would pass over what the other has behind it.
   */
  async compareBucket(): Promise<void> {
    await eventually('no comparison is under way', async () => {
      const [job] = await this.sql<{ rests: boolean }>(
        `SELECT ready_at > now() AND lease_until < now() AS rests FROM housekeeping WHERE id = 'storage-sweep'`,
      );
      expect(job?.rests).toBe(true);
    });
    const job = this.service.get(StorageSweep);
    while (await job.round()) {
      // page by page
    }
  }

  /** As if every address, announcement and reservation of a business had expired. */
  async expireUploads({ caller: { businessId, payerId } }: Tenant): Promise<void> {
    for (const table of ['transfers', 'upload_intents']) {
      await this.sql(`UPDATE ${table} SET expires_at = now() - interval '1 s' WHERE business_id = $1`, [businessId]);
    }
    await this.sql(`UPDATE reservations SET expires_at = now() - interval '1 s' WHERE payer_id = $1`, [payerId]);
  }

  /** Where the object store keeps uploads in parts. */
  get partsFolder(): string {
    return join(this.dataDir, BUCKET, 'uploads');
  }

  /** Uploads in parts that storage holds and that were neither joined nor aborted. */
  uploadsInParts(): string[] {
    return readdirSync(this.partsFolder);
  }

  /** The keys of everything that is stored for a business, in their order. */
  keys(tenant: Tenant): string[] {
    const { businessId } = tenant.caller;
    return this.stored(tenant)
      .map((path) => path.replaceAll(/\.[do](?=\/|$)/g, ''))
      .map((path) => path.slice(path.indexOf(businessId)))
      .toSorted();
  }

  /** Everything that is stored for a business, as it is on disk. */
  stored(tenant: Tenant): string[] {
    return this.storedFor(tenant.caller.businessId);
  }

  /** The original of a photo, removed behind the service's back. */
  async lose(tenant: Tenant, photoId: string): Promise<void> {
    await this.service.get(Storage).delete([objectKeys.original(tenant.caller.businessId, photoId)]);
  }

  /** Everything that is stored for a person or a business. */
  storedFor(id: string): string[] {
    const files = readdirSync(this.dataDir, { recursive: true, withFileTypes: true });
    return files
      .filter((entry) => entry.isFile())
      .map((entry) => decodeURIComponent(join(entry.parentPath, entry.name)))
      .filter((path) => path.includes(id));
  }
}

function json(answer: OutboundResponse): Answer['body'] {
  return answer.headers['content-type']?.startsWith('application/json') ? (answer.json() as Answer['body']) : null;
}

/** A multipart body as a browser writes it: names in UTF-8. */
export function multipart(parts: readonly Part[]): { body: Buffer; contentType: string } {
  const boundary = `----postloom${randomUUID()}`;
  const chunks = parts.flatMap(({ field = 'file', fileName, type = 'image/jpeg', bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${fileName === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
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
