import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { readBody, readText } from './body.ts';
import { StoreFailure } from './failure.ts';
import { Multipart } from './multipart.ts';
import { awsEncode, type Verified } from './signature.ts';
import type { Bucket, ObjectMeta, OpenObject } from './storage.ts';
import { document, elements, tag, unescapeXml } from './xml.ts';

/** One verified request, ready to be carried out. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly verified: Verified;
  readonly bucket: Bucket;
  readonly bucketName: string;
  readonly key: string;
  readonly now: () => number;
  readonly refusesDeletion: (key: string) => boolean;
}

const sendXml = ({ response }: Call, body: string, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body), ...headers });
  response.end(body);
};

const header = (call: Call, name: string): string | undefined => {
  const value = call.request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const onlyNew = (call: Call): boolean => {
  const condition = header(call, 'if-none-match');
  if (condition !== undefined && condition !== '*') {
    throw new StoreFailure('NotImplemented', 'Only If-None-Match: * is supported here.');
  }
  return condition === '*';
};

const keptHeaders = /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/;

const headersToKeep = (call: Call): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.request.headers)) {
    if (keptHeaders.test(name) && value !== undefined) {
      kept[name] = Array.isArray(value) ? value.join(',') : value;
    }
  }
  const encoding = (header(call, 'content-encoding') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'aws-chunked');
  if (encoding.length > 0) {
    kept['content-encoding'] = encoding.join(', ');
  }
  kept['content-type'] ??= 'application/octet-stream';
  return kept;
};

const objectHeaders = (meta: ObjectMeta): Record<string, string> => ({
  ...meta.headers,
  ETag: `"${meta.etag}"`,
  'Last-Modified': new Date(meta.modified).toUTCString(),
  'Accept-Ranges': 'bytes',
});

/** Inclusive first and last byte, or undefined for the whole object. Throws InvalidRange. */
export const parseRange = (text: string | undefined, size: number): { first: number; last: number } | undefined => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) {
    return undefined;
  }
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const last = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (first > last) {
    throw new StoreFailure('InvalidRange');
  }
  return { first, last };
};

const get = async (call: Call): Promise<void> => {
  const { response, request, query } = call;
  const { meta, file } = await call.bucket.open(call.key);
  try {
    const tags = (text: string): string[] => text.split(',').map((part) => part.trim().replace(/^W\//, ''));
    const match = header(call, 'if-match');
    if (match !== undefined && match !== '*' && !tags(match).includes(`"${meta.etag}"`)) {
      throw new StoreFailure('PreconditionFailed');
    }
    const noneMatch = header(call, 'if-none-match');
    if (noneMatch !== undefined && (noneMatch === '*' || tags(noneMatch).includes(`"${meta.etag}"`))) {
      response.writeHead(304, { ETag: `"${meta.etag}"` }).end();
      return;
    }
    const headers = objectHeaders(meta);
    if (header(call, 'x-amz-checksum-mode') !== 'ENABLED' || header(call, 'range') !== undefined) {
      for (const name of Object.keys(headers)) {
        if (name.startsWith('x-amz-checksum-')) {
          delete headers[name];
        }
      }
    }
    for (const name of [
      'content-type',
      'content-disposition',
      'cache-control',
      'content-language',
      'content-encoding',
      'expires',
    ]) {
      const override = query.get(`response-${name}`);
      if (override !== null) {
        headers[name] = override;
      }
    }
    const range = parseRange(header(call, 'range'), meta.size);
    const first = range?.first ?? 0;
    const length = (range?.last ?? meta.size - 1) - first + 1;
    if (range !== undefined) {
      headers['Content-Range'] = `bytes ${range.first}-${range.last}/${meta.size}`;
    }
    response.writeHead(range === undefined ? 200 : 206, { ...headers, 'Content-Length': String(length) });
    if (request.method === 'HEAD' || length === 0) {
      response.end();
      return;
    }
    await pipeline(
      file.createReadStream({ start: first, end: first + length - 1, autoClose: false, highWaterMark: 256 * 1024 }),
      response,
    ).catch((error: NodeJS.ErrnoException) => {
      // The reader disconnected in the middle; there is nobody left to answer.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
        throw error;
      }
    });
  } finally {
    await file.close();
  }
};

const put = async (call: Call): Promise<void> => {
  const isNew = onlyNew(call);
  const draft = await call.bucket.draft();
  try {
    const facts = await readBody(call.request, call.verified, (piece) => draft.write(piece));
    const meta: ObjectMeta = {
      key: call.key,
      size: facts.bytes,
      etag: facts.md5.toString('hex'),
      modified: call.now(),
      headers: { ...headersToKeep(call), ...facts.checksums },
    };
    await call.bucket.publish(draft, meta, isNew);
    call.response.writeHead(200, { ETag: `"${meta.etag}"`, 'Content-Length': '0', ...facts.checksums }).end();
  } finally {
    await draft.discard();
  }
};

const copy = async (call: Call, source: string): Promise<void> => {
  const [path = '', extra] = source.replace(/^\//, '').split('?');
  const decoded = decodeURIComponent(path);
  const slash = decoded.indexOf('/');
  if (decoded.slice(0, slash) !== call.bucketName || extra !== undefined) {
    throw new StoreFailure('InvalidArgument', 'The source of the copy is not in this bucket.');
  }
  const from: OpenObject = await call.bucket.open(decoded.slice(slash + 1));
  const draft = await call.bucket.draft();
  try {
    if (from.meta.size > 0) {
      for await (const piece of from.file.createReadStream({ start: 0, end: from.meta.size - 1, autoClose: false })) {
        await draft.write(piece as Buffer);
      }
    }
    const replaces = header(call, 'x-amz-metadata-directive') === 'REPLACE';
    const meta = {
      ...from.meta,
      key: call.key,
      modified: call.now(),
      headers: replaces ? headersToKeep(call) : from.meta.headers,
    };
    await call.bucket.publish(draft, meta, onlyNew(call));
    sendXml(
      call,
      document(
        'CopyObjectResult',
        tag('LastModified', new Date(meta.modified).toISOString()) + tag('ETag', `"${meta.etag}"`),
      ),
    );
  } finally {
    await draft.discard();
    await from.file.close();
  }
};

const uploadPart = async (call: Call, uploadId: string): Promise<void> => {
  const number = Number(call.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new StoreFailure('InvalidArgument', 'partNumber is from 1 to 10000.');
  }
  if (header(call, 'x-amz-copy-source') !== undefined) {
    throw new StoreFailure('NotImplemented');
  }
  const uploads = new Multipart(call.bucket);
  await uploads.check(call.key, uploadId);
  const draft = await call.bucket.draft();
  try {
    const facts = await readBody(call.request, call.verified, (piece) => draft.write(piece));
    const etag = facts.md5.toString('hex');
    await uploads.keep(call.key, uploadId, number, draft, etag);
    call.response.writeHead(200, { ETag: `"${etag}"`, 'Content-Length': '0', ...facts.checksums }).end();
  } finally {
    await draft.discard();
  }
};

const completeUpload = async (call: Call, uploadId: string): Promise<void> => {
  const isNew = onlyNew(call);
  const xml = await readText(call.request, call.verified);
  const wanted = elements(xml, 'Part').map((part) => ({
    number: Number(elements(part, 'PartNumber')[0]),
    etag: unescapeXml(elements(part, 'ETag')[0] ?? '').replaceAll('"', ''),
  }));
  const meta = await new Multipart(call.bucket).complete(call.key, uploadId, wanted, call.now(), isNew);
  const location = `http://${header(call, 'host') ?? ''}/${call.bucketName}/${call.key.split('/').map(awsEncode).join('/')}`;
  sendXml(
    call,
    document(
      'CompleteMultipartUploadResult',
      tag('Location', location) + tag('Bucket', call.bucketName) + tag('Key', call.key) + tag('ETag', `"${meta.etag}"`),
    ),
  );
};

const listParts = async (call: Call, uploadId: string): Promise<void> => {
  const parts = await new Multipart(call.bucket).parts(call.key, uploadId);
  const after = Number(call.query.get('part-number-marker') ?? 0);
  const limit = Math.min(1000, Number(call.query.get('max-parts') ?? 1000));
  const rest = parts.filter((part) => part.number > after);
  const page = rest.slice(0, limit);
  const body = page.map(
    (part) =>
      `<Part>${tag('PartNumber', part.number)}${tag('LastModified', new Date(part.modified).toISOString())}${tag('ETag', `"${part.etag}"`)}${tag('Size', part.size)}</Part>`,
  );
  sendXml(
    call,
    document(
      'ListPartsResult',
      tag('Bucket', call.bucketName) +
        tag('Key', call.key) +
        tag('UploadId', uploadId) +
        tag('PartNumberMarker', after) +
        tag('NextPartNumberMarker', page.at(-1)?.number ?? 0) +
        tag('MaxParts', limit) +
        tag('IsTruncated', rest.length > page.length) +
        body.join(''),
    ),
  );
};

/** Everything that has a key in its path. */
export const handleObject = async (call: Call): Promise<void> => {
  const { query } = call;
  const uploadId = query.get('uploadId');
  switch (call.request.method) {
    case 'GET':
    case 'HEAD':
      return uploadId === null ? get(call) : listParts(call, uploadId);
    case 'PUT': {
      if (uploadId !== null) {
        return uploadPart(call, uploadId);
      }
      const source = header(call, 'x-amz-copy-source');
      return source === undefined ? put(call) : copy(call, source);
    }
    case 'POST':
      if (query.has('uploads')) {
        const id = await new Multipart(call.bucket).create(call.key, headersToKeep(call));
        return sendXml(
          call,
          document(
            'InitiateMultipartUploadResult',
            tag('Bucket', call.bucketName) + tag('Key', call.key) + tag('UploadId', id),
          ),
        );
      }
      if (uploadId !== null) {
        return completeUpload(call, uploadId);
      }
      throw new StoreFailure('MethodNotAllowed');
    case 'DELETE':
      if (uploadId === null) {
        await call.bucket.remove(call.key);
      } else {
        await new Multipart(call.bucket).abort(call.key, uploadId);
      }
      call.response.writeHead(204).end();
      return;
    default:
      throw new StoreFailure('MethodNotAllowed');
  }
};

const deleteMany = async (call: Call): Promise<void> => {
  const xml = await readText(call.request, call.verified);
  const keys = elements(xml, 'Object').map((entry) => unescapeXml(elements(entry, 'Key')[0] ?? ''));
  if (keys.length === 0 || keys.length > 1000) {
    throw new StoreFailure('MalformedXML');
  }
  const isQuiet = elements(xml, 'Quiet')[0] === 'true';
  const results: string[] = [];
  for (const key of keys) {
    if (call.refusesDeletion(key)) {
      const reason =
        tag('Code', 'InternalError') + tag('Message', 'We encountered an internal error. Please try again.');
      results.push(`<Error>${tag('Key', key)}${reason}</Error>`);
      continue;
    }
    await call.bucket.remove(key);
    if (!isQuiet) {
      results.push(`<Deleted>${tag('Key', key)}</Deleted>`);
    }
  }
  sendXml(call, document('DeleteResult', results.join('')));
};

const list = async (call: Call): Promise<void> => {
  const { query } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = Math.min(1000, Math.max(0, Number(query.get('max-keys') ?? 1000) || 0));
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString('utf8');
  const show = (text: string): string =>
    query.get('encoding-type') === 'url' ? text.split('/').map(awsEncode).join('/') : text;
  const isAfter = (text: string): boolean => Buffer.compare(Buffer.from(text), Buffer.from(after)) > 0;

  const names: { name: string; isPrefix: boolean }[] = [];
  for (const key of await call.bucket.keys(prefix)) {
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? key : key.slice(0, cut + delimiter.length);
    if (names.at(-1)?.name !== name && isAfter(name)) {
      names.push({ name, isPrefix: cut >= 0 });
    }
  }
  const page = names.slice(0, limit);
  const isTruncated = names.length > page.length;
  const entries: string[] = [];
  let count = 0;
  for (const { name, isPrefix } of page) {
    if (isPrefix) {
      entries.push(`<CommonPrefixes>${tag('Prefix', show(name))}</CommonPrefixes>`);
      count += 1;
      continue;
    }
    const opened = await call.bucket.open(name).catch((error: unknown) => {
      if (error instanceof StoreFailure && error.code === 'NoSuchKey') {
        return undefined;
      } // deleted meanwhile
      throw error;
    });
    if (opened === undefined) {
      continue;
    }
    await opened.file.close();
    count += 1;
    entries.push(
      `<Contents>${tag('Key', show(name))}${tag('LastModified', new Date(opened.meta.modified).toISOString())}${tag('ETag', `"${opened.meta.etag}"`)}${tag('Size', opened.meta.size)}${tag('StorageClass', 'STANDARD')}</Contents>`,
    );
  }
  const last = page.at(-1)?.name;
  sendXml(
    call,
    document(
      'ListBucketResult',
      [
        tag('Name', call.bucketName),
        tag('Prefix', show(prefix)),
        delimiter === '' ? '' : tag('Delimiter', show(delimiter)),
        tag('MaxKeys', limit),
        tag('KeyCount', count),
        tag('IsTruncated', isTruncated),
        query.get('encoding-type') === 'url' ? tag('EncodingType', 'url') : '',
        token === null ? '' : tag('ContinuationToken', token),
        isTruncated && last !== undefined ? tag('NextContinuationToken', Buffer.from(last).toString('base64url')) : '',
        ...entries,
      ].join(''),
    ),
  );
};

/** Everything that names only the bucket. */
export const handleBucket = async (call: Call): Promise<void> => {
  switch (call.request.method) {
    case 'HEAD':
      call.response.writeHead(200, { 'x-amz-bucket-region': 'local' }).end();
      return;
    case 'PUT': // CreateBucket: the one bucket is there already
      call.response.writeHead(200, { Location: `/${call.bucketName}` }).end();
      return;
    case 'GET':
      if (call.query.has('location')) {
        return sendXml(call, document('LocationConstraint', ''));
      }
      if (call.query.get('list-type') !== '2') {
        throw new StoreFailure('NotImplemented', 'Only ListObjectsV2 lists here.');
      }
      return list(call);
    case 'POST':
      if (call.query.has('delete')) {
        return deleteMany(call);
      }
      throw new StoreFailure('MethodNotAllowed');
    default:
      throw new StoreFailure('MethodNotAllowed');
  }
};
