import { pipeline } from 'node:stream/promises';
import { readBody } from './body.ts';
import { header, headersToKeep, onlyNew, sendXml, type Call } from './call.ts';
import { StoreFailure } from './failure.ts';
import type { ObjectMeta, OpenObject } from './storage.ts';
import { document, tag } from './xml.ts';

const objectHeaders = (meta: ObjectMeta): Record<string, string> => ({
  ...meta.headers,
  ETag: `"${meta.etag}"`,
  'Last-Modified': new Date(meta.modified).toUTCString(),
  'Accept-Ranges': 'bytes',
});

/** Inclusive first and last byte, or undefined for the whole object. Throws InvalidRange. */
const parseRange = (text: string | undefined, size: number): { first: number; last: number } | undefined => {
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

export const get = async (call: Call): Promise<void> => {
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

export const put = async (call: Call): Promise<void> => {
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

export const copy = async (call: Call, source: string): Promise<void> => {
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
