import { Readable } from 'node:stream';
import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ByteErrorFilter } from '../byte-error.filter.ts';
import { contentDisposition } from '../objects/index.ts';
import { Tickets } from '../tickets/index.ts';
import { byteRange } from './byte-range.ts';
import { ReadExport } from './read-export.ts';

/** An export over internal HTTP, for the holder of a ticket; a download that broke off continues by its range. */
@Controller('internal/exports')
@UseFilters(ByteErrorFilter)
export class ExportsController {
  constructor(
    private readonly tickets: Tickets,
    private readonly readExport: ReadExport,
  ) {}

  @Get()
  async send(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { exportId, bytes, fileName } = this.tickets.fromHeader(request.headers.authorization, 'export');
    const etag = `"${exportId}"`;
    const { range: asked, 'if-range': ifRange } = request.headers;
    const range = byteRange(ifRange === undefined || ifRange === etag ? asked : undefined, bytes);
    if (range === null) {
      await reply.status(416).header('content-range', `bytes */${bytes}`).send();
      return;
    }
    const { from, to } = range ?? { from: 0, to: bytes - 1 };
    // Fastify keeps the length that is announced only where there is a body.
    const body = request.method === 'HEAD' ? Readable.from([]) : await this.readExport.execute(exportId, { from, to });
    reply.headers({
      etag,
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-type': 'application/zip',
      'content-length': to - from + 1,
      'content-disposition': contentDisposition(fileName),
      ...(range !== undefined && { 'content-range': `bytes ${from}-${to}/${bytes}` }),
    });
    await reply.status(range === undefined ? 200 : 206).send(body);
  }
}
