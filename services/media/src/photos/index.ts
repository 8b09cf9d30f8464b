import { Module } from '@nestjs/common';
import { BulkPhotos } from './bulk-photos.ts';
import { DeletePhoto } from './delete-photo.ts';
import { ListPhotos } from './list-photos.ts';
import { PhotosRepository } from './photos.repository.ts';
import { PhotosRpc } from './photos.rpc.ts';

@Module({
  controllers: [PhotosRpc],
  providers: [PhotosRepository, ListPhotos, DeletePhoto, BulkPhotos],
  exports: [PhotosRepository],
})
export class PhotosModule {}

export { cleanName } from './clean-name.ts';
export { photoFacts } from './photo-row.ts';
export { PhotosRepository };
