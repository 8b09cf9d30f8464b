import { Injectable } from '@nestjs/common';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { SignedAddresses, Storage } from '../storage/index.ts';
import { EndTransfer } from './end-transfer.ts';
import { TransfersRepository } from './transfers.repository.ts';

/** Joins the parts of an upload into its object, unless they are more than a file may have. */
@Injectable()
export class JoinParts {
  constructor(
    private readonly uow: Uow,
    private readonly storage: Storage,
    private readonly addresses: SignedAddresses,
    private readonly transfers: TransfersRepository,
    private readonly endTransfer: EndTransfer,
  ) {}

  /** @throws AppError invalid_object, payload_too_large, dependency_failed */
  async execute(
    input: ParsedInputOf<typeof transferRpc.partsJoin>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.partsJoin>> {
    const { businessId } = writerOf(context);
    const scope = Scope.business(businessId);
    const transfer = await this.uow.run(scope, (tx) => this.transfers.ofParts(tx, businessId, input), {
      readOnly: true,
    });
    const { objectKey, multipartId } = transfer;
    if (transfer.state === 'ended') {
      throw new AppError('invalid_object');
    }
    if (transfer.state === 'open') {
      const stored = await this.storage.parts(objectKey, multipartId);
      const bytes = stored?.reduce((sum, part) => sum + part.bytes, 0) ?? 0;
      if (bytes > MAX_PHOTO_BYTES) {
        await this.uow.run(scope, (tx) => this.endTransfer.end(tx, transfer));
        throw new AppError('payload_too_large', uploadMessages.tooLarge('This file'));
      }
      if (stored) {
        await this.uow.run(scope, (tx) => this.transfers.keepParts(tx, transfer.id, stored));
      }
      const parts = input.parts.map(({ PartNumber, ETag }) => ({ number: PartNumber, etag: ETag }));
      if (!(await this.storage.joinParts(objectKey, multipartId, parts))) {
        throw new AppError('invalid_object');
      }
      await this.uow.run(scope, (tx) => this.transfers.join(tx, transfer.id));
    }
    return this.addresses.of(objectKey);
  }
}
