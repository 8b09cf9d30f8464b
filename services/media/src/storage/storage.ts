import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, ShutdownRegistry } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import { DeleteObjectsCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { MediaConfig } from '../config.ts';
import { metrics } from '../metrics.ts';

/** The requested range lies outside the object. */
export class RangeNotSatisfiable extends Error {}

export interface StoredObject {
  readonly body: Readable;
  readonly contentLength: number;
  /** Present when a range was requested and returned. */
  readonly contentRange: string | undefined;
}

/** An object that storage did not delete, and S3's code for it (`InternalError`, `AccessDenied`). */
export interface RefusedDeletion {
  readonly key: string;
  readonly code: string;
}

/** The bucket. Every setup speaks S3, the local default too, so there is one class and no port. */
@Injectable()
export class Storage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(@Inject(CONFIG) config: MediaConfig, shutdown: ShutdownRegistry) {
    this.bucket = config.s3Bucket;
    this.client = new S3Client({
      region: config.s3Region,
      endpoint: config.s3Endpoint,
      forcePathStyle: config.s3Endpoint !== undefined,
      credentials: { accessKeyId: config.s3AccessKey, secretAccessKey: config.s3SecretKey },
      maxAttempts: 3,
      // Not every S3 server understands the SDK's default trailing checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    shutdown.register('close', 'object storage', () => Promise.resolve(this.client.destroy()));
  }

  async putFile(key: string, path: string, mimeType: string): Promise<void> {
    const { size } = await stat(path);
    await this.put(key, createReadStream(path), size, mimeType);
  }

  async putBytes(key: string, bytes: Buffer, mimeType: string): Promise<void> {
    await this.put(key, bytes, bytes.length, mimeType);
  }

  /** `range` as the HTTP header came. @throws AppError not_found, dependency_failed; RangeNotSatisfiable */
  async open(key: string, range?: string): Promise<StoredObject> {
    try {
      const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: range }));
      return {
        body: answer.Body as Readable,
        contentLength: answer.ContentLength ?? 0,
        contentRange: answer.ContentRange,
      };
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NoSuchKey' || name === 'NotFound') {
        throw new AppError('not_found');
      }
      if (name === 'InvalidRange') {
        throw new RangeNotSatisfiable();
      }
      metrics.storageFailures.add(1, { operation: 'get' });
      throw new AppError('dependency_failed', 'The photo storage did not answer. Please try again.', { cause: error });
    }
  }

  /**
   * Deletes up to 1,000 objects and returns those that still exist: S3 answers 200 and lists what it did not delete. Deleting what does not
   * exist succeeds, because deletions are repeated after a crash.
   */
  async delete(keys: readonly string[]): Promise<RefusedDeletion[]> {
    if (keys.length === 0) {
      return [];
    }
    const { Errors = [] } = await this.client.send(
      new DeleteObjectsCommand({
        Bucket: this.bucket,
        Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
      }),
    );
    return Errors.flatMap(({ Key, Code }) => (Key === undefined ? [] : [{ key: Key, code: Code ?? 'unknown' }]));
  }

  private async put(key: string, body: Readable | Buffer, length: number, mimeType: string): Promise<void> {
    try {
      await this.client.send(
        new PutObjectCommand({
          Bucket: this.bucket,
          Key: key,
          Body: body,
          ContentLength: length,
          ContentType: mimeType,
        }),
      );
    } catch (error) {
      metrics.storageFailures.add(1, { operation: 'put' });
      throw new AppError('dependency_failed', 'The photo could not be stored. Please try again.', { cause: error });
    }
  }
}
