import { Module } from '@nestjs/common';
import { AlbumsModule } from '../albums/index.ts';
import { ReportLogoModule } from '../report-logo/index.ts';
import { ExportReads } from './export-reads.ts';
import { ExportSteps } from './export-steps.ts';
import { ExportedPhotosRepository } from './exported-photos.repository.ts';
import { ExportsController } from './exports.controller.ts';
import { ExportsRepository } from './exports.repository.ts';
import { ExportsRpc } from './exports.rpc.ts';
import { ExportsWorker } from './exports.worker.ts';
import { OpenExport } from './open-export.ts';
import { ReadExport } from './read-export.ts';
import { StartExport } from './start-export.ts';
import { WriteAccount } from './steps/write-account.ts';
import { WriteAlbums } from './steps/write-albums.ts';
import { WriteBusiness } from './steps/write-business.ts';
import { WriteCaptions } from './steps/write-captions.ts';
import { WriteDirectory } from './steps/write-directory.ts';
import { WriteFront } from './steps/write-front.ts';
import { WritePage } from './steps/write-page.ts';
import { WritePhotoRows } from './steps/write-photo-rows.ts';
import { WritePhotos } from './steps/write-photos.ts';
import { WritePosts } from './steps/write-posts.ts';
import { WriteSchedules } from './steps/write-schedules.ts';
import { StoreSegment } from './store-segment.ts';
import { StoredEntries } from './stored-entries.ts';

const steps = [
  ...[WriteAccount, WriteBusiness, WritePhotos, WritePhotoRows, WriteAlbums],
  ...[WritePosts, WriteSchedules, WriteCaptions, WriteFront, WriteDirectory],
];

@Module({
  imports: [AlbumsModule, ReportLogoModule],
  controllers: [ExportsRpc, ExportsController],
  providers: [
    ...steps,
    ...[WritePage, ExportSteps, ExportReads, ExportsRepository, ExportedPhotosRepository, StoredEntries],
    ...[StartExport, OpenExport, ReadExport, StoreSegment, ExportsWorker],
  ],
})
export class ExportsModule {}

export { NO_COUNTS } from './export-job.ts';
export { pageFile } from './file-names.ts';
export { GIVE_UP_HOURS } from './give-up-hours.ts';
