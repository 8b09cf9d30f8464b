import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { notificationRpc, ParsedInputOf, Unsubscription } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { PreferencesRepository } from './preferences.repository.ts';
import { businessOfReportLink } from './report-links.ts';
import { ReportLinksRepository } from './report-links.repository.ts';
import { UnsubscribeLinksRepository } from './unsubscribe-links.repository.ts';
import type { UnsubscribeLink } from './unsubscribe-links.repository.ts';

type Asked = ParsedInputOf<typeof notificationRpc.unsubscribe>;
/** Of a report by mail; any other link stops kinds of mails. */
type Found = UnsubscribeLink | { readonly businessId: string; readonly scheduleId: string; readonly stopped: boolean };

/**
 * Stops what a link at the end of a mail names, for whoever holds the link: mail programs call it with one click (RFC 8058), signed in
 * or not. Repeating it changes nothing. Only links that do not exist count against the throttle: the servers of a mail provider call for
 * all of its people from one address.
 */
@Injectable()
export class StopMails {
  constructor(
    private readonly uow: Uow,
    private readonly links: UnsubscribeLinksRepository,
    private readonly reports: ReportLinksRepository,
    private readonly preferences: PreferencesRepository,
    private readonly throttles: Throttles,
  ) {}

  /** What the link stops. @throws AppError `invalid_token`, `rate_limited` */
  async look(asked: Asked): Promise<Unsubscription> {
    const found = await this.find(asked);
    if ('scheduleId' in found) {
      return { channel: 'report', kinds: [], stopped: found.stopped };
    }
    const { user_id: userId, channel, kinds } = found;
    const chosen = await this.uow.run(Scope.global(), (tx) => this.preferences.of(tx, userId), { readOnly: true });
    return { channel, kinds, stopped: kinds.every((kind) => !chosen.kinds[kind][channel]) };
  }

  /** @throws AppError `invalid_token`, `rate_limited` */
  async execute(asked: Asked): Promise<Unsubscription> {
    const found = await this.find(asked);
    if ('scheduleId' in found) {
      await this.uow.run(Scope.business(found.businessId), (tx) => this.reports.stop(tx, found.scheduleId));
      return { channel: 'report', kinds: [], stopped: true };
    }
    const { user_id: userId, channel, kinds } = found;
    await this.uow.run(Scope.global(), (tx) => this.preferences.stop(tx, userId, channel, kinds));
    return { channel, kinds, stopped: true };
  }

  private async find({ token, origin }: Asked): Promise<Found> {
    const keys = [throttleKey('limitUnsubscribe', origin.address)];
    const businessId = businessOfReportLink(token);
    const scope = businessId === null ? Scope.global() : Scope.business(businessId);
    const link = await this.uow.run(scope, async (tx): Promise<Found | null> => {
      await this.throttles.take(tx, keys);
      const hash = tokenHash(token);
      const found = businessId === null ? await this.links.find(tx, hash) : await this.ofReport(tx, businessId, hash);
      if (found) {
        await this.throttles.giveBack(tx, keys);
      }
      return found;
    });
    if (!link) {
      throw new AppError('invalid_token');
    }
    return link;
  }

  private async ofReport(tx: Tx, businessId: string, hash: Buffer): Promise<Found | null> {
    const link = await this.reports.find(tx, hash);
    return link === null ? null : { businessId, ...link };
  }
}
