import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, UPLOAD_PART_BYTES } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import type { MediaConfig } from '../config.ts';
import { SignedAddresses } from '../storage/index.ts';
import { TransfersRepository } from './transfers.repository.ts';

/** An address to PUT one part to; it takes exactly the bytes that this part has when the file is as long as was announced. */
@Injectable()
export class SignPart {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly addresses: SignedAddresses,
    private readonly transfers: TransfersRepository,
  ) {}

  /** @throws AppError invalid_object; validation_failed for a part that no file has; not_found when browsers do not reach the storage */
  async execute(
    input: ParsedInputOf<typeof transferRpc.partSign>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.partSign>> {
    const { businessId } = writerOf(context);
    this.addresses.expectReached();
    const transfer = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.transfers.ofParts(tx, businessId, input),
      { readOnly: true },
    );
    const leftMs = transfer.expiresAt.getTime() - this.clock.now().getTime();
    if (transfer.state !== 'open' || leftMs < 1_000) {
      throw new AppError('invalid_object');
    }
    const { partNumber: number } = input;
    const { bytes: ofFile, multipartId } = transfer;
    const most = Math.ceil((ofFile ?? MAX_PHOTO_BYTES) / UPLOAD_PART_BYTES);
    if (number > most) {
      const text =
        ofFile === null ? `A file has at most ${most} parts.` : `A file of this size has at most ${most} parts.`;
      throw new AppError('validation_failed', text);
    }
    const bytes = ofFile && Math.min(UPLOAD_PART_BYTES, ofFile - (number - 1) * UPLOAD_PART_BYTES);
    const seconds = Math.min(this.config.uploadAddressSeconds, Math.floor(leftMs / 1_000));
    const url = await this.addresses.forPart(transfer.objectKey, { multipartId, number, bytes }, seconds);
    return { url, seconds };
  }
}
