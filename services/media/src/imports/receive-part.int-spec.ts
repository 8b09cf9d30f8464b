import { pbkdf2 } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { eventually } from '@postloom/testing';
import { receiveBytes } from './receive-part.ts';

const derive = promisify(pbkdf2);
const BYTES = 100_000;
/** The same rule with shorter clocks: at 20,000 bytes a second a part arrives in time. How long who is slow is waited for is another matter. */
const pace = { withinMs: 5_000, least: 1_000 };
const impatient = { ...pace, behindMs: 200, firstMs: 50 };
const patient = { ...pace, behindMs: 5_000, firstMs: 5_000 };

describe('a part of a zip', () => {
  let server: Server;
  let port: number;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-part-'));
    server = createServer((request, response) => {
      receiveBytes(request, join(folder, 'part'), BYTES, request.url === '/patient' ? patient : impatient).then(
        () => response.end('here'),
        (error: unknown) => response.writeHead(400).end(error instanceof AppError ? error.code : String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** What is answered to a sender of pieces of a size, one each 20 ms. */
  const send = (path: '/patient' | '/impatient', pieceBytes: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-length': BYTES };
      const outgoing = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false });
      let sent = 0;
      const timer = setInterval(() => {
        const piece = Buffer.alloc(Math.min(pieceBytes, BYTES - sent), 7);
        sent += piece.length;
        outgoing.write(piece);
        if (sent === BYTES) {
          clearInterval(timer);
          outgoing.end();
        }
      }, 20);
      outgoing.on('error', reject);
      outgoing.on('response', (answer: IncomingMessage) => {
        void answer.toArray().then((chunks) => {
          clearInterval(timer);
          outgoing.destroy();
          resolve(Buffer.concat(chunks as Buffer[]).toString());
        }, reject);
      });
    });

  it('that comes too slowly to arrive in time is given up, and the sender is told', async () => {
    expect(await send('/impatient', 100)).toBe('request_timeout');
  });

  it('that comes too slowly is given up in the same words while some of it is still being written', async () => {
    rmSync(join(folder, 'part'));
    const answer = send('/impatient', 100);
    await eventually('its file is open', () => expect(existsSync(join(folder, 'part'))).toBe(true));
    // Files are written by four threads, which are busy for longer than the sender is waited for.
    const busy = Array.from({ length: 8 }, () => derive('a', 'b', 400_000, 64, 'sha512'));
    expect(await answer).toBe('request_timeout');
    await Promise.all(busy);
  });

  it('that comes at a fair pace is taken', async () => {
    expect(await send('/patient', 4_000)).toBe('here');
    expect(readFileSync(join(folder, 'part')).equals(Buffer.alloc(BYTES, 7))).toBe(true);
  });
});
