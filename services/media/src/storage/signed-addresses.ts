import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, ShutdownRegistry } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { MediaConfig } from '../config.ts';
import { browsersReach } from './browsers-reach.ts';
import { clientSettings } from './client-settings.ts';

const THROUGH_GATEWAY =
  'Files do not go straight to the storage here. Please send them to /api/photos/direct-upload/{id}.';

/** Addresses by which a client stores one object or part without passing through a service. Signing asks nobody. */
@Injectable()
export class SignedAddresses {
  private readonly client: S3Client;
  private readonly bucket: string;
  /** True when browsers had better send to them than through the gateway. */
  readonly arePublic: boolean;
  private readonly areReached: boolean;

  constructor(@Inject(CONFIG) config: MediaConfig, shutdown: ShutdownRegistry) {
    this.bucket = config.s3Bucket;
    this.arePublic = config.s3PublicEndpoint !== undefined;
    this.areReached = browsersReach(config);
    this.client = new S3Client(clientSettings(config, config.s3PublicEndpoint ?? config.s3Endpoint));
    shutdown.register('close', 'signed addresses', () => Promise.resolve(this.client.destroy()));
  }

  /** @throws AppError not_found when they would name a storage that only this installation reaches */
  expectReached(): void {
    if (!this.areReached) {
      throw new AppError('not_found', THROUGH_GATEWAY);
    }
  }

  /** With `bytes` storage takes exactly so many. */
  forPut(key: string, bytes: number | null, seconds: number): Promise<string> {
    const command = new PutObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ...(bytes !== null && { ContentLength: bytes }),
    });
    return getSignedUrl(this.client, command, { expiresIn: seconds });
  }

  /** Address and fields of a form that storage takes with at most `maxBytes`. */
  forForm(key: string, maxBytes: number, seconds: number): Promise<{ url: string; fields: Record<string, string> }> {
    return createPresignedPost(this.client, {
      ...{ Bucket: this.bucket, Key: key, Expires: seconds },
      Conditions: [['content-length-range', 1, maxBytes]],
    });
  }

  /** As `forPut`, for one part. */
  forPart(
    key: string,
    part: { readonly multipartId: string; readonly number: number; readonly bytes: number | null },
    seconds: number,
  ): Promise<string> {
    const command = new UploadPartCommand({
      ...{ Bucket: this.bucket, Key: key, UploadId: part.multipartId, PartNumber: part.number },
      ...(part.bytes !== null && { ContentLength: part.bytes }),
    });
    return getSignedUrl(this.client, command, { expiresIn: seconds });
  }

  /** The object's address, for the client to name it by; it opens nothing. */
  async of(key: string): Promise<{ location: string; bucket: string }> {
    const url = new URL(await this.forPut(key, null, 1));
    return { location: url.origin + url.pathname, bucket: this.bucket };
  }
}
