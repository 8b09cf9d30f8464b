import type { IncomingMessage, ServerResponse } from 'node:http';
import { StoreFailure } from './failure.ts';
import type { Verified } from './signature.ts';
import type { Bucket } from './storage.ts';

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

export const sendXml = ({ response }: Call, body: string): void => {
  response.writeHead(200, { 'Content-Type': 'application/xml', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
};

export const header = (call: Call, name: string): string | undefined => {
  const value = call.request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

export const onlyNew = (call: Call): boolean => {
  const condition = header(call, 'if-none-match');
  if (condition !== undefined && condition !== '*') {
    throw new StoreFailure('NotImplemented', 'Only If-None-Match: * is supported here.');
  }
  return condition === '*';
};

const keptHeaders = /^(content-type|content-disposition|content-language|cache-control|expires|x-amz-meta-.+)$/;

export const headersToKeep = (call: Call): Record<string, string> => {
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
