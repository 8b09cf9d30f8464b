import { existsSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

/** The files of the build, by the path they are asked for. Pages and build data are not among them. */
export interface StaticFiles {
  has(path: string): boolean;
  /** Answers with the file. False when it went away since the start. */
  send(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string>,
  ): Promise<boolean>;
}

const cachingOf = (path: string): string => {
  if (path.startsWith('/assets/')) {
    return 'public, max-age=31536000, immutable';
  } // the name holds a hash
  if (/\.(woff2|svg|png|ico|webp|jpg|avif)$/.test(path)) {
    return 'public, max-age=86400';
  }
  return 'no-cache';
};

/** The best precompressed copy that the browser takes, as `[file suffix, content encoding]`. */
export const pickEncoding = (
  accepted: string | undefined,
  available: (suffix: string) => boolean,
): [string, string] | undefined => {
  const refuses = (name: string): boolean =>
    !new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0*)?(\\s|,|$))`).test(accepted ?? '');
  if (!refuses('br') && available('.br')) {
    return ['.br', 'br'];
  }
  if (!refuses('gzip') && available('.gz')) {
    return ['.gz', 'gzip'];
  }
  return undefined;
};

/** Whether a header If-None-Match names this tag. */
export const isNamed = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === tag);

/** Knows the files of the folder at start; only these can be asked for, so no path can lead outside. */
export const loadStaticFiles = (root: string): StaticFiles => {
  const names = new Set<string>();
  if (existsSync(root)) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) {
        continue;
      }
      const path = join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/');
      if (!path.startsWith('/.')) {
        names.add(path);
      }
    }
  }
  const isAsked = (path: string): boolean => names.has(path) && !/\.(html|br|gz)$/.test(path);
  return {
    has: isAsked,
    send: async (path, request, response, headers) => {
      const encoding = pickEncoding(request.headers['accept-encoding'], (suffix) => names.has(path + suffix));
      const file = await open(join(root, path + (encoding?.[0] ?? '')), 'r').catch(() => undefined);
      if (file === undefined) {
        return false;
      }
      try {
        const { size, mtimeMs } = await file.stat();
        const etag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
        const common: Record<string, string> = {
          ...headers,
          ETag: etag,
          'Cache-Control': cachingOf(path),
          Vary: 'Accept-Encoding',
        };
        if (isNamed(request.headers['if-none-match'], etag)) {
          response.writeHead(304, common).end();
          return true;
        }
        response.writeHead(200, {
          ...common,
          'Content-Type': types[extname(path)] ?? 'application/octet-stream',
          'Content-Length': String(size),
          ...(encoding === undefined ? {} : { 'Content-Encoding': encoding[1] }),
        });
        if (request.method === 'HEAD' || size === 0) {
          response.end();
        } else {
          await pipeline(file.createReadStream({ autoClose: false }), response).catch(
            (error: NodeJS.ErrnoException) => {
              if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
                throw error;
              } // the browser left
            },
          );
        }
        return true;
      } finally {
        await file.close();
      }
    },
  };
};
