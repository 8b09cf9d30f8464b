import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import sharp from 'sharp';

/** A picture server as the product has one: public, unguessable URLs. */
export class PictureHost {
  readonly #server: Server;
  readonly #files = new Map<string, Buffer>();
  readonly #redirects = new Map<string, string>();
  origin = '';

  constructor() {
    this.#server = createServer((request, response) => {
      const target = this.#redirects.get(request.url ?? '');
      if (target !== undefined) {
        response.writeHead(302, { location: target });
        response.end();
        return;
      }
      const file = this.#files.get(request.url ?? '');
      response.writeHead(file ? 200 : 404, { 'content-type': 'image/jpeg' });
      response.end(file);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  add(bytes: Buffer): string {
    const path = `/${randomBytes(8).toString('hex')}.jpg`;
    this.#files.set(path, bytes);
    return this.origin + path;
  }

  /** A URL that redirects. */
  redirectTo(address: string): string {
    const path = `/${randomBytes(8).toString('hex')}`;
    this.#redirects.set(path, address);
    return this.origin + path;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** A picture of one colour with a block of another, so that pictures differ. */
export function picture(
  options: {
    width?: number;
    height?: number;
    red?: number;
    green?: number;
    blue?: number;
    format?: 'jpeg' | 'png' | 'webp';
    gps?: boolean;
  } = {},
): Promise<Buffer> {
  const { width = 640, height = 640, red = 200, green = 120, blue = 40, format = 'jpeg', gps = false } = options;
  const image = sharp({ create: { width, height, channels: 3, background: { r: red, g: green, b: blue } } }).composite([
    {
      input: {
        create: { width: width >> 1, height: height >> 2, channels: 3, background: { r: blue, g: red, b: green } },
      },
      left: 10,
      top: 20,
    },
  ]);
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' } };
  return (gps ? image.withExif(exif) : image).toFormat(format).toBuffer();
}
