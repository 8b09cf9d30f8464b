import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, identityCheck, ShutdownRegistry } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MediaConfig } from '../config.ts';
import { metrics } from '../metrics.ts';
import { clientSettings } from './client-settings.ts';

/** The requested range lies outside the object. */
export class RangeNotSatisfiable extends Error {}

export interface StoredObject {
  readonly body: Readable;
  readonly contentLength: number;
  /** Present when a range was requested and returned. */
  readonly contentRange: string | undefined;
}

/** A part of an upload in parts that has arrived. */
export interface StoredPart {
  readonly number: number;
  readonly etag: string;
  readonly bytes: number;
}

export interface ListedObject {
  readonly key: string;
  readonly modified: Date;
}

/** An upload in parts that was neither joined nor aborted. */
export interface PartsUnderWay {
  readonly key: string;
  readonly multipartId: string;
  readonly begun: Date;
}

/** An object that storage did not delete, and S3's code for it (`InternalError`, `AccessDenied`). */
export interface RefusedDeletion {
  readonly key: string;
  readonly code: string;
}

const NO_ANSWER = 'The photo storage did not answer. Please try again.';
const isNamed = (error: unknown, ...names: readonly string[]): boolean => names.includes((error as Error).name);

/** Every answer about an object has its tag. One without came from something else: a proxy's page, or a storage that does not mean it. */
function expectTag({ ETag }: { ETag?: string | undefined }): void {
  if (ETag === undefined || ETag === '') {
    throw new Error('the answer is not one of an object storage');
  }
}

/** How much of a file is read at once on its way to storage. */
const READ_BYTES = 512 * 1024;
/** As the client has them by itself. */
const connections = { keepAlive: true, maxSockets: 50 } as const;

/** The bucket. Every setup speaks S3, the local default too, so there is one class and no port. */
@Injectable()
export class Storage {
  private readonly client: S3Client;
  private readonly bucket: string;

  constructor(@Inject(CONFIG) config: MediaConfig, shutdown: ShutdownRegistry) {
    this.bucket = config.s3Bucket;
    const { httpProxy, httpsProxy, noProxy } = config;
    const proxyEnv = { HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy };
    this.client = new S3Client({
      ...clientSettings(config, config.s3Endpoint),
      maxAttempts: 3,
      requestHandler: {
        httpAgent: new http.Agent({ ...connections, proxyEnv }),
        httpsAgent: new https.Agent({ ...connections, proxyEnv, checkServerIdentity: identityCheck('s3') }),
      },
    });
    shutdown.register('close', 'object storage', () => Promise.resolve(this.client.destroy()));
  }

  async putFile(key: string, path: string, mimeType: string): Promise<void> {
    const { size } = await stat(path);
    await this.put(key, createReadStream(path, { highWaterMark: READ_BYTES }), size, mimeType);
  }

  async putBytes(key: string, bytes: Buffer, mimeType: string): Promise<void> {
    await this.put(key, bytes, bytes.length, mimeType);
  }

  /** `range` as the HTTP header came. @throws AppError not_found, dependency_failed; RangeNotSatisfiable */
  async open(key: string, range?: string): Promise<StoredObject> {
    try {
      const answer = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: range }));
      expectTag(answer);
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
      throw new AppError('dependency_failed', NO_ANSWER, { cause: error });
    }
  }

  /** Brings a whole object to disk. @throws AppError not_found; dependency_failed when it breaks off, too, and when it is another one */
  async fetch(key: string, path: string, sha256: string): Promise<void> {
    const { body } = await this.open(key);
    const hash = createHash('sha256');
    body.on('data', (chunk: Buffer) => hash.update(chunk));
    try {
      await pipeline(body, createWriteStream(path));
    } catch (error) {
      metrics.storageFailures.add(1, { operation: 'get' });
      throw new AppError('dependency_failed', NO_ANSWER, { cause: error });
    }
    if (hash.digest('hex') !== sha256) {
      throw new AppError('dependency_failed', 'The photo storage gave back other bytes than were stored.');
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

  /** Begins an upload in parts; its id. @throws AppError dependency_failed */
  async startParts(key: string): Promise<string> {
    const { UploadId } = await this.attempt('start parts', () =>
      this.client.send(new CreateMultipartUploadCommand({ Bucket: this.bucket, Key: key })),
    );
    if (UploadId === undefined) {
      throw new AppError('dependency_failed', NO_ANSWER);
    }
    return UploadId;
  }

  /** The parts that have arrived; null when there is no such upload (any more). @throws AppError dependency_failed */
  async parts(key: string, multipartId: string): Promise<StoredPart[] | null> {
    const { Parts = [] } = await this.attempt('list parts', () =>
      this.client
        .send(new ListPartsCommand({ Bucket: this.bucket, Key: key, UploadId: multipartId }))
        .catch((error: unknown) => {
          if (isNamed(error, 'NoSuchUpload')) {
            return { Parts: null };
          }
          throw error;
        }),
    );
    return (
      Parts?.map(({ PartNumber = 0, ETag = '', Size = 0 }) => ({ number: PartNumber, etag: ETag, bytes: Size })) ?? null
    );
  }

  /** False: storage does not have these parts. An upload that was joined before is joined. @throws AppError dependency_failed */
  async joinParts(
    key: string,
    multipartId: string,
    parts: readonly { readonly number: number; readonly etag: string }[],
  ): Promise<boolean> {
    const command = new CompleteMultipartUploadCommand({
      Bucket: this.bucket,
      Key: key,
      UploadId: multipartId,
      MultipartUpload: { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) },
    });
    return this.attempt('join parts', async () => {
      try {
        expectTag(await this.client.send(command));
        return true;
      } catch (error) {
        if (isNamed(error, 'NoSuchUpload')) {
          return this.exists(key);
        }
        if (isNamed(error, 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall')) {
          return false;
        }
        throw error;
      }
    });
  }

  /** Null: its parts are gone; otherwise why not. */
  async abortParts(key: string, multipartId: string): Promise<string | null> {
    try {
      await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: multipartId }));
      return null;
    } catch (error) {
      return isNamed(error, 'NoSuchUpload') ? null : (error as Error).name;
    }
  }

  /** A page of what lies below a prefix, in the order of the keys. @throws AppError dependency_failed */
  async list(prefix: string, afterKey: string | null): Promise<{ objects: ListedObject[]; isLast: boolean }> {
    const { Contents = [], IsTruncated = false } = await this.attempt('list', () =>
      this.client.send(
        new ListObjectsV2Command({
          Bucket: this.bucket,
          Prefix: prefix,
          ...(afterKey !== null && { StartAfter: afterKey }),
        }),
      ),
    );
    const objects = Contents.flatMap(({ Key, LastModified }) =>
      Key !== undefined && LastModified !== undefined ? [{ key: Key, modified: LastModified }] : [],
    );
    return { objects, isLast: !IsTruncated };
  }

  /** A page of the bucket's folders behind this one. @throws AppError dependency_failed */
  async folders(after: string): Promise<string[]> {
    const { CommonPrefixes = [] } = await this.attempt('list', () =>
      // '0' follows '/': behind everything in that folder.
      this.client.send(new ListObjectsV2Command({ Bucket: this.bucket, Delimiter: '/', StartAfter: `${after}0` })),
    );
    return CommonPrefixes.flatMap(({ Prefix }) => (Prefix === undefined ? [] : [Prefix.slice(0, -1)]));
  }

  /** The first of the uploads in parts under way, the oldest keys first. @throws AppError dependency_failed */
  async partsUnderWay(): Promise<PartsUnderWay[]> {
    const { Uploads = [] } = await this.attempt('list parts under way', () =>
      this.client.send(new ListMultipartUploadsCommand({ Bucket: this.bucket })),
    );
    return Uploads.flatMap(({ Key, UploadId, Initiated }) =>
      Key !== undefined && UploadId !== undefined && Initiated !== undefined
        ? [{ key: Key, multipartId: UploadId, begun: Initiated }]
        : [],
    );
  }

  /** @throws AppError dependency_failed */
  has(key: string): Promise<boolean> {
    return this.attempt('head', () => this.exists(key));
  }

  private async exists(key: string): Promise<boolean> {
    try {
      await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return true;
    } catch (error) {
      if (isNamed(error, 'NotFound', 'NoSuchKey')) {
        return false;
      }
      throw error;
    }
  }

  private async attempt<T>(operation: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      metrics.storageFailures.add(1, { operation });
      throw new AppError('dependency_failed', NO_ANSWER, { cause: error });
    }
  }

  private async put(key: string, body: Readable | Buffer, length: number, mimeType: string): Promise<void> {
    try {
      const command = new PutObjectCommand({
        ...{ Bucket: this.bucket, Key: key, Body: body },
        ...{ ContentLength: length, ContentType: mimeType },
      });
      expectTag(await this.client.send(command));
    } catch (error) {
      metrics.storageFailures.add(1, { operation: 'put' });
      throw new AppError('dependency_failed', 'The photo could not be stored. Please try again.', { cause: error });
    }
  }
}
