import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { AppError, mediaRpc } from '@postloom/contracts';
import type { Platform } from '@postloom/contracts';
import { stubRpc } from '@postloom/testing';
import type { TestNats } from '@postloom/testing';
import sharp from 'sharp';

interface Kept {
  readonly businessId: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  readonly sha256: string;
}

/** The neighbour media, faked by name: pictures of businesses, over rpc and over HTTP. */
export class FakeMedia {
  private readonly photos = new Map<string, Kept>();
  private server: Server | undefined;
  origin = '';
  /** Truncates the bytes of this many further downloads to half. */
  cutNext = 0;
  private stallsLeft = 0;
  /** Which platforms a picture was requested for. */
  readonly askedFor = new Map<string, (Platform | undefined)[]>();
  /** Downloads that are stalled in the middle. */
  stalled = 0;

  /** Sends half of this many further downloads and then nothing more. */
  set stallNext(downloads: number) {
    this.stallsLeft = downloads;
    this.stalled = 0;
  }

  /** SHA-256 of every picture. */
  digests(): string[] {
    return [...this.photos.values()].map((photo) => photo.sha256);
  }

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      const photo = this.photos.get((request.url ?? '').replace(/^\/(bytes|public)\//, '').replace(/\.jpg$/, ''));
      if (photo === undefined) {
        response.writeHead(404).end();
        return;
      }
      if (this.stallsLeft > 0 && request.url?.startsWith('/bytes/')) {
        this.stallsLeft -= 1;
        this.stalled += 1;
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': photo.bytes.length });
        response.write(photo.bytes.subarray(0, photo.bytes.length >> 1));
        return;
      }
      const isCut = this.cutNext > 0;
      if (isCut) {
        this.cutNext -= 1;
      }
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.end(isCut ? photo.bytes.subarray(0, photo.bytes.length >> 1) : photo.bytes);
    });
    const server = this.server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    this.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  get env(): Record<string, string> {
    return { MEDIA_INTERNAL_URL: this.origin, MEDIA_PULL_URL: this.origin };
  }

  async serve(nats: TestNats): Promise<void> {
    await stubRpc(nats, mediaRpc.photoSource, ({ photoId, platform }, context) => {
      this.askedFor.set(photoId, [...(this.askedFor.get(photoId) ?? []), platform]);
      const photo = this.photos.get(photoId);
      if (photo === undefined || photo.businessId !== context.businessId) {
        throw new AppError('not_found');
      }
      return {
        photoId,
        sha256: photo.sha256,
        mimeType: 'image/jpeg',
        width: photo.width,
        height: photo.height,
        bytes: photo.bytes.length,
        altText: 'A picture',
        internalPath: `/bytes/${photoId}`,
        publicPath: `/public/${photoId}.jpg`,
      };
    });
  }

  async add(
    businessId: string,
    options: { width?: number; height?: number } = {},
  ): Promise<{ id: string; sha256: string }> {
    const { width = 640, height = 640 } = options;
    const id = randomUUID();
    const shade = this.photos.size % 200;
    const bytes = await sharp({ create: { width, height, channels: 3, background: { r: 200, g: shade, b: 60 } } })
      .jpeg()
      .toBuffer();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.photos.set(id, { businessId, bytes, width, height, sha256 });
    return { id, sha256 };
  }

  forget(photoId: string): void {
    this.photos.delete(photoId);
  }

  async stop(): Promise<void> {
    const server = this.server;
    if (server === undefined) {
      return;
    }
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
