import { Controller } from '@nestjs/common';
import { bringBackRpc, captionsRpc, generationRpc } from '@postloom/contracts';
import type { BroughtBack, OutputOf, ParsedInputOf, WrittenCaption } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { BringBackCaptions } from './bring-back-captions.ts';
import { GenerateCaption } from './generate-caption.ts';
import { GenerationsRepository } from './generations.repository.ts';

@Controller()
export class CaptionsRpc {
  constructor(
    private readonly generateCaption: GenerateCaption,
    private readonly bringBackCaptions: BringBackCaptions,
    private readonly uow: Uow,
    private readonly generations: GenerationsRepository,
  ) {}

  @Rpc(captionsRpc.captionGenerate)
  generate(
    input: ParsedInputOf<typeof captionsRpc.captionGenerate>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.captionGenerate>> {
    return this.generateCaption.execute(input, context);
  }

  @Rpc(captionsRpc.captionHistory)
  history(
    _input: ParsedInputOf<typeof captionsRpc.captionHistory>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.captionHistory>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.generations.history(tx, businessId), {
      readOnly: true,
    });
  }

  @Rpc(bringBackRpc.captions)
  bringBack(input: ParsedInputOf<typeof bringBackRpc.captions>, context: RpcContext): Promise<BroughtBack[]> {
    return this.bringBackCaptions.execute(input, context);
  }

  @Rpc(generationRpc.generationPage)
  page(query: PageQuery, context: RpcContext): Promise<List<WrittenCaption>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.generations.page(tx, businessId, query), {
      readOnly: true,
    });
  }
}
