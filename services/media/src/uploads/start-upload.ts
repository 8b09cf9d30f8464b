import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, MEGABYTE, uploadMessages } from '@postloom/contracts';
import type { mediaRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Quotas, Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { PhotosRepository } from '../photos/index.ts';
import { Tickets } from '../tickets/index.ts';
import { IntentsRepository } from './intents.repository.ts';

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
    private readonly quotas: Quotas,
    private readonly random: Random,
    private readonly tickets: Tickets,
    private readonly photos: PhotosRepository,
    private readonly intents: IntentsRepository,
  ) {}

  /** @throws AppError upgrade_required, payload_too_large */
  async execute(input: Input, context: RpcContext): Promise<OutputOf<typeof mediaRpc.uploadStart>> {
    const owner = writerOf(context);
    const { uploadId, announcedBytes } = input;
    if (announcedBytes !== null && announcedBytes > MAX_PHOTO_BYTES + ENVELOPE_BYTES) {
      throw new AppError('payload_too_large', uploadMessages.tooLarge('This file'));
    }
    const reservationId = this.random.uuidv7();
    await this.uow.run(Scope.business(owner.businessId), (tx) => this.reserve(tx, input, owner, reservationId));
    const ticket = this.tickets.give({ kind: 'upload', uploadId, ...owner, reservationId }, INTENT_SECONDS);
    return { uploadId, ticket, maxBytes: MAX_PHOTO_BYTES };
  }

  private async reserve(
    tx: Tx,
    { uploadId, announcedBytes }: Input,
    { businessId, payerId }: { businessId: string; payerId: string },
    reservationId: string,
  ): Promise<void> {
    await this.intents.lock(tx, businessId, uploadId);
    if (await this.photos.byUpload(tx, businessId, uploadId)) {
      return; // The answer was lost and the client asks again: the photo is already counted.
    }
    const known = await this.intents.find(tx, businessId, uploadId);
    if (known) {
      // A retry after an interruption: the old reservation is replaced by one for what is announced now.
      await this.quotas.release(tx, known.reservationId);
    }
    await this.quotas.reserve(tx, {
      payerId,
      metric: 'storage',
      amount: Math.max(1, Math.min(announcedBytes ?? MAX_PHOTO_BYTES, MAX_PHOTO_BYTES)),
      id: reservationId,
      expiresInSeconds: INTENT_SECONDS,
    });
    await this.intents.open(tx, { businessId, uploadId, payerId, reservationId }, INTENT_SECONDS);
  }
}
