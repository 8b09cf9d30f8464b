import { Module } from '@nestjs/common';
import { AlbumsModule } from '../albums/index.ts';
import { PhotosModule } from '../photos/index.ts';
import { UploadsModule } from '../uploads/index.ts';
import { AnnounceImport } from './announce-import.ts';
import { BeginImport } from './begin-import.ts';
import { BringBackAlbum } from './bring-back-album.ts';
import { BringBackFile } from './bring-back-file.ts';
import { BringBackPhoto } from './bring-back-photo.ts';
import { CheckImport } from './check-import.ts';
import { DropImport } from './drop-import.ts';
import { GetImport } from './get-import.ts';
import { ImportsController } from './imports.controller.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ImportsRpc } from './imports.rpc.ts';
import { ImportsWorker } from './imports.worker.ts';
import { OpenImport } from './open-import.ts';
import { OpenPart } from './open-part.ts';
import { ReceivePart } from './receive-part.ts';

@Module({
  imports: [AlbumsModule, PhotosModule, UploadsModule],
  controllers: [ImportsRpc, ImportsController],
  providers: [
    ...[ImportsRepository, AnnounceImport, OpenPart, ReceivePart, GetImport, BeginImport, DropImport],
    ...[OpenImport, CheckImport, BringBackFile, BringBackAlbum, BringBackPhoto, ImportsWorker],
  ],
})
export class ImportsModule {}
