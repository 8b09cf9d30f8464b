import { Controller } from '@nestjs/common';
import {
  doctorEvents,
  preflightEvents,
  publisherEvents,
  recurringEvents,
  resolveEvents,
  schedulingEvents,
  usageEvents,
} from '@postloom/contracts';
import type { DataOf, EventContract, EventEnvelope } from '@postloom/contracts';
import { On } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import {
  attentionNotice,
  brokenNotice,
  delayedNotice,
  draftedNotice,
  expiringNotice,
  noticeKeys,
  riskNotice,
  roundNotice,
  settledNotice,
  skippedNotice,
  usageNotice,
} from './notices.ts';
import { Notify } from './notify.ts';

type Envelope<E extends EventContract> = EventEnvelope<DataOf<E>>;

/** Events of other services that create notifications or make them obsolete. */
@Controller()
export class NotificationsEvents {
  constructor(private readonly notify: Notify) {}

  @On(schedulingEvents.postSettled)
  async settled(event: Envelope<typeof schedulingEvents.postSettled>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => settledNotice(event.data, event.at, timeZone));
    await this.notify.settle(tx, event, event.data.postId, 'risk ', 'delayed ', 'attention ');
  }

  @On(schedulingEvents.postDeleted)
  async postDeleted(event: Envelope<typeof schedulingEvents.postDeleted>, tx: Tx): Promise<void> {
    await this.notify.forget(tx, event.businessId, event.data.postId);
  }

  @On(resolveEvents.targetResolved)
  async resolved(event: Envelope<typeof resolveEvents.targetResolved>, tx: Tx): Promise<void> {
    const { postId, targetId, round } = event.data;
    await this.notify.settle(tx, event, postId, noticeKeys.attention(targetId, round));
  }

  @On(preflightEvents.postAtRisk)
  async atRisk(event: Envelope<typeof preflightEvents.postAtRisk>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, () => riskNotice(event.data));
  }

  @On(recurringEvents.occurrenceSkipped)
  async skipped(event: Envelope<typeof recurringEvents.occurrenceSkipped>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => skippedNotice(event.data, timeZone));
  }

  @On(recurringEvents.occurrenceDrafted)
  async drafted(event: Envelope<typeof recurringEvents.occurrenceDrafted>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => draftedNotice(event.data, timeZone));
  }

  @On(recurringEvents.roundRestarted)
  async round(event: Envelope<typeof recurringEvents.roundRestarted>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, () => roundNotice(event.data));
  }

  @On(publisherEvents.targetNeedsAttention)
  async attention(event: Envelope<typeof publisherEvents.targetNeedsAttention>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => attentionNotice(event.data, event.at, timeZone));
  }

  @On(publisherEvents.targetDelayed)
  async delayed(event: Envelope<typeof publisherEvents.targetDelayed>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => delayedNotice(event.data, event.at, timeZone));
  }

  @On(publisherEvents.accountBroken)
  async broken(event: Envelope<typeof publisherEvents.accountBroken>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => brokenNotice(event.data, event.at, timeZone));
  }

  @On(doctorEvents.accountExpiring)
  async expiring(event: Envelope<typeof doctorEvents.accountExpiring>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, (timeZone) => expiringNotice(event.data, timeZone));
  }

  @On(usageEvents.postsWarned)
  async postsWarned(event: Envelope<typeof usageEvents.postsWarned>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, () => usageNotice(event.data));
  }

  @On(usageEvents.captionsWarned)
  async captionsWarned(event: Envelope<typeof usageEvents.captionsWarned>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, () => usageNotice(event.data));
  }

  @On(usageEvents.storageWarned)
  async storageWarned(event: Envelope<typeof usageEvents.storageWarned>, tx: Tx): Promise<void> {
    await this.notify.execute(tx, event, () => usageNotice(event.data));
  }

  /** Needs no notification, but completes what was asked for. */
  @On(publisherEvents.accountConnected)
  async connected(event: Envelope<typeof publisherEvents.accountConnected>, tx: Tx): Promise<void> {
    await this.notify.settle(tx, event, event.data.accountId, 'broken ', 'expiring ');
  }

  @On(publisherEvents.accountRemoved)
  async removed({ businessId, data }: Envelope<typeof publisherEvents.accountRemoved>, tx: Tx): Promise<void> {
    await this.notify.forget(tx, businessId, data.accountId);
  }
}
