import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { MAX_PHOTO_BYTES } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { writerOf } from '../access.ts';
import type { MediaConfig } from '../config.ts';
import { SignedAddresses } from '../storage/index.ts';
import { OpenTransfer } from './open-transfer.ts';

/** A form to POST one file with. */
@Injectable()
export class StartForm {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly openTransfer: OpenTransfer,
    private readonly addresses: SignedAddresses,
  ) {}

  /** @throws AppError upgrade_required, payload_too_large, rate_limited */
  async execute(
    input: ParsedInputOf<typeof transferRpc.formStart>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.formStart>> {
    const seconds = this.config.uploadAddressSeconds;
    const { objectKey, expiresAt } = await this.openTransfer.execute({ ...writerOf(context), ...input, seconds });
    const form = await this.addresses.forForm(objectKey, input.bytes ?? MAX_PHOTO_BYTES, seconds);
    return { ...form, expiresAt: expiresAt.toISOString() };
  }
}
