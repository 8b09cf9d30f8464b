import { Module } from '@nestjs/common';
import { LibraryModule } from '../library/index.ts';
import { PublishedModule } from '../published/index.ts';
import { OverviewRpc } from './overview.rpc.ts';

@Module({ imports: [LibraryModule, PublishedModule], controllers: [OverviewRpc] })
export class OverviewModule {}
