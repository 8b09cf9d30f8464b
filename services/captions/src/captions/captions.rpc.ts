import { Controller } from '@nestjs/common';
import { captionsRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { GenerateCaption } from './generate-caption.ts';
import { GenerationsRepository } from './generations.repository.ts';

@Controller()
export class CaptionsRpc {
  constructor(
    private readonly generateCaption: GenerateCaption,
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
  async history(
    _input: ParsedInputOf<typeof captionsRpc.captionHistory>,
    context: RpcContext,
  ): Promise<OutputOf<typeof captionsRpc.captionHistory>> {
    const businessId = businessOf(context);
    const rows = await this.uow.run(Scope.business(businessId), (tx) => this.generations.history(tx, businessId), {
      readOnly: true,
    });
    return rows.map(({ id, photoId, answer, provider, style, createdAt }) => ({
      id,
      photoId,
      caption: answer.caption,
      hashtags: answer.hashtags,
      provider,
      style,
      createdAt: createdAt.toISOString(),
    }));
  }
}
