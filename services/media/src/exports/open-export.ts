import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Tickets } from '../tickets/index.ts';
import { ExportsRepository } from './exports.repository.ts';

/** To begin reading; what has begun goes on. */
const TICKET_SECONDS = 60;

/** The person's own newest export that can be downloaded. */
@Injectable()
export class OpenExport {
  constructor(
    private readonly uow: Uow,
    private readonly tickets: Tickets,
    private readonly exports: ExportsRepository,
  ) {}

  /** @throws AppError not_found: there is none, or it has expired */
  async execute(userId: string): Promise<{ path: string; ticket: string }> {
    const found = await this.uow.run(Scope.global(), (tx) => this.exports.downloadable(tx, userId), { readOnly: true });
    if (found === null) {
      throw new AppError('not_found');
    }
    const fileName = `postloom-export-${found.asked_at.toISOString().slice(0, 10)}.zip`;
    return {
      path: '/internal/exports',
      ticket: this.tickets.give({ kind: 'export', exportId: found.id, bytes: found.bytes, fileName }, TICKET_SECONDS),
    };
  }
}
