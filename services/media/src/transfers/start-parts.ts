import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import type { MediaConfig } from '../config.ts';
import { Storage } from '../storage/index.ts';
import { OpenTransfer } from './open-transfer.ts';
import { TransfersRepository } from './transfers.repository.ts';

/** Begins an upload in parts, or finds the one that is under way: after a reload, or when the answer was lost. */
@Injectable()
export class StartParts {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly uow: Uow,
    private readonly storage: Storage,
    private readonly transfers: TransfersRepository,
    private readonly openTransfer: OpenTransfer,
  ) {}

  /** @throws AppError upgrade_required, payload_too_large, rate_limited, dependency_failed */
  async execute(
    input: ParsedInputOf<typeof transferRpc.partsStart>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.partsStart>> {
    const owner = writerOf(context);
    const { uploadId, bytes } = input;
    const known =
      uploadId === null
        ? null
        : await this.uow.run(
            Scope.business(owner.businessId),
            (tx) => this.transfers.inParts(tx, owner.businessId, uploadId, bytes),
            { readOnly: true },
          );
    if (known) {
      return { transferId: known.id, key: known.objectKey };
    }
    const { id, objectKey } = await this.openTransfer.execute({
      ...owner,
      ...input,
      seconds: this.config.uploadPartsSeconds,
      begin: (key) => this.storage.startParts(key),
    });
    return { transferId: id, key: objectKey };
  }
}
