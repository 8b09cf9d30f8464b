import { Controller, Get, Param, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteErrorFilter } from '../byte-error.filter.ts';
import { RangeNotSatisfiable, Storage } from '../storage/index.ts';
import type { StoredObject } from '../storage/index.ts';
import { Tickets } from '../tickets/index.ts';
import { contentDisposition } from './content-disposition.ts';
import { OpenObject } from './open-object.ts';
import type { Found } from './open-object.ts';

/** The content at an address never changes, so a browser that has it need not revalidate. */
const FOREVER = 'private, max-age=31536000, immutable';

const ASK_EACH_TIME = 'private, no-cache';

/** Reading over internal HTTP: bytes for the holder of a ticket, with ranges and revalidation. */
@Controller('internal/objects')
@UseFilters(ByteErrorFilter)
export class ObjectsController {
  constructor(
    private readonly tickets: Tickets,
    private readonly storage: Storage,
    private readonly openObject: OpenObject,
  ) {}

  @Get()
  byHeader(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.send(this.tickets.fromHeader(request.headers.authorization, 'object'), request, reply);
  }

  /** For platforms that pull: the ticket is part of the address. */
  @Get(':ticket')
  byAddress(
    @Param('ticket') ticket: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(this.tickets.read(ticket.replace(/\.jpg$/, ''), 'object'), request, reply);
  }

  /** For browsers and caches in front: whoever has the address may read it, and keep it for as long as that is valid. */
  @Get('signed/:signature/:key')
  async bySignature(
    @Param('signature') signature: string,
    @Param('key') key: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { found, seconds } = await this.openObject.signed(key, signature);
    return this.send(found, request, reply, `public, max-age=${seconds}, immutable`);
  }

  private async send(
    ticket: Found,
    request: FastifyRequest,
    reply: FastifyReply,
    caching = ticket.mayChange ? ASK_EACH_TIME : FOREVER,
  ): Promise<void> {
    const etag = `"${ticket.etag}"`;
    if (isKnown(request.headers['if-none-match'], etag)) {
      await reply.status(304).headers({ etag, 'cache-control': caching }).send();
      return;
    }
    const object = await this.open(ticket.key, rangeOf(request, etag));
    if (object instanceof RangeNotSatisfiable) {
      await reply.status(416).header('content-range', `bytes */${object.length}`).send();
      return;
    }
    reply.headers({
      etag,
      'cache-control': caching,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-type': ticket.mimeType,
      'content-length': object.contentLength,
      ...(ticket.fileName !== null && { 'content-disposition': contentDisposition(ticket.fileName) }),
      ...(object.contentRange !== undefined && { 'content-range': object.contentRange }),
    });
    await reply.status(object.contentRange === undefined ? 200 : 206).send(object.body);
  }

  private async open(key: string, range: string | undefined): Promise<StoredObject | RangeNotSatisfiable> {
    try {
      return await this.storage.open(key, range);
    } catch (error) {
      if (error instanceof RangeNotSatisfiable) {
        return error;
      }
      throw error;
    }
  }
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}

/** One plain byte range of exactly this version; anything else is answered with the whole object, as HTTP allows. */
function rangeOf(request: FastifyRequest, etag: string): string | undefined {
  const { range, 'if-range': ifRange } = request.headers;
  const isPlain = range !== undefined && /^bytes=(?:\d+-\d*|-\d+)$/.test(range);
  return isPlain && (ifRange === undefined || ifRange === etag) ? range : undefined;
}
