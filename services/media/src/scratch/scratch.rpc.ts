import { Controller, HttpCode, Post, Req, UseFilters } from '@nestjs/common';
import { mediaRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import type { FastifyRequest } from 'fastify';
import { businessOf, writerOf } from '../access.ts';
import { ByteErrorFilter } from '../byte-error.filter.ts';
import { Tickets } from '../tickets/index.ts';
import { ScratchPictures } from './scratch-pictures.ts';

@Controller()
export class ScratchRpc {
  constructor(private readonly scratch: ScratchPictures) {}

  @Rpc(mediaRpc.scratchStart)
  start(
    _input: ParsedInputOf<typeof mediaRpc.scratchStart>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.scratchStart>> {
    return this.scratch.start(writerOf(context).businessId);
  }

  @Rpc(mediaRpc.scratchSource)
  source(
    { scratchId }: ParsedInputOf<typeof mediaRpc.scratchSource>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.scratchSource>> {
    return this.scratch.source(scratchId, businessOf(context));
  }
}

/** The internal HTTP side: the gateway sends the inline picture here. */
@Controller('internal/scratch')
@UseFilters(ByteErrorFilter)
export class ScratchController {
  constructor(
    private readonly tickets: Tickets,
    private readonly scratch: ScratchPictures,
  ) {}

  @Post()
  @HttpCode(200)
  async receive(@Req() request: FastifyRequest): Promise<{ success: true }> {
    await this.scratch.receive(this.tickets.fromHeader(request.headers.authorization, 'scratch'), request.raw);
    return { success: true };
  }
}
