import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { bringBackRpc, BroughtBack, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Tombstones, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { GenerationsRepository } from './generations.repository.ts';

/** Captions of an export as history of this business; they were written and counted long ago. */
@Injectable()
export class BringBackCaptions {
  constructor(
    private readonly uow: Uow,
    private readonly erased: Tombstones,
    private readonly generations: GenerationsRepository,
  ) {}

  /** @throws AppError not_found (the business was deleted), unauthorized */
  async execute(
    { captions }: ParsedInputOf<typeof bringBackRpc.captions>,
    context: RpcContext,
  ): Promise<BroughtBack[]> {
    const businessId = businessOf(context);
    const { userId } = context;
    if (userId === null) {
      throw new AppError('unauthorized');
    }
    return this.uow.run(Scope.business(businessId), async (tx) => {
      await this.erased.refuseErased(tx, businessId);
      const made = new Set(await this.generations.bringBack(tx, businessId, userId, captions));
      return captions.map(({ id }) => ({ id, outcome: made.has(id) ? 'made' : 'known', note: null }));
    });
  }
}
