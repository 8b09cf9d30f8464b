import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf, transferRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { Storage } from '../storage/index.ts';
import { TransfersRepository } from './transfers.repository.ts';

/** The parts that have arrived, for a client that goes on after an interruption. */
@Injectable()
export class ListParts {
  constructor(
    private readonly uow: Uow,
    private readonly storage: Storage,
    private readonly transfers: TransfersRepository,
  ) {}

  /** @throws AppError invalid_object, dependency_failed */
  async execute(
    input: ParsedInputOf<typeof transferRpc.partsList>,
    context: RpcContext,
  ): Promise<OutputOf<typeof transferRpc.partsList>> {
    const { businessId } = writerOf(context);
    const transfer = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.transfers.ofParts(tx, businessId, input),
      { readOnly: true },
    );
    // Storage forgets the parts when it joins them: a client that never got that answer asks what is missing, and hears nothing is.
    const joined = transfer.state === 'ended' ? null : transfer.parts;
    const parts = (await this.storage.parts(transfer.objectKey, transfer.multipartId)) ?? joined;
    if (parts === null) {
      throw new AppError('invalid_object');
    }
    return parts.map(({ number, etag, bytes }) => ({ PartNumber: number, ETag: etag, Size: bytes }));
  }
}
