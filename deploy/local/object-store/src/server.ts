import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Call } from './call.ts';
import { faultSource } from './faults.ts';
import { StoreFailure } from './failure.ts';
import { isForm, postForm } from './form.ts';
import { handleBucket, handleObject } from './operations.ts';
import { verifySignature, type Credentials } from './signature.ts';
import { Bucket } from './storage.ts';

export interface ObjectStoreOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly host?: string;
  readonly bucket: string;
  /** Asked at every request: keys may be added and taken away while it runs. */
  readonly credentials: () => readonly Credentials[];
  /** Exact origins that browsers may come from. */
  readonly corsOrigins?: readonly string[];
  /** Address that returns the fault to play; for trying failures, never in production. */
  readonly faultUrl?: string;
  /** Milliseconds since the epoch; injectable for tests of expiry. */
  readonly now?: () => number;
  /** Whether a bulk deletion answers with an error for this key, inside its 200, as S3 does; for trying failures. */
  readonly refusesDeletion?: (key: string) => boolean;
}

export interface RunningObjectStore {
  readonly port: number;
  readonly url: string;
  stop(): Promise<void>;
}

const cors = (request: IncomingMessage, response: ServerResponse, origins: readonly string[]): boolean => {
  const origin = request.headers.origin;
  if (origin === undefined) {
    return false;
  }
  response.setHeader('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers');
  if (!origins.includes(origin)) {
    return false;
  }
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', 'ETag, x-amz-request-id');
  return true;
};

const preflight = (request: IncomingMessage, response: ServerResponse, allowed: boolean): void => {
  if (!allowed) {
    throw new StoreFailure('AccessDenied', 'CORSResponse: This origin is not allowed.');
  }
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, PUT, POST, DELETE');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('Access-Control-Max-Age', '600');
  response.writeHead(204).end();
};

const answerFailure = (request: IncomingMessage, response: ServerResponse, error: unknown, requestId: string): void => {
  const failure = error instanceof StoreFailure ? error : new StoreFailure('InternalError');
  if (!(error instanceof StoreFailure)) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = failure.toXml(request.url ?? '', requestId);
  // The rest of a refused upload is not read; closing is cheaper than swallowing 50 MB.
  if (!request.complete) {
    response.setHeader('Connection', 'close');
  }
  if (failure.code === 'SlowDown') {
    response.setHeader('Retry-After', '1');
  }
  response.writeHead(failure.status, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) });
  response.end(request.method === 'HEAD' ? undefined : body);
};

const decodePath = (raw: string): string => {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw new StoreFailure('InvalidArgument', 'The path is not valid percent-encoding.');
  }
};

/**
 * Starts the S3 subset that Postloom uses, on disk: signed requests and presigned addresses, ranges, multipart, copy,
 * listing. The bucket is made when it is missing. Never meant to be reachable from the internet.
 */
export const startObjectStore = async (options: ObjectStoreOptions): Promise<RunningObjectStore> => {
  const bucket = new Bucket(join(options.dataDir, options.bucket));
  await bucket.prepare();
  const now = options.now ?? Date.now;
  const origins = options.corsOrigins ?? [];
  const fault = faultSource(options.faultUrl);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [rawPath = '/', rawQuery = ''] = (request.url ?? '/').split('?', 2);
    if (rawPath === '/health/live' || rawPath === '/health/ready') {
      const ok = rawPath === '/health/live' || (await bucket.isReady());
      response
        .writeHead(ok ? 200 : 503, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ status: ok ? 'ok' : 'unavailable' }));
      return;
    }
    const allowed = cors(request, response, origins);
    if (request.method === 'OPTIONS') {
      return preflight(request, response, allowed);
    }
    const path = decodePath(rawPath);
    const query = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
    // A form carries its signature in its body.
    const verified = isForm(request) ? undefined : verifySignature(request, path, query, options.credentials(), now());

    const current = await fault();
    const strikes = current.mode !== 'none' && Math.random() < current.probability;
    const mode = strikes ? current.mode : 'none';
    if (mode === 'latency') {
      await wait(current.latencyMs);
    }
    if (mode === 'reset_before') {
      return void request.socket.destroy();
    }
    if (mode === 'error' || mode === 'rate_limit') {
      throw new StoreFailure(current.status === 500 ? 'InternalError' : 'SlowDown');
    }
    if (mode === 'garbage') {
      return void response.writeHead(200).end('<html>not what was asked for</html>');
    }
    // hang_after: everything is done, but never answered.
    if (mode === 'hang_after') {
      response.end = (() => response) as typeof response.end;
    }

    const [, name = '', ...rest] = path.split('/');
    if (name !== options.bucket) {
      throw new StoreFailure(name === '' ? 'MethodNotAllowed' : 'NoSuchBucket');
    }
    if (verified === undefined) {
      return postForm({
        ...{ request, response, bucket, bucketName: options.bucket, now },
        credentials: options.credentials(),
      });
    }
    const call: Call = {
      request,
      response,
      query,
      verified,
      bucket,
      bucketName: options.bucket,
      key: rest.join('/'),
      now,
      refusesDeletion: options.refusesDeletion ?? (() => false),
    };
    await (call.key === '' ? handleBucket(call) : handleObject(call));
  };

  const server: Server = createServer({ requestTimeout: 300_000, keepAliveTimeout: 30_000 }, (request, response) => {
    const requestId = randomBytes(8).toString('hex');
    response.setHeader('x-amz-request-id', requestId);
    handle(request, response).catch((error: unknown) => answerFailure(request, response, error, requestId));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', () => resolve());
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : options.port;
  return {
    port,
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 2000).unref();
      }),
  };
};
