import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient, OutboundError } from '@postloom/chassis';
import { AppError, mediaRpc } from '@postloom/contracts';
import type { OutputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { PublisherConfig } from '../config.ts';
import { PlatformError } from '../platforms/index.ts';
import type { PublishPhoto } from '../platforms/index.ts';

const MAX_BYTES = 50 * 1_048_576;
const FETCH_TIMEOUT_MS = 30_000;
/** Pictures in memory at the same time: their bytes, not the lanes, are what costs memory. */
const MAX_LOADS = 3;

type Source = OutputOf<typeof mediaRpc.photoSource>;

/** The pictures of a post, from media: where a platform may pull them, and their bytes for those that take uploads. */
@Injectable()
export class PostPhotos {
  private loads = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(HttpClient) private readonly http: HttpClient,
    @Inject(CONFIG) private readonly config: PublisherConfig,
  ) {}

  /** In the post's order. @throws {PlatformError} refused (the picture is gone), transient (media is out of reach) */
  load(businessId: string, photoIds: readonly string[]): Promise<PublishPhoto[]> {
    return Promise.all(photoIds.map((photoId) => this.one(businessId, photoId)));
  }

  private async one(businessId: string, photoId: string): Promise<PublishPhoto> {
    const source = await this.source(businessId, photoId);
    return {
      photoId,
      width: source.width,
      height: source.height,
      bytes: source.bytes,
      mimeType: source.mimeType,
      altText: source.altText,
      publicUrl: `${this.config.mediaPullUrl}${source.publicPath}`,
      load: () => this.inTurn(() => this.bytes(source)),
    };
  }

  private async source(businessId: string, photoId: string): Promise<Source> {
    try {
      const caller = { ...this.rpc.systemCaller('publisher'), businessId };
      return await this.rpc.call(mediaRpc.photoSource, { photoId, purpose: 'publish' }, caller);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'not_found') {
        throw new PlatformError({
          kind: 'refused',
          code: 'photo_missing',
          message: 'The picture of this post was deleted. Choose another picture, then retry.',
        });
      }
      throw new PlatformError({
        kind: 'transient',
        code: `photo_${error.code}`,
        message: 'The picture could not be read from the library.',
      });
    }
  }

  /** Half a picture is never passed on: length and SHA-256 must be those of the library (F31). */
  private async bytes(source: Source): Promise<Buffer> {
    const damaged = (code: string): PlatformError =>
      new PlatformError({
        kind: 'transient',
        code,
        message: 'The picture could not be read completely from the library.',
      });
    let bytes: Buffer;
    try {
      const response = await this.http.request({
        url: `${this.config.mediaInternalUrl}${source.internalPath}`,
        method: 'GET',
        timeoutMs: FETCH_TIMEOUT_MS,
        maxResponseBytes: MAX_BYTES,
        internal: true,
        target: 'media',
      });
      if (response.status !== 200) throw damaged(`photo_http_${response.status}`);
      bytes = response.bytes();
    } catch (error) {
      if (error instanceof OutboundError) throw damaged(`photo_${error.kind}`);
      throw error;
    }
    if (bytes.length !== source.bytes || createHash('sha256').update(bytes).digest('hex') !== source.sha256) {
      throw damaged('photo_damaged');
    }
    return bytes;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    while (this.loads >= MAX_LOADS) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.loads += 1;
    try {
      return await work();
    } finally {
      this.loads -= 1;
      this.waiting.shift()?.();
    }
  }
}
