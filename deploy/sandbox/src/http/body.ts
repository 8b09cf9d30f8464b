import type { IncomingMessage } from 'node:http';
import type { ParsedBody, UploadedFile } from './call.ts';

/** Largest request that is read, in bytes. */
export const bodyLimit = 48 * 1024 * 1024;

/** The request was larger than the limit. */
export class BodyTooLarge extends Error {}

const empty: ParsedBody = { fields: {}, files: [], json: undefined, broken: false, size: 0 };

/** Reads and parses a request body: JSON, urlencoded or multipart. Throws BodyTooLarge. */
export async function readBody(request: IncomingMessage): Promise<ParsedBody> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return empty;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) {
      throw new BodyTooLarge('request body too large');
    }
    chunks.push(chunk as Buffer);
  }
  if (size === 0) {
    return empty;
  }
  const content = Buffer.concat(chunks, size);
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(type)) {
    return { ...parseMultipart(content, type), size };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    return { ...empty, fields: Object.fromEntries(new URLSearchParams(content.toString('utf8'))), size };
  }
  if (!/json/i.test(type) && type !== '') {
    return { ...empty, size, bytes: content };
  }
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    return { ...empty, json: value, fields: topLevel(value), size };
  } catch (error) {
    if (!(error instanceof SyntaxError)) {
      throw error;
    }
    return { ...empty, broken: /json/i.test(type), size, bytes: content };
  }
}

function topLevel(value: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fields;
  }
  for (const [key, item] of Object.entries(value)) {
    if (item === null || item === undefined) {
      continue;
    }
    // Long texts (inline pictures) are read from `json` where they are needed, so that there is no second copy.
    if (typeof item === 'object') {
      continue;
    }
    fields[key] = String(item);
  }
  return fields;
}

/** Splits a multipart body (RFC 7578) that is wholly in memory; parts are views on it, not copies. */
export function parseMultipart(content: Buffer, contentType: string): ParsedBody {
  const match = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  if (!match) {
    return { ...empty, broken: true };
  }
  const delimiter = Buffer.from(`--${match[1] ?? match[2] ?? ''}`);
  let at = content.indexOf(delimiter);
  while (at !== -1) {
    const start = at + delimiter.length;
    if (content.toString('latin1', start, start + 2) === '--') {
      break;
    }
    const headEnd = content.indexOf('\r\n\r\n', start);
    const next = content.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), Math.max(headEnd, start));
    if (headEnd === -1 || next === -1) {
      return { fields, files, json: undefined, broken: true, size: content.length };
    }
    const head = content.toString('utf8', start + 2, headEnd);
    const part = content.subarray(headEnd + 4, next);
    const name = /[;\s]name="([^"]*)"/i.exec(head)?.[1] ?? '';
    const fileName = /[;\s]filename="([^"]*)"/i.exec(head)?.[1];
    const mimeType = /^content-type:\s*([^\r\n;]+)/im.exec(head)?.[1]?.trim();
    if (fileName !== undefined) {
      files.push({ field: name, name: fileName, mimeType: mimeType ?? 'application/octet-stream', bytes: part });
    } else {
      fields[name] = part.toString('utf8');
    }
    at = next + 2;
  }
  return { fields, files, json: undefined, broken: false, size: content.length };
}
