import { Module } from '@nestjs/common';
import { FiguresModule } from '../figures/index.ts';
import { LibraryModule } from '../library/index.ts';
import { OverviewRpc } from './overview.rpc.ts';

@Module({ imports: [FiguresModule, LibraryModule], controllers: [OverviewRpc] })
export class OverviewModule {}
