import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Storage } from '../storage/index.ts';
import { Tickets } from '../tickets/index.ts';
import { contentDisposition } from './content-disposition.ts';

/** Content never changes under its address, so a browser that has it need not ask again. */
const FOREVER = 'private, max-age=31536000, immutable';

/** The internal HTTP side of reading: bytes for who holds a ticket, with ranges and revalidation. */
@Controller('internal/objects')
export class ObjectsController {
  constructor(
    @Inject(Tickets) private readonly tickets: Tickets,
    @Inject(Storage) private readonly storage: Storage,
  ) {}

  @Get()
  byHeader(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(this.tickets.fromHeader(request.headers.authorization, 'object'), request, reply);
  }

  /** For platforms that pull: the ticket is the address. */
  @Get(':ticket')
  byAddress(
    @Param('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(this.tickets.read(ticket.replace(/\.jpg$/, ''), 'object'), request, reply);
  }

  private async send(
    ticket: { key: string; mimeType: string; fileName: string | null; etag: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const etag = `"${ticket.etag}"`;
    reply.headers({ etag, 'cache-control': FOREVER, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' });
    if (request.headers['if-none-match'] === etag) {
      await reply.status(304).send();
      return;
    }
    const range = singleRange(request.headers.range);
    const object = await this.storage.open(ticket.key, range);
    reply.headers({ 'content-type': ticket.mimeType, 'content-length': object.contentLength });
    if (ticket.fileName !== null) {
      reply.header('content-disposition', contentDisposition(ticket.fileName));
    }
    if (object.contentRange !== undefined) {
      reply.header('content-range', object.contentRange);
    }
    await reply.status(object.contentRange === undefined ? 200 : 206).send(object.body);
  }
}

/** One plain byte range; anything else is answered with the whole object, as HTTP allows. */
function singleRange(header: string | undefined): string | undefined {
  return header !== undefined && /^bytes=(?:\d+-\d*|-\d+)$/.test(header) ? header : undefined;
}
