import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { DetachedPhotosRepository } from './detached-photos.repository.ts';
import { PhotoUse } from './photo-use.ts';
import { PhotoUsesRepository } from './photo-uses.repository.ts';
import { PhotosRpc } from './photos.rpc.ts';
import { PutPhotoBack } from './put-photo-back.ts';

@Module({
  imports: [FactsModule, PostsModule],
  controllers: [PhotosRpc],
  providers: [PhotoUse, PutPhotoBack, PhotoUsesRepository, DetachedPhotosRepository],
})
export class PhotosModule {}
