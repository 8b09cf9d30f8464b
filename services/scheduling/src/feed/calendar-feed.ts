import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { calendarFeedRpc, OutputOf } from '@postloom/contracts';
import { Clock, Logger, Random } from '@postloom/chassis';
import { MOST_ANSWER_BYTES } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { tenantOf, writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import { RenderPosts } from '../posts/index.ts';
import { ReadSchedules } from '../recurrence/index.ts';
import { feedEntry, occurrenceEntry } from './feed-entries.ts';
import { FeedOwnerClaims } from './feed-owner.claims.ts';
import { FeedsRepository } from './feeds.repository.ts';
import { iCalendar } from './i-calendar.ts';
import type { CalendarEntry } from './i-calendar.ts';

/** 256 bits cannot be guessed, so an unsalted hash is enough to store. */
const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
const PRODUCT = 'Postloom';
/** How far ahead a subscriber sees upcoming occurrences. */
const COMING_DAYS = 60;

/** The subscribable calendar of a business: its address is shown once, and can be replaced and revoked. */
@Injectable()
export class CalendarFeedTokens {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly feeds: FeedsRepository,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly logger: Logger,
  ) {}

  async state(context: RpcContext): Promise<OutputOf<typeof calendarFeedRpc.feedGet>> {
    const { businessId } = tenantOf(context);
    await this.learnName(businessId, context);
    const createdAt = await this.uow.run(Scope.business(businessId), (tx) => this.feeds.createdAt(tx, businessId));
    return { isOn: createdAt !== null, createdAt: createdAt?.toISOString() ?? null };
  }

  /** @throws AppError forbidden (viewers), no_business */
  async rotate(context: RpcContext): Promise<{ token: string }> {
    const { businessId } = writerOf(context);
    await this.learnName(businessId, context);
    const token = this.random.token(TOKEN_BYTES);
    await this.uow.run(Scope.business(businessId), (tx) => this.feeds.put(tx, businessId, hashOf(token)));
    return { token };
  }

  /** @throws AppError forbidden (viewers), no_business */
  async revoke(context: RpcContext): Promise<{ success: true }> {
    const { businessId } = writerOf(context);
    await this.uow.run(Scope.business(businessId), (tx) => this.feeds.remove(tx, businessId));
    return { success: true };
  }

  /** A business of which no event has told the name yet is asked for it while somebody is there who may know it: a calendar program may not. */
  private async learnName(businessId: string, context: RpcContext): Promise<void> {
    const scope = Scope.business(businessId);
    const known = await this.uow.run(scope, (tx) => this.refs.nameOfBusiness(tx, businessId), { readOnly: true });
    if (known !== null) {
      return;
    }
    try {
      await this.askOwners.execute(context, businessId, { business: true, accounts: false, photoIds: [] });
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      this.logger.warn('The name of a business could not be asked for', { code: error.code });
    }
  }
}

/** GET /api/calendar.ics: served without a session, the token is the permission. */
@Injectable()
export class ReadCalendarFeed {
  constructor(
    private readonly uow: Uow,
    private readonly owners: FeedOwnerClaims,
    private readonly feeds: FeedsRepository,
    private readonly refs: RefsRepository,
    private readonly render: RenderPosts,
    private readonly schedules: ReadSchedules,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError not_found for unknown, replaced and revoked tokens alike */
  async execute(token: string): Promise<{ ics: string }> {
    const businessId = await this.owners.businessOf(hashOf(token));
    if (businessId === null) {
      throw new AppError('not_found');
    }
    const posts = await this.render.complete(businessId, () =>
      this.uow.run(Scope.business(businessId), (tx) => this.feeds.posts(tx, businessId), { readOnly: true }),
    );
    const coming = await this.coming(businessId);
    const entries = [...posts.map(feedEntry), ...coming];
    const name = await this.uow.run(Scope.business(businessId), (tx) => this.refs.nameOfBusiness(tx, businessId), {
      readOnly: true,
    });
    return { ics: iCalendar(calendarName(name), entries, MOST_ANSWER_BYTES) };
  }

  /** The next weeks; includes a day too many at either end rather than one too few, whatever the zone. */
  private coming(businessId: string): Promise<CalendarEntry[]> {
    const today = this.clock.now().getTime();
    const day = (offset: number): string => new Date(today + offset * DAY_MS).toISOString().slice(0, 10);
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const names = await this.schedules.names(tx, businessId);
        const coming = await this.schedules.between(tx, businessId, day(-1), day(COMING_DAYS));
        return coming.map((one) => occurrenceEntry(one, names.get(one.scheduleId) ?? 'Recurring post'));
      },
      { readOnly: true },
    );
  }
}

/** Whoever subscribes to the calendars of several businesses tells them apart by it. */
function calendarName(business: string | null): string {
  return business === null ? PRODUCT : `${business} – ${PRODUCT}`;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
