import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { StoreFailure } from './failure.ts';
import type { Verified } from './signature.ts';

/** Checksums this store verifies; others are refused rather than believed. */
const algorithms = ['crc32', 'sha1', 'sha256'] as const;
type ChecksumName = (typeof algorithms)[number];

/** Running digests over the decoded bytes: the tag, and what the request names, for each is a pass over all of them. */
class Digests {
  readonly md5 = createHash('md5');
  private readonly sha1: Hash | undefined;
  private readonly sha256: Hash | undefined;
  private crc: number | undefined;
  bytes = 0;

  constructor(needed: ReadonlySet<ChecksumName>) {
    this.sha1 = needed.has('sha1') ? createHash('sha1') : undefined;
    this.sha256 = needed.has('sha256') ? createHash('sha256') : undefined;
    this.crc = needed.has('crc32') ? 0 : undefined;
  }

  update(chunk: Buffer): void {
    this.md5.update(chunk);
    this.sha1?.update(chunk);
    this.sha256?.update(chunk);
    this.crc = this.crc === undefined ? undefined : crc32(chunk, this.crc);
    this.bytes += chunk.length;
  }

  /** In base64; undefined for what was not needed. */
  results(): Record<ChecksumName, string | undefined> {
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(this.crc ?? 0);
    return {
      crc32: this.crc === undefined ? undefined : crc.toString('base64'),
      sha1: this.sha1?.digest('base64'),
      sha256: this.sha256?.digest('base64'),
    };
  }
}

/** What was learnt from a body once all of it has been read. */
export interface BodyFacts {
  readonly bytes: number;
  readonly md5: Buffer;
  /** `x-amz-checksum-…` header names and base64 values that the client sent and that hold. */
  readonly checksums: Readonly<Record<string, string>>;
}

const headerText = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const chunkHead = /^([0-9a-fA-F]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/;

/** Reads lines and counted bytes from a stream of buffers. */
class Reader {
  private readonly source: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  private async more(): Promise<boolean> {
    const next = await this.source.next();
    if (next.done === true) {
      return false;
    }
    this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value]);
    return true;
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.held.indexOf('\r\n');
      if (end >= 0) {
        const text = this.held.subarray(0, end).toString('latin1');
        this.held = this.held.subarray(end + 2);
        return text;
      }
      if (this.held.length > 8192) {
        throw new StoreFailure('InvalidRequest', 'A chunk header is too long.');
      }
      if (!(await this.more())) {
        throw new StoreFailure('IncompleteBody');
      }
    }
  }

  async *bytes(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      if (this.held.length === 0 && !(await this.more())) {
        throw new StoreFailure('IncompleteBody');
      }
      const piece = this.held.subarray(0, left);
      this.held = this.held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}

/** Decodes `aws-chunked`, checks each chunk's signature when there is one, and hands out the trailer's lines. */
async function* decodeChunks(
  request: IncomingMessage,
  verified: Verified,
  trailer: Map<string, string>,
): AsyncGenerator<Buffer> {
  const signed = verified.payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
  const reader = new Reader(request);
  let previous = verified.seed;
  for (;;) {
    const head = chunkHead.exec(await reader.line());
    if (head === null) {
      throw new StoreFailure('InvalidRequest', 'The chunked body is malformed.');
    }
    const size = Number.parseInt(head[1] ?? '', 16);
    const hash = createHash('sha256');
    for await (const piece of reader.bytes(size)) {
      if (signed) {
        hash.update(piece);
      }
      yield piece;
    }
    if (signed) {
      const expected = verified.signChunk(previous, hash.digest('hex'));
      if (head[2] !== expected) {
        throw new StoreFailure('SignatureDoesNotMatch', 'The signature of a chunk does not match.');
      }
      previous = expected;
    }
    if (size === 0) {
      break;
    }
    if ((await reader.line()) !== '') {
      throw new StoreFailure('InvalidRequest', 'A chunk is longer than announced.');
    }
  }
  if (!verified.payload.endsWith('-TRAILER')) {
    return;
  }
  let canonical = '';
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const [name = '', ...rest] = line.split(':');
    const value = rest.join(':').trim();
    if (name === 'x-amz-trailer-signature') {
      const expected = verified.signTrailer(previous, createHash('sha256').update(canonical).digest('hex'));
      if (value !== expected) {
        throw new StoreFailure('SignatureDoesNotMatch', 'The signature of the trailer does not match.');
      }
      return;
    }
    canonical += `${name.toLowerCase()}:${value}\n`;
    trailer.set(name.toLowerCase(), value);
  }
  if (signed) {
    throw new StoreFailure('SignatureDoesNotMatch', 'The trailer is not signed.');
  }
}

const claimedChecksums = (request: IncomingMessage, trailer: ReadonlyMap<string, string>): [ChecksumName, string][] => {
  const names = [
    ...Object.keys(request.headers).filter((name) => /^x-amz-checksum-(?!algorithm|mode|type)/.test(name)),
    ...trailer.keys(),
  ];
  return names.map((header) => {
    const name = algorithms.find((known) => header === `x-amz-checksum-${known}`);
    if (name === undefined) {
      throw new StoreFailure('NotImplemented', `${header} is not supported.`);
    }
    return [name, trailer.get(header) ?? headerText(request, header) ?? ''];
  });
};

/** What has to be computed: the hash that the signature covers, and checksums in headers or announced as the trailer. */
const neededDigests = (request: IncomingMessage, { payload }: Verified): ReadonlySet<ChecksumName> => {
  const trailer = (headerText(request, 'x-amz-trailer') ?? '').toLowerCase();
  const named = algorithms.filter(
    (name) => request.headers[`x-amz-checksum-${name}`] !== undefined || trailer.includes(`x-amz-checksum-${name}`),
  );
  const isHashed = !payload.startsWith('STREAMING-') && payload !== 'UNSIGNED-PAYLOAD';
  return new Set([...named, ...(isHashed ? (['sha256'] as const) : [])]);
};

/**
 * Reads a request's body piece by piece into `write` and verifies everything that was said about it: length, signed
 * hash, Content-MD5, checksums in headers or trailer, chunk signatures. Throws before the caller may keep the bytes.
 */
export const readBody = async (
  request: IncomingMessage,
  verified: Verified,
  write: (piece: Buffer) => Promise<void>,
): Promise<BodyFacts> => {
  const digests = new Digests(neededDigests(request, verified));
  const trailer = new Map<string, string>();
  const isChunked = verified.payload.startsWith('STREAMING-');
  const source: AsyncIterable<Buffer> = isChunked ? decodeChunks(request, verified, trailer) : request;
  try {
    for await (const piece of source) {
      digests.update(piece);
      await write(piece);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') {
      throw new StoreFailure('IncompleteBody');
    }
    throw error;
  }
  const announced = headerText(request, isChunked ? 'x-amz-decoded-content-length' : 'content-length');
  if (announced !== undefined && Number(announced) !== digests.bytes) {
    throw new StoreFailure('IncompleteBody');
  }
  const results = digests.results();
  if (
    !isChunked &&
    verified.payload !== 'UNSIGNED-PAYLOAD' &&
    verified.payload !== Buffer.from(results.sha256 ?? '', 'base64').toString('hex')
  ) {
    throw new StoreFailure('XAmzContentSHA256Mismatch');
  }
  const md5 = digests.md5.digest();
  const claimedMd5 = headerText(request, 'content-md5');
  if (claimedMd5 !== undefined && claimedMd5 !== md5.toString('base64')) {
    throw new StoreFailure('BadDigest');
  }
  const checksums: Record<string, string> = {};
  for (const [name, value] of claimedChecksums(request, trailer)) {
    if (value !== results[name]) {
      throw new StoreFailure('BadDigest');
    }
    checksums[`x-amz-checksum-${name}`] = value;
  }
  return { bytes: digests.bytes, md5, checksums };
};

/** Reads a small body (XML of a few KB) as text. */
export const readText = async (request: IncomingMessage, verified: Verified, limit = 2_000_000): Promise<string> => {
  const pieces: Buffer[] = [];
  let bytes = 0;
  await readBody(request, verified, (piece) => {
    bytes += piece.length;
    if (bytes > limit) {
      return Promise.reject(new StoreFailure('InvalidRequest', 'The body is too large.'));
    }
    pieces.push(piece);
    return Promise.resolve();
  });
  return Buffer.concat(pieces).toString('utf8');
};
