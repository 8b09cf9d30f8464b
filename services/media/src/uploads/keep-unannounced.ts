import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { KeepPhoto } from './keep-photo.ts';
import type { AnnouncedBy, KeptPhoto, Remembered } from './keep-photo.ts';
import type { ReceivedFile } from './measure-file.ts';
import { ReserveUpload } from './reserve-upload.ts';

/** Longer than a picture takes from being reserved to being stored. */
const RESERVED_SECONDS = 15 * 60;

/** A file that we fetched ourselves: its bytes are reserved once they are known, and free again at once when no photo comes of it. */
@Injectable()
export class KeepUnannounced {
  constructor(
    private readonly uow: Uow,
    private readonly reservations: ReserveUpload,
    private readonly keepPhoto: KeepPhoto,
  ) {}

  /** @throws AppError of `ReserveUpload` and of `KeepPhoto` */
  async execute(by: AnnouncedBy, file: ReceivedFile, remembered?: Remembered): Promise<KeptPhoto> {
    const scope = Scope.business(by.businessId);
    const reservationId = await this.uow.run(scope, (tx) =>
      this.reservations.reserve(tx, { ...by, bytes: file.bytes, seconds: RESERVED_SECONDS }),
    );
    try {
      return await this.keepPhoto.execute(by, file, remembered);
    } catch (error) {
      await this.uow.run(scope, (tx) => this.reservations.release(tx, reservationId));
      throw error;
    }
  }
}
