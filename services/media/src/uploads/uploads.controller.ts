import { Controller, HttpCode, Param, Post, Req, UseFilters } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { AnswerOf, routes } from '@postloom/contracts';
import type { FastifyRequest } from 'fastify';
import { ByteErrorFilter } from '../byte-error.filter.ts';
import { Tickets } from '../tickets/index.ts';
import { FinishUpload } from './finish-upload.ts';

/** Uploads over internal HTTP: the gateway streams the browser's body here. */
@Controller('internal/uploads')
@UseFilters(ByteErrorFilter)
export class UploadsController {
  constructor(
    private readonly tickets: Tickets,
    private readonly finishUpload: FinishUpload,
  ) {}

  @Post(':uploadId')
  @HttpCode(200)
  async receive(
    @Param('uploadId') uploadId: string,
    @Req() request: FastifyRequest,
  ): Promise<AnswerOf<typeof routes.uploadPhoto>> {
    const ticket = this.tickets.fromHeader(request.headers.authorization, 'upload');
    if (ticket.uploadId !== uploadId) {
      throw new AppError('not_found');
    }
    const { photo, sameAs } = await this.finishUpload.execute(ticket, request.raw);
    return { success: true, photoId: photo.id, photo, sameAs };
  }
}
