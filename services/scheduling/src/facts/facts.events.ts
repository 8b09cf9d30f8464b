import { Controller } from '@nestjs/common';
import { doctorEvents, identityEvents, mediaEvents, publisherEvents } from '@postloom/contracts';
import type { DataOf, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from './refs.repository.ts';

type AccountEvent = EventEnvelope<DataOf<typeof publisherEvents.accountConnected>>;
type PhotoEvent = EventEnvelope<DataOf<typeof mediaEvents.photoReady>>;
type BusinessEvent = EventEnvelope<DataOf<typeof identityEvents.businessUpdated>>;

/** Keeps the projections of businesses, accounts and photos. */
@Controller()
export class FactsEvents {
  constructor(private readonly refs: RefsRepository) {}

  @On(identityEvents.businessUpdated)
  businessUpdated(event: BusinessEvent, tx: Tx): Promise<void> {
    return this.business(event, tx);
  }

  /** `limits` has a handler of its own for the same event. */
  @On(identityEvents.businessCreated, { handler: 'business-facts' })
  businessCreated(event: BusinessEvent, tx: Tx): Promise<void> {
    return this.business(event, tx);
  }

  @On(publisherEvents.accountConnected)
  accountConnected(event: AccountEvent, tx: Tx): Promise<void> {
    return this.account(event, tx, 'connected');
  }

  @On(publisherEvents.accountBroken)
  accountBroken(event: AccountEvent, tx: Tx): Promise<void> {
    return this.account(event, tx, 'broken');
  }

  @On(publisherEvents.accountRemoved)
  accountRemoved(event: AccountEvent, tx: Tx): Promise<void> {
    return this.account(event, tx, 'removed');
  }

  @On(doctorEvents.accountExpiring)
  async accountExpiring(event: EventEnvelope<DataOf<typeof doctorEvents.accountExpiring>>, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    await this.refs.expireAccount(tx, event.businessId, event.data, event.version);
  }

  @On(mediaEvents.photoUploaded)
  photoUploaded(event: PhotoEvent, tx: Tx): Promise<void> {
    return this.photo(event, tx);
  }

  @On(mediaEvents.photoReady)
  photoReady(event: PhotoEvent, tx: Tx): Promise<void> {
    return this.photo(event, tx);
  }

  private async business(event: BusinessEvent, tx: Tx): Promise<void> {
    await this.refs.applyBusiness(tx, event.data.businessId, event.data, event.version);
  }

  private async account(event: AccountEvent, tx: Tx, state: 'connected' | 'broken' | 'removed'): Promise<void> {
    if (event.businessId === null) {
      return;
    } // an account without a business belongs to nobody: nothing to project
    const { accountId, platform, accountName: name } = event.data;
    await this.refs.applyAccount(tx, event.businessId, { accountId, platform, state, name }, event.version);
  }

  private async photo(event: PhotoEvent, tx: Tx): Promise<void> {
    if (event.businessId === null) {
      return;
    }
    const { photoId: id, width, height } = event.data;
    await this.refs.applyPhoto(tx, event.businessId, { id, isDeleted: false, size: { width, height } }, event.version);
  }
}
