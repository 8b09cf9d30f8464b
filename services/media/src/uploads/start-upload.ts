import { Injectable } from '@nestjs/common';
import { AppError, MAX_PHOTO_BYTES, MEGABYTE, uploadMessages } from '@postloom/contracts';
import type { mediaRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { Tickets } from '../tickets/index.ts';
import { ReserveUpload } from './reserve-upload.ts';

type Input = ParsedInputOf<typeof mediaRpc.uploadStart>;

/** The lifetime of an announced upload; then its bytes are released. */
const INTENT_SECONDS = 15 * 60;
/** A multipart body is a little longer than its file. */
const ENVELOPE_BYTES = MEGABYTE;

/** Reserves the announced bytes against the plan and returns the ticket for the transfer. */
@Injectable()
export class StartUpload {
  constructor(
    private readonly uow: Uow,
    private readonly tickets: Tickets,
    private readonly reservations: ReserveUpload,
  ) {}

  /** @throws AppError upgrade_required, payload_too_large */
  async execute(input: Input, context: RpcContext): Promise<OutputOf<typeof mediaRpc.uploadStart>> {
    const owner = writerOf(context);
    const { uploadId, announcedBytes } = input;
    if (announcedBytes !== null && announcedBytes > MAX_PHOTO_BYTES + ENVELOPE_BYTES) {
      throw new AppError('payload_too_large', uploadMessages.tooLarge('This file'));
    }
    const bytes = announcedBytes === null ? null : Math.min(announcedBytes, MAX_PHOTO_BYTES);
    const reservationId = await this.uow.run(Scope.business(owner.businessId), (tx) =>
      this.reservations.reserve(tx, { ...owner, uploadId, bytes, seconds: INTENT_SECONDS }),
    );
    const ticket = this.tickets.give({ kind: 'upload', uploadId, ...owner, reservationId }, INTENT_SECONDS);
    return { uploadId, ticket, maxBytes: MAX_PHOTO_BYTES };
  }
}
