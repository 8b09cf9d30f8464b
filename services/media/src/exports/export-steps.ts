import { Injectable } from '@nestjs/common';
import type { StepName } from './position.ts';
import type { ExportStep } from './steps/export-step.ts';
import { WriteAccount } from './steps/write-account.ts';
import { WriteAlbums } from './steps/write-albums.ts';
import { WriteBusiness } from './steps/write-business.ts';
import { WriteCaptions } from './steps/write-captions.ts';
import { WriteDirectory } from './steps/write-directory.ts';
import { WriteFront } from './steps/write-front.ts';
import { WritePhotoRows } from './steps/write-photo-rows.ts';
import { WritePhotos } from './steps/write-photos.ts';
import { WritePosts } from './steps/write-posts.ts';
import { WriteSchedules } from './steps/write-schedules.ts';

/** The steps of an export by their names. */
@Injectable()
export class ExportSteps {
  readonly byName: Readonly<Record<Exclude<StepName, 'done'>, ExportStep>>;

  constructor(
    account: WriteAccount,
    business: WriteBusiness,
    photos: WritePhotos,
    rows: WritePhotoRows,
    albums: WriteAlbums,
    posts: WritePosts,
    schedules: WriteSchedules,
    captions: WriteCaptions,
    front: WriteFront,
    directory: WriteDirectory,
  ) {
    this.byName = {
      account,
      business,
      photos,
      'photo-rows': rows,
      albums,
      posts,
      schedules,
      captions,
      front,
      directory,
    };
  }
}
