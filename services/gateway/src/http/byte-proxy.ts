import { Transform } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient, OutboundError } from '@postloom/chassis';
import type { OutboundRequest, OutboundStream } from '@postloom/chassis';
import { AppError, isErrorCode } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';
import { clientAddressOf } from './client-address.ts';
import { DownloadTurns } from './download-turns.ts';
import type { DownloadKind } from './download-turns.ts';
import { whenLeft } from './request.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';

/** The only headers of media's answer that reach the browser. */
const ANSWER_HEADERS = [
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'accept-ranges',
  'etag',
  'last-modified',
  'cache-control',
] as const;
/** Headers of the browser's request that media needs. */
const REQUEST_HEADERS = ['range', 'if-none-match', 'if-modified-since', 'if-range'] as const;

/** Longest wait for the first or the next byte of media's answer, in milliseconds. */
const IDLE_MS = 15_000;
/** An upload without progress for this long is aborted; media is stricter with slow senders. */
const STALLED_MS = 60_000;
/** The lifetime of an upload's ticket. */
const UPLOAD_MS = 15 * 60_000;

/** What a browser downloads. */
export interface Download {
  readonly kind: DownloadKind;
  /** Where media has it, asked when its turn has come. Without a ticket the path itself holds the permission. */
  readonly open: () => Promise<{ readonly path: string; readonly ticket: string | null }>;
  /** A CDN gives it to pages under another host's name. */
  readonly isForAll?: true;
}

/** Streams bytes between a browser and media's internal HTTP server, with back-pressure; nothing is buffered. */
@Injectable()
export class ByteProxy {
  /** Nobody waits for a connection: as many slow senders as there are would keep everybody else from their pictures. */
  private readonly http: HttpClient;

  constructor(
    http: HttpClient,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    private readonly turns: DownloadTurns,
  ) {
    this.http = http.withConnections(Infinity);
  }

  /**
   * Pipes a stored object to the browser, in a turn of its reader's: the person, or the address of who needs no session.
   * @throws AppError unavailable when too many wait
   */
  download(download: Download, request: GatewayRequest, reply: GatewayReply): Promise<void> {
    const reader = request.principal?.userId ?? clientAddressOf(request);
    const left = whenLeft(reply);
    return this.turns.run(download.kind, reader, left, (readerMs) =>
      this.pass(download, request, reply, { left, readerMs }),
    );
  }

  /**
   * Streams the request's body to media and returns media's JSON answer. Media's refusals are contract errors and are rethrown with their
   * code and sentence.
   */
  async upload(
    target: { path: string; ticket: string },
    request: GatewayRequest,
    contentType: string,
  ): Promise<unknown> {
    const length = request.headers['content-length'];
    const givenUp = new AbortController();
    const body = passOn(request, () => givenUp.abort());
    try {
      const answer = await this.exchange({
        method: 'POST',
        url: this.config.mediaInternalUrl + target.path,
        headers: {
          authorization: `Ticket ${target.ticket}`,
          'content-type': contentType,
          ...(length !== undefined && { 'content-length': length }),
        },
        body,
        spendsBody: true,
        timeoutMs: UPLOAD_MS,
        signal: givenUp.signal,
        internal: true,
      });
      return await this.read(answer);
    } finally {
      // Media may refuse before it has read everything; the browser's connection stays open to carry that answer.
      body.destroy();
    }
  }

  /** As `upload`, for bytes the gateway already holds: an inline caption picture, or nothing of an upload that broke off. */
  async send(target: { path: string; ticket: string }, bytes: Buffer, contentType: string): Promise<unknown> {
    return this.read(
      await this.exchange({
        method: 'POST',
        url: this.config.mediaInternalUrl + target.path,
        headers: {
          authorization: `Ticket ${target.ticket}`,
          'content-type': contentType,
          'content-length': String(bytes.length),
        },
        body: bytes,
        timeoutMs: IDLE_MS,
        internal: true,
      }),
    );
  }

  private async pass(
    { open, isForAll }: Download,
    request: GatewayRequest,
    reply: GatewayReply,
    { left, readerMs }: { left: AbortSignal; readerMs: number },
  ): Promise<void> {
    const { path, ticket } = await open();
    left.throwIfAborted(); // the turn is somebody else's
    const headers: Record<string, string> = ticket === null ? {} : { authorization: `Ticket ${ticket}` };
    for (const name of REQUEST_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') {
        headers[name] = value;
      }
    }
    const answer = await this.exchange({
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      url: this.config.mediaInternalUrl + path,
      headers,
      timeoutMs: IDLE_MS,
      signal: left,
      internal: true,
    });
    if (answer.status >= 400 && answer.status !== 416) {
      answer.body.destroy();
      throw new AppError(answer.status === 404 ? 'not_found' : 'dependency_failed');
    }
    for (const name of ANSWER_HEADERS) {
      const value = answer.headers[name];
      if (value !== undefined) {
        reply.header(name, value);
      }
    }
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (isForAll) {
      reply.header('cross-origin-resource-policy', 'cross-origin');
    }
    // Of what media has sent, the last lies in this process until it is read, and no stream watches that.
    reply.raw.setTimeout(readerMs);
    await reply.status(answer.status).send(answer.body);
  }

  /** @throws AppError deadline, unavailable when media did not answer */
  private async exchange(request: OutboundRequest): Promise<OutboundStream> {
    try {
      return await this.http.requestStream(request);
    } catch (error) {
      if (error instanceof OutboundError) {
        throw new AppError(error.kind === 'timeout' ? 'deadline' : 'unavailable', undefined, { cause: error });
      }
      throw error;
    }
  }

  private async read(answer: OutboundStream): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body) {
      chunks.push(chunk);
    }
    const value = jsonObject(Buffer.concat(chunks).toString('utf8'));
    if (answer.status < 400) {
      return value;
    }
    const refusal = value as { error?: unknown; message?: unknown; details?: { path: string; message: string }[] };
    if (!isErrorCode(refusal.error)) {
      throw new AppError('dependency_failed');
    }
    const retryAfter = answer.headers['retry-after'] ?? '';
    throw new AppError(refusal.error, typeof refusal.message === 'string' ? refusal.message : undefined, {
      details: refusal.details,
      ...(/^\d{1,6}$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
    });
  }
}

/**
 * The request's body as a separate stream: destroying it leaves the browser's connection open. `giveUp`: the sender stalls, or has left,
 * even before media is reached.
 */
function passOn(request: GatewayRequest, giveUp: () => void): Transform {
  const { raw } = request;
  const timer = setTimeout(giveUp, STALLED_MS);
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      done(null, chunk);
    },
  });
  const onClose = (): void => {
    if (!raw.complete) {
      giveUp();
      body.destroy();
    }
  };
  raw.once('close', onClose);
  body.once('close', () => {
    clearTimeout(timer);
    raw.off('close', onClose);
    raw.unpipe(body);
    raw.resume();
  });
  raw.pipe(body);
  if (raw.destroyed) {
    onClose(); // while it waited for its turn: `close` does not come again
  }
  return body;
}

/** @throws AppError dependency_failed for an answer outside media's contract */
function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) {
      return value;
    }
  } catch (error) {
    throw new AppError('dependency_failed', undefined, { cause: error });
  }
  throw new AppError('dependency_failed');
}
