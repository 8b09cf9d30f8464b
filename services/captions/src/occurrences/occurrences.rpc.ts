import { Controller, Inject } from '@nestjs/common';
import { AppError, generationRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { OccurrenceCaptionsRepository } from './occurrence-captions.repository.ts';

/** Events tell the id of a generation alone; its text is asked for here. */
@Controller()
export class OccurrencesRpc {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(OccurrenceCaptionsRepository) private readonly wishes: OccurrenceCaptionsRepository,
  ) {}

  /** @throws AppError not_found, also for another business's */
  @Rpc(generationRpc.generationGet)
  async get(
    { generationId }: ParsedInputOf<typeof generationRpc.generationGet>,
    { businessId }: RpcContext,
  ): Promise<OutputOf<typeof generationRpc.generationGet>> {
    if (businessId === null) {
      throw new AppError('no_business');
    }
    const answer = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.wishes.answer(tx, businessId, generationId),
      { readOnly: true },
    );
    if (answer === null) {
      throw new AppError('not_found');
    }
    return { caption: answer.caption, hashtags: answer.hashtags };
  }
}
