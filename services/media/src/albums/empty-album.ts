import { Injectable } from '@nestjs/common';
import { mediaEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { AlbumsRepository } from './albums.repository.ts';

/** Photos per transaction: their events fit into one statement, and the lock on them is short. */
export const UNSORT_BATCH = 1_000;

/** One batch of a deletion: photos leave the album, and after the last of them the album itself is deleted. */
@Injectable()
export class EmptyAlbum {
  constructor(
    private readonly photos: PhotosRepository,
    private readonly albums: AlbumsRepository,
  ) {}

  /** The album must be locked. True when photos are left and another batch is needed. */
  async step(tx: Tx, businessId: string, albumId: string): Promise<boolean> {
    const unsorted = await this.photos.unsort(tx, businessId, albumId, UNSORT_BATCH);
    for (const { photo, version } of unsorted) {
      await tx.emit(mediaEvents.photoUpdated, { businessId, entityId: photo.id, version, data: photoFacts(photo) });
    }
    if (unsorted.length === UNSORT_BATCH) {
      return true;
    }
    await this.albums.remove(tx, businessId, albumId);
    return false;
  }
}
