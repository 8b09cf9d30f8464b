import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startObjectStore, type RunningObjectStore } from './server.ts';
import { pathOfKey } from './storage.ts';

const Bucket = 'contract';
const credentials = { accessKeyId: 'postloom', secretAccessKey: 'not-a-secret' };

describe('object store', () => {
  let store: RunningObjectStore;
  let s3: S3Client;
  let dataDir: string;
  const clock = { ahead: 0 };

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'postloom-objects-'));
    store = await startObjectStore({
      dataDir,
      port: 0,
      bucket: Bucket,
      credentials: () => [
        { accessKey: credentials.accessKeyId, secretKey: credentials.secretAccessKey, region: 'us-east-1' },
      ],
      corsOrigins: ['http://localhost:3000'],
      now: () => Date.now() + clock.ahead,
    });
    s3 = new S3Client({ endpoint: store.url, region: 'us-east-1', credentials, forcePathStyle: true, maxAttempts: 1 });
  });

  afterAll(async () => {
    s3.destroy();
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const putText = (Key: string, Body: string) => s3.send(new PutObjectCommand({ Bucket, Key, Body }));
  const getText = async (Key: string): Promise<string> =>
    (await s3.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString() ?? '';
  const allKeys = async (Prefix?: string): Promise<string[]> =>
    ((await s3.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents ?? []).map((entry) => entry.Key ?? '');

  it('keeps bytes, type and metadata, and answers the MD5 as ETag', async () => {
    const body = randomBytes(100_000);
    const put = await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'a/photo.jpg',
        Body: body,
        ContentType: 'image/jpeg',
        Metadata: { owner: 'business 7' },
      }),
    );
    expect(put.ETag).toBe(`"${createHash('md5').update(body).digest('hex')}"`);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'a/photo.jpg' }));
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(body)).toBe(true);
    expect(got.ContentType).toBe('image/jpeg');
    expect(got.Metadata).toEqual({ owner: 'business 7' });
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'a/photo.jpg' }));
    expect(head.ContentLength).toBe(100_000);
  });

  it('stores a stream sent with chunked checksum framing at its real size', async () => {
    const body = randomBytes(300_000);
    await s3.send(
      new PutObjectCommand({
        Bucket,
        Key: 'stream',
        Body: Readable.from([body.subarray(0, 7), body.subarray(7)]),
        ContentLength: body.length,
      }),
    );
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key: 'stream' }));
    expect(head.ContentLength).toBe(300_000);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'stream', ChecksumMode: 'ENABLED' }));
    expect(got.ChecksumCRC32).toBeDefined();
    expect((await buffer(got.Body as Readable)).equals(body)).toBe(true);
  });

  it('answers ranges with 206 and refuses an impossible one with 416', async () => {
    await putText('range', '0123456789');
    for (const [Range, text] of [
      ['bytes=2-4', '234'],
      ['bytes=7-', '789'],
      ['bytes=-3', '789'],
      ['bytes=8-99', '89'],
    ] as const) {
      const part = await s3.send(new GetObjectCommand({ Bucket, Key: 'range', Range }));
      expect(part.$metadata.httpStatusCode).toBe(206);
      expect(await part.Body?.transformToString()).toBe(text);
    }
    await expect(s3.send(new GetObjectCommand({ Bucket, Key: 'range', Range: 'bytes=10-' }))).rejects.toMatchObject({
      name: 'InvalidRange',
    });
  });

  it('answers NoSuchKey for what is not there, and deleting it is fine', async () => {
    await expect(getText('nothing')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(s3.send(new HeadObjectCommand({ Bucket, Key: 'nothing' }))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    });
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'nothing' }));
    await expect(s3.send(new GetObjectCommand({ Bucket: 'other', Key: 'x' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
  });

  it('lets exactly one of ten writers make a new key with If-None-Match', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        s3.send(new PutObjectCommand({ Bucket, Key: 'once', Body: String(index), IfNoneMatch: '*' })),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { name: 'PreconditionFailed' },
    });
  });

  it('copies, lists with delimiter and pages, and deletes many', async () => {
    for (const key of ['l/1', 'l/2', 'l/sub/3', 'l/sub/4', 'l/ä & <b>', 'm']) {
      await putText(key, key);
    }
    await s3.send(
      new CopyObjectCommand({ Bucket, Key: 'l/copy', CopySource: `${Bucket}/${encodeURIComponent('l/ä & <b>')}` }),
    );
    expect(await getText('l/copy')).toBe('l/ä & <b>');
    const folders = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'l/', Delimiter: '/' }));
    expect(folders.CommonPrefixes).toEqual([{ Prefix: 'l/sub/' }]);
    expect(folders.Contents?.map((entry) => entry.Key)).toEqual(['l/1', 'l/2', 'l/copy', 'l/ä & <b>']);
    const paged: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'l/', MaxKeys: 2, ContinuationToken }));
      expect(page.KeyCount).toBeLessThanOrEqual(2);
      paged.push(...(page.Contents ?? []).map((entry) => entry.Key ?? ''));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(paged).toEqual(await allKeys('l/'));
    expect(paged).toHaveLength(6);
    await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: paged.map((Key) => ({ Key })) } }));
    expect(await allKeys('l/')).toEqual([]);
    expect(await allKeys('m')).toEqual(['m']);
  });

  it('keeps every key inside its folder', async () => {
    const keys = [
      '../../../escape',
      '..',
      '.',
      'a//b',
      '/lead',
      'trail/',
      'x/../y',
      'x',
      'x/y',
      '%2e%2e/z',
      'ü'.repeat(150),
      'back\\slash',
    ];
    for (const key of keys) {
      expect(
        pathOfKey(key)
          .split('/')
          .every((name) => /\.[dop]$/.test(name) && name !== '..'),
      ).toBe(true);
    }
    // The SDK itself folds `..` segments of an address away, so those go through the presigner's raw path.
    for (const key of keys.filter((name) => !name.split('/').some((segment) => /^\.{1,2}$/.test(segment)))) {
      await putText(key, key);
      expect(await getText(key)).toBe(key);
    }
    expect(await allKeys('ü')).toEqual(['ü'.repeat(150)]);
    expect(readdirSync(dataDir)).toEqual([Bucket]);
  });

  it('uploads in parts: list, complete, and the parts are gone', async () => {
    const first = randomBytes(5 * 1024 * 1024);
    const second = randomBytes(1000);
    const Key = 'parts/big';
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'image/png' }));
    const url = await getSignedUrl(s3, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1 }));
    const put = await fetch(url, { method: 'PUT', body: first });
    expect(put.status).toBe(200);
    const two = await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 2, Body: second }));
    const listed = await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }));
    expect(listed.Parts?.map((part) => [part.PartNumber, part.Size])).toEqual([
      [1, first.length],
      [2, 1000],
    ]);
    const wrong = { Parts: [{ PartNumber: 1, ETag: two.ETag }] };
    await expect(
      s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: wrong })),
    ).rejects.toMatchObject({ name: 'InvalidPart' });
    const Parts = [
      { PartNumber: 1, ETag: put.headers.get('etag') ?? '' },
      { PartNumber: 2, ETag: two.ETag },
    ];
    const done = await s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    );
    expect(done.ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(got.ContentType).toBe('image/png');
    expect((await buffer(got.Body as Readable)).equals(Buffer.concat([first, second]))).toBe(true);
    await expect(s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  it('forgets an aborted upload, refuses small inner parts and unknown or foreign upload ids', async () => {
    const Key = 'parts/aborted';
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const parts = await Promise.all(
      [1, 2].map((PartNumber) => s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: 'small' }))),
    );
    const Parts = parts.map((part, index) => ({ PartNumber: index + 1, ETag: part.ETag }));
    await expect(
      s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })),
    ).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(
      s3.send(new UploadPartCommand({ Bucket, Key: 'other', UploadId, PartNumber: 1, Body: 'x' })),
    ).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await expect(s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: '../../..' }))).rejects.toMatchObject(
      { name: 'NoSuchUpload' },
    );
    await expect(
      s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'x' })),
    ).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(getText(Key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  describe('signatures', () => {
    const codeOf = async (response: Response): Promise<string> =>
      `${response.status} ${/<Code>(\w+)</.exec(await response.text())?.[1] ?? ''}`;

    it('refuses unsigned, tampered and wrongly keyed requests', async () => {
      expect(await codeOf(await fetch(`${store.url}/${Bucket}/range`))).toBe('403 AccessDenied');
      const url = await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'tampered' }), { expiresIn: 60 });
      const put = (address: string) => fetch(address, { method: 'PUT', body: 'x' });
      expect(
        await codeOf(
          await put(url.replace(/Signature=(.)/, (_, char: string) => `Signature=${char === 'a' ? 'b' : 'a'}`)),
        ),
      ).toBe('403 SignatureDoesNotMatch');
      expect(await codeOf(await put(url.replace('/tampered', '/other')))).toBe('403 SignatureDoesNotMatch');
      expect(await codeOf(await put(url.replace('Expires=60', 'Expires=6000')))).toBe('403 SignatureDoesNotMatch');
      expect(await codeOf(await fetch(url))).toBe('403 SignatureDoesNotMatch');
      expect(await codeOf(await fetch(url, { method: 'PUT', body: 'x', headers: { 'x-amz-meta-added': '1' } }))).toBe(
        '403 AccessDenied',
      );
      const stranger = new S3Client({
        endpoint: store.url,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: { ...credentials, secretAccessKey: 'guess' },
      });
      await expect(stranger.send(new GetObjectCommand({ Bucket, Key: 'range' }))).rejects.toMatchObject({
        name: 'SignatureDoesNotMatch',
      });
      stranger.destroy();
      expect(await allKeys('tampered')).toEqual([]);
      expect((await put(url)).status).toBe(200); // the same address untouched is good
    });

    it('refuses an expired presigned address and an old signed request', async () => {
      const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'm' }), { expiresIn: 60 });
      expect((await fetch(url)).status).toBe(200);
      clock.ahead = 61_000;
      expect(await codeOf(await fetch(url))).toBe('403 AccessDenied');
      clock.ahead = 16 * 60_000;
      const probe = new S3Client({
        endpoint: store.url,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials,
        maxAttempts: 1,
      });
      await expect(probe.send(new GetObjectCommand({ Bucket, Key: 'm' }))).rejects.toMatchObject({
        name: 'RequestTimeTooSkewed',
      });
      probe.destroy();
      clock.ahead = 0;
    });
  });

  it('leaves no object behind when the body is cut or does not hold its checksum', async () => {
    const url = new URL(await getSignedUrl(s3, new PutObjectCommand({ Bucket, Key: 'cut' })));
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname, () => {
        socket.write(
          `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 1000\r\n\r\nhalf`,
          () => socket.end(),
        );
      });
      socket.resume();
      socket.once('close', () => resolve());
      socket.once('error', reject);
    });
    await expect(
      s3.send(new PutObjectCommand({ Bucket, Key: 'cut', Body: 'abc', ChecksumCRC32: 'AAAAAA==' })),
    ).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(getText('cut')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(readdirSync(join(dataDir, Bucket, 'tmp'))).toEqual([]);
  });

  it('answers preflights of the configured origin only', async () => {
    const ask = (origin: string) =>
      fetch(`${store.url}/${Bucket}/x`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      });
    const good = await ask('http://localhost:3000');
    expect([
      good.status,
      good.headers.get('access-control-allow-origin'),
      good.headers.get('access-control-allow-headers'),
    ]).toEqual([204, 'http://localhost:3000', 'content-type']);
    const bad = await ask('http://evil.example');
    expect([bad.status, bad.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('finds everything again after a restart', async () => {
    await putText('kept/after', 'restart');
    const port = store.port;
    await store.stop();
    store = await startObjectStore({
      dataDir,
      port,
      bucket: Bucket,
      now: () => Date.now() + clock.ahead,
      credentials: () => [
        { accessKey: credentials.accessKeyId, secretKey: credentials.secretAccessKey, region: 'us-east-1' },
      ],
    });
    expect(await getText('kept/after')).toBe('restart');
  });
  it('takes a form whose policy holds, and no other', async () => {
    const { url, fields } = await createPresignedPost(s3, {
      ...{ Bucket, Key: 'forms/a.jpg', Expires: 60 },
      Conditions: [
        ['content-length-range', 2, 4],
        ['starts-with', '$Content-Type', 'image/'],
      ],
      Fields: { 'Content-Type': 'image/jpeg' },
    });
    const post = async (text: string, more: Record<string, string> = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...fields, ...more })) {
        form.append(name, value);
      }
      form.append('file', new Blob([text]));
      const answer = await fetch(url, { method: 'POST', body: form });
      return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]];
    };
    expect(await post('x')).toEqual([400, 'EntityTooSmall']);
    expect(await post('xxxxx')).toEqual([400, 'EntityTooLarge']);
    expect(await post('xxx', { key: 'forms/b.jpg' })).toEqual([403, 'AccessDenied']);
    expect(await post('xxx', { 'Content-Type': 'text/html' })).toEqual([403, 'AccessDenied']);
    expect(await post('xxx', { 'x-amz-meta-owner': 'me' })).toEqual([403, 'AccessDenied']);
    expect(await post('xxx', { 'X-Amz-Signature': '0'.repeat(64) })).toEqual([403, 'SignatureDoesNotMatch']);
    expect(await allKeys('forms/')).toEqual([]);
    clock.ahead = 120_000;
    expect(await post('xxx')).toEqual([403, 'AccessDenied']);
    clock.ahead = 0;
    expect(await post('xxx')).toEqual([204, undefined]);
    const got = await s3.send(new GetObjectCommand({ Bucket, Key: 'forms/a.jpg' }));
    expect([await got.Body?.transformToString(), got.ContentType]).toEqual(['xxx', 'image/jpeg']);
  });
});
