import { Injectable } from '@nestjs/common';
import { AppError, IMPORT_PART_BYTES } from '@postloom/contracts';
import type { importDataRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Tickets } from '../tickets/index.ts';
import { ImportsRepository } from './imports.repository.ts';

/** To begin sending; what has begun goes on. */
const TICKET_SECONDS = 60;

/** Lets the next bytes of a zip in. */
@Injectable()
export class OpenPart {
  constructor(
    private readonly uow: Uow,
    private readonly tickets: Tickets,
    private readonly imports: ImportsRepository,
  ) {}

  /**
   * @throws AppError not_found for an import that is not the person's latest; conflict for bytes that are not the next; validation_failed
   * for a part that is smaller than parts are, as each is an object and a row
   */
  async execute(
    userId: string,
    { importId, from, bytes }: ParsedInputOf<typeof importDataRpc.importPart>,
  ): Promise<OutputOf<typeof importDataRpc.importPart>> {
    const latest = await this.uow.run(Scope.global(), (tx) => this.imports.latest(tx, userId), { readOnly: true });
    if (latest?.id !== importId) {
      throw new AppError('not_found');
    }
    const { state, received_bytes: received } = latest;
    if (state !== 'receiving' || from !== received || from + bytes > latest.bytes) {
      throw new AppError(
        'conflict',
        `Of this zip, ${received} of ${latest.bytes} bytes are here. Please go on from there.`,
      );
    }
    if (bytes < IMPORT_PART_BYTES && from + bytes < latest.bytes) {
      throw new AppError('validation_failed', `Every part but the last has ${IMPORT_PART_BYTES} bytes.`);
    }
    return {
      path: '/internal/imports',
      ticket: this.tickets.give({ kind: 'import', importId, userId, from, bytes }, TICKET_SECONDS),
    };
  }
}
