import { Controller } from '@nestjs/common';
import { analyticsRpc } from '@postloom/contracts';
import type { BestTimes, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { GetBestTimes } from './get-best-times.ts';
import { GetFigures } from './get-figures.ts';

@Controller()
export class FiguresRpc {
  constructor(
    private readonly getFigures: GetFigures,
    private readonly getBestTimes: GetBestTimes,
  ) {}

  @Rpc(analyticsRpc.figuresGet)
  figures(
    input: ParsedInputOf<typeof analyticsRpc.figuresGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof analyticsRpc.figuresGet>> {
    return this.getFigures.execute(input, context);
  }

  @Rpc(analyticsRpc.bestTimesGet)
  bestTimes({ platforms }: ParsedInputOf<typeof analyticsRpc.bestTimesGet>, context: RpcContext): Promise<BestTimes> {
    return this.getBestTimes.execute(platforms ?? null, context);
  }
}
