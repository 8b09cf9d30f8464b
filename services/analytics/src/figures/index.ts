import { Module } from '@nestjs/common';
import { AdviceModule } from '../advice/index.ts';
import { FiguresRepository } from './figures.repository.ts';
import { FiguresRpc } from './figures.rpc.ts';
import { GetBestTimes } from './get-best-times.ts';
import { GetFigures } from './get-figures.ts';

@Module({
  imports: [AdviceModule],
  controllers: [FiguresRpc],
  providers: [GetBestTimes, GetFigures, FiguresRepository],
  exports: [FiguresRepository, GetFigures],
})
export class FiguresModule {}

export { FiguresRepository, GetFigures };
