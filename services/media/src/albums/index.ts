import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { AlbumsRepository } from './albums.repository.ts';
import { AlbumsRpc } from './albums.rpc.ts';
import { ClosingAlbumsClaims } from './closing-albums.claims.ts';
import { ClosingAlbumsWorker } from './closing-albums.worker.ts';
import { CreateAlbum } from './create-album.ts';
import { DeleteAlbum } from './delete-album.ts';
import { EmptyAlbum } from './empty-album.ts';
import { MoveAlbum } from './move-album.ts';

@Module({
  imports: [PhotosModule],
  controllers: [AlbumsRpc],
  providers: [
    AlbumsRepository,
    CreateAlbum,
    DeleteAlbum,
    EmptyAlbum,
    MoveAlbum,
    ClosingAlbumsClaims,
    ClosingAlbumsWorker,
  ],
  exports: [AlbumsRepository],
})
export class AlbumsModule {}

export { AlbumsRepository };
export { MOST_ALBUMS } from './create-album.ts';
