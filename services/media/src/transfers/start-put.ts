import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { writerOf } from '../access.ts';
import type { MediaConfig } from '../config.ts';
import { SignedAddresses } from '../storage/index.ts';
import { OpenTransfer } from './open-transfer.ts';

/** An address to PUT one file to. */
@Injectable()
export class StartPut {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly openTransfer: OpenTransfer,
    private readonly addresses: SignedAddresses,
  ) {}

  /** @throws AppError upgrade_required, payload_too_large, rate_limited */
  async execute(
    input: ParsedInputOf<typeof transferRpc.putStart>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.putStart>> {
    const seconds = this.config.uploadAddressSeconds;
    const { objectKey, expiresAt } = await this.openTransfer.execute({ ...writerOf(context), ...input, seconds });
    const url = await this.addresses.forPut(objectKey, input.bytes, seconds);
    return { url, expiresAt: expiresAt.toISOString() };
  }
}
