import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/index.ts';
import { PhotosModule } from '../photos/index.ts';
import { RenditionsModule } from '../renditions/index.ts';
import { ExpiredIntentsClaims } from './expired-intents.claims.ts';
import { ExpiredIntentsWorker } from './expired-intents.worker.ts';
import { FinishUpload } from './finish-upload.ts';
import { IntentsRepository } from './intents.repository.ts';
import { KeepPhoto, UploadIdTaken } from './keep-photo.ts';
import { Keeping } from './keeping.ts';
import { KeepUnannounced } from './keep-unannounced.ts';
import { Receiving } from './receiving.ts';
import { ReserveUpload } from './reserve-upload.ts';
import { StartUpload } from './start-upload.ts';
import { UploadsController } from './uploads.controller.ts';
import { UploadsRpc } from './uploads.rpc.ts';

@Module({
  imports: [ErasureModule, PhotosModule, RenditionsModule],
  controllers: [UploadsRpc, UploadsController],
  providers: [
    ...[StartUpload, FinishUpload, KeepPhoto, Keeping, KeepUnannounced, Receiving, ReserveUpload],
    ...[IntentsRepository, ExpiredIntentsClaims, ExpiredIntentsWorker],
  ],
  exports: [KeepPhoto, Keeping, KeepUnannounced, Receiving, ReserveUpload],
})
export class UploadsModule {}

export { Keeping, KeepPhoto, KeepUnannounced, Receiving, ReserveUpload, UploadIdTaken };
export { feed } from './feed.ts';
export type { KeptPhoto } from './keep-photo.ts';
export { measureFile } from './measure-file.ts';
export type { ReceivedFile } from './measure-file.ts';
export { PACE, watchPace } from './watch-pace.ts';
