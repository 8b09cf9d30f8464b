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

/** No file that is taken has more parts than this. */
const MOST_PARTS = Math.ceil(MAX_PHOTO_BYTES / UPLOAD_PART_BYTES);

/** An address to PUT one part to. */
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
    if (input.partNumber > MOST_PARTS) {
      throw new AppError('validation_failed', `A file has at most ${MOST_PARTS} parts.`);
    }
    const seconds = Math.min(this.config.uploadAddressSeconds, Math.floor(leftMs / 1_000));
    const url = await this.addresses.forPart(transfer.objectKey, transfer.multipartId, input.partNumber, seconds);
    return { url, seconds };
  }
}
