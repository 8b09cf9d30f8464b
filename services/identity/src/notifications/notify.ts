import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { notificationEvents } from '@postloom/contracts';
import type { EventEnvelope } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { config } from '../config.ts';
import { metrics } from '../metrics.ts';
import { kindOfNotice, PreferencesRepository } from '../preferences/index.ts';
import { PushQueueRepository } from '../push/index.ts';
import type { Notice } from './notice.ts';
import { NoticeMailsClaims } from './notice-mails.claims.ts';
import { NotificationsRepository } from './notifications.repository.ts';
import { emitChanged } from './emit-changed.ts';

/** What the notification is about happened there and then. */
type Happening = Pick<EventEnvelope, 'businessId' | 'at'>;

/** Turns an event into notifications, in the event's own transaction: once, even when the event is delivered twice. */
@Injectable()
export class Notify {
  constructor(
    private readonly random: Random,
    private readonly notifications: NotificationsRepository,
    private readonly preferences: PreferencesRepository,
    private readonly mails: NoticeMailsClaims,
    private readonly pushes: PushQueueRepository,
  ) {}

  /** `write` gets the time zone of the business; null: no notification. */
  async execute(tx: Tx, happening: Happening, write: (timeZone: string) => Notice | null): Promise<void> {
    const { businessId, at } = happening;
    if (businessId === null) {
      return;
    }
    const business = await this.notifications.holdBusiness(tx, businessId);
    const notice = business === null ? null : write(business.timeZone);
    if (business === null || notice === null) {
      return; // the business is gone, or it is not worth a notification
    }
    const isMailed =
      notice.isWorthAMail && (await this.preferences.of(tx, business.ownerId)).kinds[kindOfNotice[notice.kind]].mail;
    if (isMailed) {
      await this.mails.ask(tx, businessId, config.noticeMailAfterSeconds, config.noticeMailEverySeconds);
    }
    const put = await this.notifications.put(tx, businessId, this.random.uuidv7(), notice, { at, isMailed });
    if (put === null) {
      return; // a newer event was faster
    }
    if (notice.isWorthAMail && kindOfNotice[notice.kind] === 'posts_failed') {
      await this.pushes.add(tx, businessId, put.id);
    }
    metrics.notifications.add(1, { kind: notice.kind });
    await tx.emit(notificationEvents.notificationCreated, {
      businessId,
      entityId: put.id,
      version: put.version,
      data: { notificationId: put.id },
    });
  }

  /**
   * Notifications under keys that start so are superseded by this event: read, and nothing to do any more. Those about later events stay:
   * they may have arrived earlier.
   */
  async settle(tx: Tx, { businessId, at }: EventEnvelope, about: string, ...keyPrefixes: string[]): Promise<void> {
    if (businessId !== null && (await this.notifications.settle(tx, businessId, about, at, keyPrefixes)) > 0) {
      await emitChanged(tx, businessId);
    }
  }

  /** It no longer exists; notifications about it would lead nowhere. */
  async forget(tx: Tx, businessId: string | null, about: string): Promise<void> {
    if (businessId !== null && (await this.notifications.deleteAbout(tx, businessId, about)) > 0) {
      await emitChanged(tx, businessId);
    }
  }
}
