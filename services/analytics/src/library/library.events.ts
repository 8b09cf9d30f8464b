import { Controller } from '@nestjs/common';
import { mediaEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { LibraryRepository } from './library.repository.ts';

@Controller()
export class LibraryEvents {
  constructor(private readonly library: LibraryRepository) {}

  @On(mediaEvents.photoUploaded, { handler: 'library-grew' })
  uploaded(envelope: EventEnvelope<DataOf<typeof mediaEvents.photoUploaded>>, tx: Tx): Promise<void> {
    return this.apply(envelope, tx, false);
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
}
