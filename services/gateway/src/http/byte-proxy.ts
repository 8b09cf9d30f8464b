import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient } from '@postloom/chassis';
import { AppError, isErrorCode } from '@postloom/contracts';
import type { GatewayConfig } from '../config.ts';
import type { GatewayReply, GatewayRequest } from './request.ts';

/** Headers of media's answer that the browser needs; nothing else crosses. */
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

/** A body that stops moving for this long is given up (RELIABILITY-SECURITY S27). */
const IDLE_MS = 15_000;

/** Streams bytes between a browser and media's internal HTTP server, with back-pressure; nothing is buffered. */
@Injectable()
export class ByteProxy {
  constructor(
    @Inject(HttpClient) private readonly http: HttpClient,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Pipes a stored object to the browser. Without a ticket the path itself holds the permission. */
  async download(
    source: { path: string; ticket: string | null },
    request: GatewayRequest,
    reply: GatewayReply,
  ): Promise<void> {
    const headers: Record<string, string> = source.ticket === null ? {} : { authorization: `Ticket ${source.ticket}` };
    for (const name of REQUEST_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') {
        headers[name] = value;
      }
    }
    const answer = await this.http.requestStream({
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      url: this.config.mediaInternalUrl + source.path,
      headers,
      timeoutMs: IDLE_MS,
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
    await reply.status(answer.status).send(answer.body);
  }

  /**
   * Streams the request's body to media as it came and gives media's JSON answer. Refusals of media are contract errors
   * and are thrown again with their code and sentence.
   */
  async upload(
    target: { path: string; ticket: string },
    request: GatewayRequest,
    contentType: string,
  ): Promise<unknown> {
    const length = request.headers['content-length'];
    const answer = await this.http.requestStream({
      method: 'POST',
      url: this.config.mediaInternalUrl + target.path,
      headers: {
        authorization: `Ticket ${target.ticket}`,
        'content-type': contentType,
        ...(length !== undefined && { 'content-length': length }),
      },
      body: request.raw,
      timeoutMs: IDLE_MS * 4,
      internal: true,
    });
    return this.read(answer);
  }

  /** As `upload`, for bytes the gateway already holds (an inline caption picture). */
  async send(target: { path: string; ticket: string }, bytes: Buffer, contentType: string): Promise<unknown> {
    return this.read(
      await this.http.requestStream({
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

  private async read(answer: { status: number; body: AsyncIterable<Buffer> }): Promise<unknown> {
    const chunks: Buffer[] = [];
    for await (const chunk of answer.body) {
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    const value: unknown = text === '' ? {} : JSON.parse(text);
    if (answer.status < 400) {
      return value;
    }
    const refusal = value as { error?: unknown; message?: unknown; details?: { path: string; message: string }[] };
    if (!isErrorCode(refusal.error)) {
      throw new AppError('dependency_failed');
    }
    throw new AppError(refusal.error, typeof refusal.message === 'string' ? refusal.message : undefined, {
      details: refusal.details,
    });
  }
}
