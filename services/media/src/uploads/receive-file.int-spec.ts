import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@postloom/contracts';
import { multipart } from '../testing/media-under-test.ts';
import { jpeg } from '../testing/pictures.ts';
import { receiveFile } from './receive-file.ts';

/** The same rules with a shorter clock: 2,500 bytes a second, and 400 ms to fall behind, at first 100. */
const pace = { withinMs: 30_000, least: 2_500, behindMs: 400, firstMs: 100 };

describe('a slow body (S27)', () => {
  let server: Server;
  let url: string;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postloom-receive-'));
    server = createServer((request, response) => {
      receiveFile(request, folder, pace).then(
        (file) => response.end(JSON.stringify(file)),
        (error: unknown) => response.writeHead(408).end(error instanceof AppError ? error.code : String(error)),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  /** Sends chunks of a size with a pause between them, and returns the answer. `announced`: null says nothing of its length. */
  const send = async (
    pieceBytes: number,
    pauseMs: number,
    { announced, stallMs = 0 }: { announced?: number | null; stallMs?: number } = {},
  ): Promise<{ text: string; status: number }> => {
    const { body, contentType } = multipart([{ fileName: 'a.jpg', bytes: await jpeg(1, 900, 900) }]);
    const length = announced === undefined ? body.length : announced;
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': contentType, ...(length !== null && { 'content-length': length }) };
      const outgoing = httpRequest(url, { method: 'POST', headers, agent: false });
      const timer = { current: setTimeout(() => undefined, 0) };
      let sent = 0;
      const more = (): void => {
        const stalls = sent < body.length / 2 && sent + pieceBytes >= body.length / 2;
        outgoing.write(sent < body.length ? body.subarray(sent, sent + pieceBytes) : Buffer.alloc(pieceBytes));
        sent += pieceBytes;
        if (sent < (length ?? body.length)) {
          timer.current = setTimeout(more, pauseMs + (stalls ? stallMs : 0));
        } else {
          outgoing.end();
        }
      };
      outgoing.on('response', (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => {
          clearTimeout(timer.current);
          outgoing.destroy();
          resolve({ text, status: answer.statusCode ?? 0 });
        });
      });
      outgoing.on('error', reject);
      more();
    });
  };

  it.each([
    ['one byte at a time', 1, 20],
    ['that stands still', 300, 60_000],
  ])('%s is given up, and the sender is told', async (_, pieceBytes, pauseMs) => {
    expect(await send(pieceBytes, pauseMs)).toEqual({ text: 'request_timeout', status: 408 });
  });

  it.each([
    ['that announced more than can arrive in time at its pace', 50_000_000],
    ['that says nothing of its length, and so holds room for the longest', null],
  ])('%s is given up', async (_, announced) => {
    expect(await send(250, 50, { announced })).toEqual({ text: 'request_timeout', status: 408 });
  });

  it.each([
    ['may take longer than it may fall behind', 0],
    ['may stand still for a while', 200],
  ])('that keeps its pace %s', async (_, stallMs) => {
    const { text, status } = await send(250, 50, { stallMs });
    expect([status, (JSON.parse(text) as { type: string }).type]).toEqual([200, 'image/jpeg']);
    expect(readdirSync(folder)).toEqual(['original']);
  });
});
