import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { MOST_TRIES, RenditionClaims } from './renditions.claims.ts';
import { RenditionsRepository } from './renditions.repository.ts';
import { RenditionsWorker } from './renditions.worker.ts';

@Module({
  imports: [PhotosModule],
  providers: [RenditionClaims, RenditionsRepository, RenditionsWorker],
  exports: [RenditionsRepository, RenditionsWorker],
})
export class RenditionsModule {}

export { MOST_TRIES, RenditionsRepository, RenditionsWorker };
