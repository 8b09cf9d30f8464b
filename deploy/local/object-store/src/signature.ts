import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StoreFailure } from './failure.ts';

/** A pair of keys and the region that the store accepts. */
export interface Credentials {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** What a verified signature says about the body, and what signs its chunks. */
export interface Verified {
  /** Hex SHA-256, `UNSIGNED-PAYLOAD` or one of the `STREAMING-…` words. */
  readonly payload: string;
  readonly signChunk: (previous: string, chunkHash: string) => string;
  readonly signTrailer: (previous: string, trailerHash: string) => string;
  readonly seed: string;
}

const algorithm = 'AWS4-HMAC-SHA256';
const emptyHash = createHash('sha256').digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest();

/** AWS' own percent-encoding: everything but unreserved characters, in upper-case hex. */
export const awsEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const sameText = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

const canonicalQuery = (query: URLSearchParams): string =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [awsEncode(name), awsEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const parseDate = (stamp: string): number => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  if (match === null) {
    throw new StoreFailure('AccessDenied', 'The date of the request is missing or malformed.');
  }
  return Date.parse(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`);
};

interface Claims {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
  /** Seconds of validity; undefined for a signature in the headers. */
  readonly expires: number | undefined;
}

const claimsOf = (request: IncomingMessage, query: URLSearchParams): Claims => {
  if (query.has('X-Amz-Algorithm')) {
    const expires = Number(query.get('X-Amz-Expires'));
    if (query.get('X-Amz-Algorithm') !== algorithm || !(expires >= 1 && expires <= 604_800)) {
      throw new StoreFailure('AccessDenied', 'The presigned address is malformed.');
    }
    const payload = request.headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD';
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      payload: String(payload),
      expires,
    };
  }
  const match = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]+)$/.exec(
    request.headers.authorization ?? '',
  );
  if (match === null) {
    throw new StoreFailure('AccessDenied', 'The request is not signed.');
  }
  const date = request.headers['x-amz-date'];
  const payload = request.headers['x-amz-content-sha256'];
  if (typeof payload !== 'string') {
    throw new StoreFailure('InvalidRequest', 'x-amz-content-sha256 is missing.');
  }
  return {
    credential: match[1] ?? '',
    signedHeaders: match[2] ?? '',
    signature: match[3] ?? '',
    date: typeof date === 'string' ? date : '',
    payload,
    expires: undefined,
  };
};

const headerValue = (request: IncomingMessage, name: string): string => {
  const value = request.headers[name];
  if (value === undefined) {
    throw new StoreFailure('SignatureDoesNotMatch', `The signed header ${name} is missing.`);
  }
  return (Array.isArray(value) ? value.join(',') : value).trim().replace(/\s+/g, ' ');
};

/** The key that a credential's owner signs with on its day. Throws InvalidAccessKeyId or SignatureDoesNotMatch. */
const signerOf = (
  credential: string,
  accepted: readonly Credentials[],
): { readonly day: string; readonly scope: string; readonly key: Buffer } => {
  const [accessKey, day = '', region, service, terminator] = credential.split('/');
  const credentials = accepted.find((one) => one.accessKey === accessKey);
  if (credentials === undefined) {
    throw new StoreFailure('InvalidAccessKeyId');
  }
  if (region !== credentials.region || service !== 's3' || terminator !== 'aws4_request') {
    throw new StoreFailure('SignatureDoesNotMatch', `The scope of the signature must be ${credentials.region}/s3.`);
  }
  return {
    day,
    scope: `${day}/${region}/${service}/${terminator}`,
    key: hmac(hmac(hmac(hmac(`AWS4${credentials.secretKey}`, day), region), service), terminator),
  };
};

/**
 * Verifies AWS Signature Version 4 in the Authorization header or in the query (presigned address).
 * Throws AccessDenied, InvalidAccessKeyId, RequestTimeTooSkewed or SignatureDoesNotMatch.
 * @param path decoded path of the request
 * @param now milliseconds since the epoch
 */
export const verifySignature = (
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  accepted: readonly Credentials[],
  now: number,
): Verified => {
  const claims = claimsOf(request, query);
  const { day, scope, key } = signerOf(claims.credential, accepted);
  const signedAt = parseDate(claims.date);
  if (day !== claims.date.slice(0, 8)) {
    throw new StoreFailure('SignatureDoesNotMatch', 'The scope of the signature is not of its day.');
  }
  const names = claims.signedHeaders.split(';');
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !names.includes(name),
  );
  if (!names.includes('host') || unsigned.length > 0) {
    throw new StoreFailure('AccessDenied', `Headers present but not signed: ${unsigned.join(', ') || 'host'}`);
  }
  const canonical = [
    request.method ?? 'GET',
    path.split('/').map(awsEncode).join('/'),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${headerValue(request, name)}`),
    '',
    claims.signedHeaders,
    claims.payload,
  ].join('\n');
  const sign = (kind: string, ...rest: string[]): string =>
    hmac(key, [kind, claims.date, scope, ...rest].join('\n')).toString('hex');
  const expected = sign(algorithm, createHash('sha256').update(canonical, 'utf8').digest('hex'));
  if (!sameText(expected, claims.signature)) {
    throw new StoreFailure('SignatureDoesNotMatch');
  }
  // Time is judged after the signature, so that a stranger learns nothing from the answer.
  if (claims.expires === undefined) {
    if (Math.abs(now - signedAt) > 15 * 60_000) {
      throw new StoreFailure('RequestTimeTooSkewed');
    }
  } else if (now > signedAt + claims.expires * 1000 || now < signedAt - 15 * 60_000) {
    throw new StoreFailure('AccessDenied', 'Request has expired');
  }
  return {
    payload: claims.payload,
    seed: claims.signature,
    signChunk: (previous, hash) => sign('AWS4-HMAC-SHA256-PAYLOAD', previous, emptyHash, hash),
    signTrailer: (previous, hash) => sign('AWS4-HMAC-SHA256-TRAILER', previous, hash),
  };
};

/** How many bytes a form may carry. */
export interface FormPolicy {
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Fields of a form that no condition needs to allow. */
const freeFields = new Set(['policy', 'x-amz-signature', 'file']);

/**
 * Verifies the policy of an upload by a form: signed, not expired, and every field as its conditions say.
 * Throws AccessDenied, InvalidAccessKeyId or SignatureDoesNotMatch.
 * @param fields of the form, their names in lower case
 */
export const verifyPolicy = (
  fields: ReadonlyMap<string, string>,
  bucketName: string,
  accepted: readonly Credentials[],
  now: number,
): FormPolicy => {
  const policy = fields.get('policy') ?? '';
  const { key } = signerOf(fields.get('x-amz-credential') ?? '', accepted);
  if (!sameText(hmac(key, policy).toString('hex'), fields.get('x-amz-signature') ?? '')) {
    throw new StoreFailure('SignatureDoesNotMatch');
  }
  const { expiration, conditions } = JSON.parse(Buffer.from(policy, 'base64').toString('utf8')) as {
    expiration: string;
    conditions: (Record<string, string> | [string, string | number, string | number])[];
  };
  if (!(Date.parse(expiration) > now)) {
    throw new StoreFailure('AccessDenied', 'Invalid according to Policy: Policy expired.');
  }
  const allowed = new Set(freeFields);
  const limits = { minBytes: 0, maxBytes: 5 * 1024 ** 3 };
  const expect = (name: string, holds: (value: string) => boolean): void => {
    allowed.add(name);
    if (!holds(name === 'bucket' ? bucketName : (fields.get(name) ?? ''))) {
      throw new StoreFailure('AccessDenied', `Invalid according to Policy: Policy Condition failed: ${name}`);
    }
  };
  for (const condition of conditions) {
    if (!Array.isArray(condition)) {
      Object.entries(condition).forEach(([name, wanted]) => expect(name.toLowerCase(), (value) => value === wanted));
      continue;
    }
    const [kind, subject, wanted] = condition;
    const name = String(subject).slice(1).toLowerCase();
    if (kind === 'content-length-range') {
      Object.assign(limits, { minBytes: Number(subject), maxBytes: Number(wanted) });
    } else if (kind === 'eq') {
      expect(name, (value) => value === wanted);
    } else {
      expect(name, (value) => value.startsWith(String(wanted)));
    }
  }
  for (const name of fields.keys()) {
    if (!allowed.has(name)) {
      throw new StoreFailure('AccessDenied', `Invalid according to Policy: Extra input fields: ${name}`);
    }
  }
  return limits;
};
