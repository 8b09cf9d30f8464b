import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { LikenessClaims } from './likeness.claims.ts';
import { LikenessRepository } from './likeness.repository.ts';
import { LikenessRpc } from './likeness.rpc.ts';
import { LikenessWorker } from './likeness.worker.ts';

@Module({
  imports: [PhotosModule],
  controllers: [LikenessRpc],
  providers: [LikenessRepository, LikenessClaims, LikenessWorker],
})
export class LikenessModule {}
