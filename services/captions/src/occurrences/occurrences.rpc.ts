import { Controller } from '@nestjs/common';
import { AppError, generationRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { GenerationsRepository } from '../captions/index.ts';

/** Events carry only a generation's id; its text is requested here. */
@Controller()
export class OccurrencesRpc {
  constructor(
    private readonly uow: Uow,
    private readonly generations: GenerationsRepository,
  ) {}

  /** @throws AppError not_found, also for another business's */
  @Rpc(generationRpc.generationGet)
  async get(
    { generationId }: ParsedInputOf<typeof generationRpc.generationGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof generationRpc.generationGet>> {
    const businessId = businessOf(context);
    const answer = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.generations.answer(tx, businessId, generationId),
      { readOnly: true },
    );
    if (answer === null) {
      throw new AppError('not_found');
    }
    return { caption: answer.caption, hashtags: answer.hashtags };
  }
}
