import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import {
  AppError,
  bringBackRpc,
  captionsRpc,
  CaptionVoice,
  IMPORT_PART_BYTES,
  importDataRpc,
  NotificationPreferences,
  notificationRpc,
} from '@postloom/contracts';
import type { BroughtBack, DataImport } from '@postloom/contracts';
import { eventually, stubRpc } from '@postloom/testing';
import type { RpcStub } from '@postloom/testing';
import { ImportsWorker } from '../imports/imports.worker.ts';
import { ExportNeighbours } from './export-neighbours.ts';
import { MediaUnderTest } from './media-under-test.ts';
import type { Tenant } from './media-under-test.ts';

const made = (rows: readonly { id: string }[]): BroughtBack[] =>
  rows.map(({ id }) => ({ id, outcome: 'made', note: null }));

/** Media with the services that an import brings things back to: they take everything, remember it, and fail where a test says so. */
export class ImportsUnderTest {
  /** Calls about posts that fail, from the next one on. */
  failures = 0;
  /** A business that scheduling knows to be deleted. */
  deleted = '';

  private constructor(
    readonly media: MediaUnderTest,
    readonly neighbours: ExportNeighbours,
    readonly businesses: RpcStub<typeof bringBackRpc.business>,
    readonly providers: RpcStub<typeof captionsRpc.aiSettingsSet>,
    readonly schedules: RpcStub<typeof bringBackRpc.schedules>,
    readonly captions: RpcStub<typeof bringBackRpc.captions>,
    readonly preferences: RpcStub<typeof captionsRpc.preferencesSet>,
    readonly notices: RpcStub<typeof notificationRpc.notificationPreferencesSet>,
    readonly voices: RpcStub<typeof captionsRpc.voiceSet>,
    readonly posts: RpcStub<typeof bringBackRpc.posts>,
  ) {}

  static async start(): Promise<ImportsUnderTest> {
    const settings = { LIMIT_IMPORTS: '6/86400', RATE_LIMITS: 'on', IMPORT_MAX_MB: '30' };
    const media = await MediaUnderTest.start({}, settings);
    const neighbours = await ExportNeighbours.start(media);
    const { nats } = media.service;
    const imports: ImportsUnderTest = new ImportsUnderTest(
      media,
      neighbours,
      await stubRpc(nats, bringBackRpc.business, () => ({ success: true as const })),
      await stubRpc(nats, captionsRpc.aiSettingsSet, ({ provider }) => {
        if (provider === 'grok') {
          throw new AppError('provider_not_configured');
        }
        return { currentProvider: provider ?? 'openai', failover: false, providers: [] };
      }),
      await stubRpc(nats, bringBackRpc.schedules, ({ schedules: rows }) =>
        rows.map(({ id }) => ({ id, outcome: 'changed' as const, note: 'It is paused.' })),
      ),
      await stubRpc(nats, bringBackRpc.captions, ({ captions: rows }) => made(rows)),
      await stubRpc(nats, captionsRpc.preferencesSet, (input) => input),
      await stubRpc(nats, notificationRpc.notificationPreferencesSet, (input) => NotificationPreferences.parse(input)),
      await stubRpc(nats, captionsRpc.voiceSet, (voice, { businessId }) => {
        const saved = CaptionVoice.parse(voice);
        neighbours.voices.set(businessId ?? '', saved);
        return saved;
      }),
      await stubRpc(nats, bringBackRpc.posts, ({ posts: rows }, { businessId }) => {
        imports.failWhereSaid(businessId);
        return made(rows);
      }),
    );
    return imports;
  }

  close(): Promise<void> {
    return this.media.close();
  }

  /** Before each test: nothing fails, and nobody was asked. */
  forget(): void {
    this.failures = 0;
    const { businesses, providers, posts, schedules, captions, preferences, notices, voices } = this;
    for (const stub of [businesses, providers, posts, schedules, captions, preferences, notices, voices]) {
      stub.calls.splice(0);
    }
  }

  state(person: Tenant): Promise<DataImport> {
    return this.media.rpc(importDataRpc.importGet, {}, person);
  }

  announce(person: Tenant, zip: Buffer, file: string = randomUUID()): Promise<DataImport> {
    return this.media.rpc(importDataRpc.importAnnounce, { bytes: zip.length, file }, person);
  }

  /** Sends bytes of a zip as the gateway does. */
  async send(person: Tenant, importId: string, from: number, bytes: Buffer) {
    const asked = { importId, from, bytes: bytes.length };
    const { path, ticket } = await this.media.rpc(importDataRpc.importPart, asked, person);
    return this.media.ask('POST', path, {
      body: bytes,
      headers: { authorization: `Ticket ${ticket}`, 'content-type': 'application/octet-stream' },
    });
  }

  async upload(person: Tenant, zip: Buffer): Promise<void> {
    const { id } = await this.announce(person, zip);
    for (let from = 0; from < zip.length; from += IMPORT_PART_BYTES) {
      const answer = await this.send(person, id ?? '', from, zip.subarray(from, from + IMPORT_PART_BYTES));
      expect(answer.status).toBe(200);
    }
  }

  reaches(person: Tenant, wanted: DataImport['state']): Promise<DataImport> {
    return eventually(
      `the import is ${wanted}`,
      async () => {
        const now = await this.state(person);
        expect([now.state, now.refusal]).toEqual([wanted, wanted === 'refused' ? expect.any(String) : null]);
        return now;
      },
      { timeoutMs: 60_000 },
    );
  }

  begin(person: Tenant, numbers: number[], settings = false): Promise<DataImport> {
    return this.media.rpc(importDataRpc.importBegin, { businesses: numbers, settings }, person);
  }

  async brought(person: Tenant, zip: Buffer, numbers = [1]): Promise<DataImport> {
    await this.upload(person, zip);
    await this.reaches(person, 'waiting');
    await this.begin(person, numbers);
    return this.reaches(person, 'done');
  }

  /** The business that the last import made. */
  broughtInto(person: Tenant): Tenant {
    return { caller: { ...person.caller, businessId: this.businesses.calls.at(-1)?.input.id ?? '' } };
  }

  /** Makes the work begin that waits for its next try. */
  async retry(person: Tenant): Promise<void> {
    await this.media.sql(`UPDATE imports SET ready_at = '-infinity' WHERE user_id = $1 AND lease_until < now()`, [
      person.caller.userId,
    ]);
    this.media.service.get(ImportsWorker).wake();
  }

  private failWhereSaid(businessId: string | null): void {
    if (businessId === this.deleted) {
      throw new AppError('not_found');
    }
    if (this.failures > 0) {
      this.failures -= 1;
      throw new AppError('unavailable');
    }
  }
}
