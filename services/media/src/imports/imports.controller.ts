import { Controller, HttpCode, Post, Req, UseFilters } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ByteErrorFilter } from '../byte-error.filter.ts';
import { Tickets } from '../tickets/index.ts';
import { ReceivePart } from './receive-part.ts';

/** Bytes of zips over internal HTTP: the gateway streams them here. */
@Controller('internal/imports')
@UseFilters(ByteErrorFilter)
export class ImportsController {
  constructor(
    private readonly tickets: Tickets,
    private readonly receivePart: ReceivePart,
  ) {}

  @Post()
  @HttpCode(200)
  async receive(@Req() request: FastifyRequest): Promise<{ success: true }> {
    await this.receivePart.execute(this.tickets.fromHeader(request.headers.authorization, 'import'), request.raw);
    return { success: true };
  }
}
