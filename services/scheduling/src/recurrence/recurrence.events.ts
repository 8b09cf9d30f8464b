import { Controller } from '@nestjs/common';
import { albumEvents, captionsEvents, identityEvents, mediaEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import { PhotoAlbumsRepository } from './photo-albums.repository.ts';
import { RecordCaptionResult } from './record-caption-result.ts';
import { Rezone } from './rezone.ts';
import { reasons } from './schedule.ts';

type PhotoEvent = EventEnvelope<DataOf<typeof mediaEvents.photoUpdated>>;

/** Events of other services that concern schedules: captions, albums, the zone of a business. */
@Controller()
export class RecurrenceEvents {
  constructor(
    private readonly captions: RecordCaptionResult,
    private readonly albums: PhotoAlbumsRepository,
    private readonly refs: RefsRepository,
    private readonly rezone: Rezone,
  ) {}

  @On(captionsEvents.captionGenerated)
  async generated(event: EventEnvelope<DataOf<typeof captionsEvents.captionGenerated>>, tx: Tx): Promise<void> {
    const { occurrenceId, generationId, photoId } = event.data;
    if (event.businessId === null || occurrenceId === null) {
      return;
    } // a caption that a person asked for
    await this.captions.execute(tx, event.businessId, occurrenceId, { generationId, photoId });
  }

  @On(captionsEvents.captionFailed)
  async failed(event: EventEnvelope<DataOf<typeof captionsEvents.captionFailed>>, tx: Tx): Promise<void> {
    const { occurrenceId, photoId, reason, cause } = event.data;
    if (event.businessId === null || occurrenceId === null) {
      return;
    }
    const failure = cause === 'switched_off' ? reasons.captionsOff : reasons.noCaption(reason);
    await this.captions.execute(tx, event.businessId, occurrenceId, { photoId: photoId ?? null, failure });
  }

  @On(mediaEvents.photoUploaded, { handler: 'album' })
  uploaded(event: PhotoEvent, tx: Tx): Promise<void> {
    return this.photo(event, tx);
  }

  @On(mediaEvents.photoReady, { handler: 'album' })
  ready(event: PhotoEvent, tx: Tx): Promise<void> {
    return this.photo(event, tx);
  }

  /** A photo whose look was changed has another size. One handler for both: a change of a whole library brings very many of these. */
  @On(mediaEvents.photoUpdated, { handler: 'album' })
  async updated(event: PhotoEvent, tx: Tx): Promise<void> {
    const { businessId, data, version } = event;
    if (businessId === null) {
      return;
    }
    const { photoId: id, width, height } = data;
    await this.refs.resizePhoto(tx, businessId, { id, width, height }, version);
    await this.photo(event, tx);
  }

  @On(albumEvents.albumDeleted)
  async albumDeleted(event: EventEnvelope<DataOf<typeof albumEvents.albumDeleted>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    await this.albums.forgetAlbum(tx, event.businessId, event.data.albumId);
  }

  /** The projection comes first, so that schedules follow what it knows: an older event that arrives late moves nothing back. */
  @On(identityEvents.businessUpdated, { handler: 'schedules' })
  async businessUpdated(event: EventEnvelope<DataOf<typeof identityEvents.businessUpdated>>, tx: Tx): Promise<void> {
    const { businessId } = event.data;
    await this.refs.applyBusiness(tx, businessId, event.data, event.version);
    await this.rezone.all(tx, businessId);
  }

  private async photo({ businessId, data, at, version }: PhotoEvent, tx: Tx): Promise<void> {
    if (businessId === null) {
      return;
    }
    const { photoId, albumId } = data;
    await this.albums.apply(tx, { businessId, photoId, albumId, at: new Date(at) }, version);
  }
}
