import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/index.ts';
import { RecurrenceModule } from '../recurrence/index.ts';
import { KeepWallClocks } from './keep-wall-clocks.ts';
import { ZoneDataClaims } from './zone-data.claims.ts';
import { ZoneDataWorker } from './zone-data.worker.ts';

@Module({ imports: [PostsModule, RecurrenceModule], providers: [KeepWallClocks, ZoneDataClaims, ZoneDataWorker] })
export class ZoneDataModule {}
