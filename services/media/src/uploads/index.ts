import { Module } from '@nestjs/common';
import { ErasureModule } from '../erasure/index.ts';
import { PhotosModule } from '../photos/index.ts';
import { RenditionsModule } from '../renditions/index.ts';
import { ExpiredIntentsClaims } from './expired-intents.claims.ts';
import { ExpiredIntentsWorker } from './expired-intents.worker.ts';
import { FinishUpload } from './finish-upload.ts';
import { IntentsRepository } from './intents.repository.ts';
import { StartUpload } from './start-upload.ts';
import { UploadsController } from './uploads.controller.ts';
import { UploadsRpc } from './uploads.rpc.ts';

@Module({
  imports: [ErasureModule, PhotosModule, RenditionsModule],
  controllers: [UploadsRpc, UploadsController],
  providers: [StartUpload, FinishUpload, IntentsRepository, ExpiredIntentsClaims, ExpiredIntentsWorker],
})
export class UploadsModule {}
