import { Controller } from '@nestjs/common';
import { mediaEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { StaleDaysRepository } from '../roll-ups/index.ts';
import { LibraryRepository } from './library.repository.ts';

type Facts = EventEnvelope<DataOf<typeof mediaEvents.photoUpdated>>;

@Controller()
export class LibraryEvents {
  constructor(
    private readonly library: LibraryRepository,
    private readonly staleDays: StaleDaysRepository,
  ) {}

  @On(mediaEvents.photoUploaded, { handler: 'library-grew' })
  async uploaded(envelope: Facts, tx: Tx): Promise<void> {
    // The album first: it waits for the business's other changes before it locks the photo, as every change of an album does.
    await this.putInAlbum(envelope, tx);
    await this.apply(envelope, tx, false);
  }

  @On(mediaEvents.photoUpdated, { handler: 'album-changed' })
  updated(envelope: Facts, tx: Tx): Promise<void> {
    return this.putInAlbum(envelope, tx);
  }

  @On(mediaEvents.photoDeleted, { handler: 'library-shrank' })
  deleted(envelope: EventEnvelope<DataOf<typeof mediaEvents.photoDeleted>>, tx: Tx): Promise<void> {
    return this.apply(envelope, tx, true);
  }

  private async apply(envelope: EventEnvelope<{ photoId: string }>, tx: Tx, isDeleted: boolean): Promise<void> {
    if (envelope.businessId !== null) {
      await this.library.apply(tx, {
        photoId: envelope.data.photoId,
        businessId: envelope.businessId,
        version: envelope.version,
        isDeleted,
      });
    }
  }

  /** Posts are counted by the album of their first picture, as it is now. */
  private async putInAlbum({ businessId, version, data }: Facts, tx: Tx): Promise<void> {
    const { photoId, albumId } = data;
    if (businessId === null) {
      return;
    }
    await this.staleDays.lock(tx, businessId);
    if (await this.library.putInAlbum(tx, { photoId, businessId, version, albumId })) {
      await this.staleDays.ofPhoto(tx, businessId, photoId);
    }
  }
}
