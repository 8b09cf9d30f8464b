import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient, OutboundError } from '@postloom/chassis';
import { AppError, mediaRpc } from '@postloom/contracts';
import type { OutputOf, Platform } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { PublisherConfig } from '../config.ts';
import { PlatformError } from '../platforms/index.ts';
import type { PublishPhoto } from '../platforms/index.ts';
import { Failpoints } from './failpoints.ts';

const MAX_BYTES = 50 * 1_048_576;
const FETCH_TIMEOUT_MS = 30_000;
/** Posts that have a picture in memory at the same time: pictures, not lanes, determine the memory used. */
const MAX_LOADS = 3;

type Source = OutputOf<typeof mediaRpc.photoSource>;

/** A post as far as its pictures go. */
interface PicturedPost {
  readonly businessId: string;
  readonly platform: Platform;
  readonly photoIds: readonly string[];
}

/**
 * A post's place among those that hold a picture's bytes. It is taken with the first picture and kept until the end of the call, because
 * the bytes live as long as their upload; further pictures of the same post are loaded one after the other in it.
 */
export class PictureTurn {
  private place: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private hasPlace = false;
  private isOver = false;

  constructor(
    private readonly take: () => Promise<void>,
    private readonly giveBack: () => void,
  ) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(async () => {
      this.place ??= this.take().then(() => {
        this.hasPlace = true;
        if (this.isOver) {
          this.leave();
        }
      });
      await this.place;
      return work();
    });
    this.last = mine.catch(() => undefined);
    return mine;
  }

  end(): void {
    this.isOver = true;
    this.leave();
  }

  private leave(): void {
    if (!this.hasPlace) {
      return;
    }
    this.hasPlace = false;
    this.giveBack();
  }
}

/** The pictures of a post, from media: where a platform may pull them, and their bytes for platforms with uploads. */
@Injectable()
export class PostPhotos {
  private loads = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly rpc: Rpc,
    private readonly http: HttpClient,
    @Inject(CONFIG) private readonly config: PublisherConfig,
    private readonly failpoints: Failpoints,
  ) {}

  /** For one call about one post; must be closed. */
  turn(): PictureTurn {
    return new PictureTurn(
      () => this.takePlace(),
      () => this.givePlaceBack(),
    );
  }

  /** In the post's order. @throws {PlatformError} refused (the picture is gone), transient (media is out of reach) */
  of({ businessId, platform, photoIds }: PicturedPost, turn: PictureTurn): Promise<PublishPhoto[]> {
    return Promise.all(photoIds.map((photoId) => this.one(businessId, platform, photoId, turn)));
  }

  private async one(businessId: string, platform: Platform, photoId: string, turn: PictureTurn): Promise<PublishPhoto> {
    const source = await this.source(businessId, platform, photoId);
    return {
      photoId,
      width: source.width,
      height: source.height,
      bytes: source.bytes,
      mimeType: source.mimeType,
      altText: source.altText,
      publicUrl: `${this.config.mediaPullUrl}${source.publicPath}`,
      load: () => turn.run(() => this.bytes(source)),
    };
  }

  /** The largest picture that the platform accepts. */
  private async source(businessId: string, platform: Platform, photoId: string): Promise<Source> {
    try {
      const caller = { ...this.rpc.systemCaller('publisher'), businessId };
      return await this.rpc.call(mediaRpc.photoSource, { photoId, purpose: 'publish', platform }, caller);
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
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

  /** A truncated picture is never passed on: length and SHA-256 must be those of the library. */
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
      if (response.status !== 200) {
        throw damaged(`photo_http_${response.status}`);
      }
      bytes = response.bytes();
    } catch (error) {
      if (error instanceof OutboundError) {
        throw damaged(`photo_${error.kind}`);
      }
      throw error;
    }
    if (bytes.length !== source.bytes || createHash('sha256').update(bytes).digest('hex') !== source.sha256) {
      throw damaged('photo_damaged');
    }
    await this.failpoints.hit('picture_read');
    return bytes;
  }

  private async takePlace(): Promise<void> {
    if (this.loads < MAX_LOADS) {
      this.loads += 1;
      return;
    }
    // Whoever leaves passes its place on, so `loads` stays as it is.
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private givePlaceBack(): void {
    const next = this.waiting.shift();
    if (next === undefined) {
      this.loads -= 1;
    } else {
      next();
    }
  }
}
