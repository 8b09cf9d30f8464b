import type { GatewayReply, GatewayRequest } from './request.ts';

const TYPE = 'text/event-stream';
/** A page that does not read is told no more parts: the answer itself is what counts. */
const MOST_UNREAD_BYTES = 65_536;

/**
 * An answer whose parts the page may see while it is made, where it accepts events. Without a part it is an ordinary answer: one that was
 * there at once, or a refusal. Otherwise its last event is `answer`, or `failed` with the body and the status of the refusal; a page that
 * can tell neither from the type of the answer, nor through a proxy that keeps everything to the end, has it whole all the same.
 */
export class StreamedAnswer {
  private static readonly open = new WeakMap<GatewayReply['raw'], StreamedAnswer>();

  /** Whether the page takes parts. */
  readonly isWanted: boolean;

  constructor(
    request: GatewayRequest,
    private readonly reply: GatewayReply,
  ) {
    this.isWanted = request.headers.accept?.includes(TYPE) === true;
  }

  /** That of a reply which has begun. */
  static of(reply: GatewayReply): StreamedAnswer | undefined {
    return StreamedAnswer.open.get(reply.raw);
  }

  /** Each is one line of JSON, as are the other two. */
  part(json: Uint8Array): void {
    const { raw } = this.reply;
    if (!raw.headersSent) {
      this.begin();
    }
    if (raw.writable && raw.writableLength < MOST_UNREAD_BYTES) {
      this.write('part', json);
    }
  }

  done(json: Uint8Array): void {
    const { raw } = this.reply;
    if (raw.headersSent) {
      this.write('answer', json);
      raw.end();
    } else {
      void this.reply.send(json);
    }
  }

  failed(body: unknown): void {
    this.write('failed', Buffer.from(JSON.stringify(body)));
    this.reply.raw.end();
  }

  private begin(): void {
    // Fastify must not answer by itself any more.
    this.reply.hijack();
    const { raw } = this.reply;
    StreamedAnswer.open.set(raw, this);
    raw.writeHead(200, {
      ...(this.reply.getHeaders() as Record<string, string>),
      'content-type': `${TYPE}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  }

  private write(event: string, json: Uint8Array): void {
    this.reply.raw.write(`event: ${event}\ndata: ${Buffer.from(json).toString('utf8')}\n\n`);
  }
}
