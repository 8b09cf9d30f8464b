import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { transferRpc } from '@postloom/contracts';
import type { OutputOf, Photo } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import sharp from 'sharp';
import { MediaUnderTest } from './media-under-test.ts';
import type { Tenant } from './media-under-test.ts';

/** A JPEG of noise, which is large for its pixels. */
export const noise = (edge: number): Promise<Buffer> =>
  sharp(randomBytes(edge * edge * 3), { raw: { width: edge, height: edge, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();

/** The storage of a business without photos. */
export const nothing = { used: 0, reserved: 0 };

/** Media of which a business may have three uploads to storage under way. */
export class TransfersUnderTest {
  private constructor(readonly media: MediaUnderTest) {}

  static async start(): Promise<TransfersUnderTest> {
    return new TransfersUnderTest(await MediaUnderTest.start({}, { UPLOAD_LIMIT: '3' }));
  }

  close(): Promise<void> {
    return this.media.close();
  }

  kept(
    tenant: Tenant,
    objectUrl: string,
    originalName = 'Brötchen.jpg',
  ): Promise<OutputOf<typeof transferRpc.transferFinish>> {
    return this.media.rpc(transferRpc.transferFinish, { objectUrl, originalName }, tenant);
  }

  async finish(tenant: Tenant, objectUrl: string): Promise<Photo> {
    return (await this.kept(tenant, objectUrl)).photo;
  }

  /** What is stored of uploads that are not a photo yet. */
  incoming(tenant: Tenant): string[] {
    return this.media.stored(tenant).filter((path) => path.includes('incoming'));
  }

  /** Ends the time of the uploads under way, and sweeps. */
  async expire(tenant: Tenant): Promise<void> {
    await this.media.expireUploads(tenant);
    await this.media.sql(`UPDATE housekeeping SET ready_at = now()`);
    await this.media.sweep();
  }

  async expectNothing(tenant: Tenant): Promise<void> {
    await eventually('nothing is stored, counted or listed', async () => {
      expect(this.media.stored(tenant)).toEqual([]);
      expect(await this.media.storage(tenant)).toEqual(nothing);
    });
  }
}
