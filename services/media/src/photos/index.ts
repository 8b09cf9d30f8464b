import { Module } from '@nestjs/common';
import { BusinessesModule } from '../businesses/index.ts';
import { SearchModule } from '../search/index.ts';
import { BulkPhotos } from './bulk-photos.ts';
import { DeletePhoto } from './delete-photo.ts';
import { DeletedPhotosClaims } from './deleted-photos.claims.ts';
import { DeletedPhotosRepository } from './deleted-photos.repository.ts';
import { ErasePhotos } from './erase-photos.ts';
import { ListPhotos } from './list-photos.ts';
import { OldDeletedPhotos } from './old-deleted-photos.worker.ts';
import { PhotosRepository } from './photos.repository.ts';
import { PhotosRpc } from './photos.rpc.ts';
import { PictureAddresses } from './picture-addresses.ts';
import { RestorePhoto } from './restore-photo.ts';

@Module({
  imports: [SearchModule, BusinessesModule],
  controllers: [PhotosRpc],
  providers: [
    PictureAddresses,
    PhotosRepository,
    DeletedPhotosRepository,
    ListPhotos,
    DeletePhoto,
    RestorePhoto,
    ErasePhotos,
    BulkPhotos,
    DeletedPhotosClaims,
    OldDeletedPhotos,
  ],
  exports: [PhotosRepository, DeletedPhotosRepository, PictureAddresses],
})
export class PhotosModule {}

export { cleanName } from './clean-name.ts';
export { keysOfLook, keysOfPhoto } from './photo-keys.ts';
export { photoFacts, picturePath } from './photo-row.ts';
export { DeletedPhotosRepository, OldDeletedPhotos, PhotosRepository, PictureAddresses };
export { READY_VERSION } from './photos.repository.ts';
export type { DerivedPictures } from './photos.repository.ts';
