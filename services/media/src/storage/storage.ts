import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, identityCheck, ShutdownRegistry, watchedBody } from '@postloom/chassis';
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
  S3ServiceException,
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

/** The requested range lies outside the object, which is this long. */
export class RangeNotSatisfiable extends Error {
  constructor(readonly length: number) {
    super('the range lies outside the object');
  }
}

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

export interface PartsPage {
  readonly uploads: readonly PartsUnderWay[];
  /** The key that the next page begins behind; null when there is none. */
  readonly nextAfter: string | null;
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
/** Connections are kept, and nobody waits for one: as many slow readers as there are would keep everybody else from the storage. */
const connections = { keepAlive: true } as const;
/** The gateway gives up a read of which nothing comes for 15 s: before that, storage has failed, and a second try for the head has too. */
const READ_SILENCE_MS = 12_000;
const READ_TRIES = 2;

/** The bucket. Every setup speaks S3, the local default too, so there is one class and no port. */
@Injectable()
export class Storage {
  private readonly client: S3Client;
  /** For objects, whose bytes may wait for a slow browser: a silence of that connection says nothing about the storage. */
  private readonly reader: S3Client;
  private readonly bucket: string;
  private readonly readSilenceMs: number;

  constructor(@Inject(CONFIG) config: MediaConfig, shutdown: ShutdownRegistry) {
    this.bucket = config.s3Bucket;
    this.readSilenceMs = Math.min(config.s3SilenceTimeoutMs, READ_SILENCE_MS);
    const { httpProxy, httpsProxy, noProxy } = config;
    const proxyEnv = { HTTP_PROXY: httpProxy, HTTPS_PROXY: httpsProxy, NO_PROXY: noProxy };
    const common = {
      httpAgent: new http.Agent({ ...connections, proxyEnv }),
      httpsAgent: new https.Agent({ ...connections, proxyEnv, checkServerIdentity: identityCheck('s3') }),
      connectionTimeout: config.s3ConnectTimeoutMs,
    };
    const settings = clientSettings(config, config.s3Endpoint);
    this.client = new S3Client({
      ...settings,
      maxAttempts: 3,
      // On the connection nothing moves in either direction: a large object may take as long as it needs.
      requestHandler: { ...common, socketTimeout: config.s3SilenceTimeoutMs },
    });
    this.reader = new S3Client({
      ...settings,
      maxAttempts: READ_TRIES,
      // Up to the head of the answer; its body is watched as it is read.
      requestHandler: { ...common, requestTimeout: this.readSilenceMs / READ_TRIES, throwOnRequestTimeout: true },
    });
    shutdown.register('close', 'object storage', () => {
      this.client.destroy();
      this.reader.destroy();
      return Promise.resolve();
    });
  }

  async putFile(key: string, path: string, mimeType: string): Promise<void> {
    const { size } = await stat(path);
    const file = createReadStream(path, { highWaterMark: READ_BYTES });
    try {
      await this.put(key, file, size, mimeType);
    } finally {
      file.destroy();
    }
  }

  /** `signal`: nobody wants it to be stored any more. */
  async putBytes(key: string, bytes: Buffer, mimeType: string, signal?: AbortSignal): Promise<void> {
    await this.put(key, bytes, bytes.length, mimeType, signal);
  }

  /**
   * `range` as the HTTP header came. A body of which storage sends nothing more ends with an error; a reader may be as slow as it likes, as
   * long as it takes some every ten minutes.
   * @throws AppError not_found, dependency_failed; RangeNotSatisfiable
   */
  async open(key: string, range?: string): Promise<StoredObject> {
    try {
      const answer = await this.reader.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: range }));
      expectTag(answer);
      return {
        body: watchedBody(answer.Body as Readable, {
          silenceMs: this.readSilenceMs,
          silent: () => new Error('the storage stopped sending an object'),
          onFailure: () => metrics.storageFailures.add(1, { operation: 'get' }),
        }),
        contentLength: answer.ContentLength ?? 0,
        contentRange: answer.ContentRange,
      };
    } catch (error) {
      const { name } = error as Error;
      if (name === 'NoSuchKey' || name === 'NotFound') {
        throw new AppError('not_found');
      }
      if (name === 'InvalidRange') {
        throw await this.outOfRange(key);
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

  /** Null: its parts are gone; otherwise why storage refuses. It throws when storage does not answer, as `delete` does. */
  async abortParts(key: string, multipartId: string): Promise<string | null> {
    try {
      await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.bucket, Key: key, UploadId: multipartId }));
      return null;
    } catch (error) {
      if (!(error instanceof S3ServiceException)) {
        throw error;
      }
      return isNamed(error, 'NoSuchUpload') ? null : error.name;
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

  /**
   * A page of the uploads in parts under way, by their keys, from behind a key on. Of a key with several (its first answer was lost) the rest
   * may be left out at the end of a page: they are at its beginning once the others are gone. @throws AppError dependency_failed
   */
  async partsUnderWay(afterKey: string | null, atMost = 1_000): Promise<PartsPage> {
    const { Uploads = [], IsTruncated = false } = await this.attempt('list parts under way', () =>
      this.client.send(
        new ListMultipartUploadsCommand({
          ...{ Bucket: this.bucket, MaxUploads: atMost },
          ...(afterKey !== null && { KeyMarker: afterKey }),
        }),
      ),
    );
    const uploads = Uploads.flatMap(({ Key, UploadId, Initiated }) =>
      Key !== undefined && UploadId !== undefined && Initiated !== undefined
        ? [{ key: Key, multipartId: UploadId, begun: Initiated }]
        : [],
    );
    return { uploads, nextAfter: IsTruncated ? (uploads.at(-1)?.key ?? null) : null };
  }

  /** @throws AppError dependency_failed */
  has(key: string): Promise<boolean> {
    return this.attempt('head', () => this.exists(key));
  }

  /** Bytes of an object; null when there is none. @throws AppError dependency_failed */
  size(key: string): Promise<number | null> {
    return this.attempt('head', () => this.lengthOf(key));
  }

  /** Not every storage says in its refusal how long the object is. */
  private async outOfRange(key: string): Promise<Error> {
    const length = await this.size(key);
    return length === null ? new AppError('not_found') : new RangeNotSatisfiable(length);
  }

  private async exists(key: string): Promise<boolean> {
    return (await this.lengthOf(key)) !== null;
  }

  /** Null: there is no such object. */
  private async lengthOf(key: string): Promise<number | null> {
    try {
      const { ContentLength = 0 } = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return ContentLength;
    } catch (error) {
      if (isNamed(error, 'NotFound', 'NoSuchKey')) {
        return null;
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

  private async put(
    key: string,
    body: Readable | Buffer,
    length: number,
    mimeType: string,
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      const command = new PutObjectCommand({
        ...{ Bucket: this.bucket, Key: key, Body: body },
        ...{ ContentLength: length, ContentType: mimeType },
      });
      expectTag(await this.client.send(command, { abortSignal: signal }));
    } catch (error) {
      metrics.storageFailures.add(1, { operation: 'put' });
      throw new AppError('dependency_failed', 'The photo could not be stored. Please try again.', { cause: error });
    }
  }
}
