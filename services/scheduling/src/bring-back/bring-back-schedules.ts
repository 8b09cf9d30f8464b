import { Injectable } from '@nestjs/common';
import { AppError, ScheduleInput } from '@postloom/contracts';
import type { bringBackRpc, BroughtBack, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import { SchedulesRepository } from '../recurrence/index.ts';

type Row = ParsedInputOf<typeof bringBackRpc.schedules>['schedules'][number];

const PAUSED = 'It is paused. Turn it on when your accounts are connected.';

/** Recurring schedules of an export: each as it was, but paused, so that nothing goes out before its owner has looked. */
@Injectable()
export class BringBackSchedules {
  constructor(
    private readonly askOwners: AskOwners,
    private readonly refs: RefsRepository,
    private readonly schedules: SchedulesRepository,
  ) {}

  /** @throws AppError not_found (the business was deleted), unavailable when identity does not answer */
  async execute(
    { schedules }: ParsedInputOf<typeof bringBackRpc.schedules>,
    context: RpcContext,
  ): Promise<BroughtBack[]> {
    const { businessId, payerId, userId } = writerOf(context);
    if (userId === null) {
      throw new AppError('unauthorized');
    }
    return this.askOwners.untilAnswered<BroughtBack[]>(context, businessId, async (tx, isAsked) => {
      const timeZone = await this.refs.zoneForWriting(tx, businessId);
      const { business, now } = await this.refs.known(tx, businessId, []);
      if ((business === null || timeZone === null) && !isAsked) {
        return { open: { business: true, accounts: false, photoIds: [] } };
      }
      if (business === null || business.isDeleted || timeZone === null) {
        throw new AppError('not_found');
      }
      const answer: BroughtBack[] = [];
      for (const row of schedules) {
        answer.push(await this.one(tx, row, { businessId, payerId, userId, timeZone, now }));
      }
      return { answer };
    });
  }

  private async one(
    tx: Tx,
    row: Row,
    owner: { businessId: string; payerId: string; userId: string; timeZone: string; now: Date },
  ): Promise<BroughtBack> {
    const { id } = row;
    const { name, frequency, timeOfDay, platforms, useAllPhotos, albumId, weekdays, startDate, endDate } = row;
    const form = { name, frequency, timeOfDay, platforms, useAllPhotos, albumId, weekdays, startDate, endDate };
    const parsed = ScheduleInput.safeParse(form);
    if (!parsed.success || (endDate !== null && endDate < startDate)) {
      return { id, outcome: 'left_out', note: parsed.error?.issues[0]?.message ?? 'It ends before it starts.' };
    }
    if ((await this.schedules.find(tx, owner.businessId, id)) !== null) {
      return { id, outcome: 'known', note: null };
    }
    const { now, ...who } = owner;
    await this.schedules.insert(tx, {
      ...{ id, businessId: who.businessId, payerId: who.payerId, authorId: who.userId, timeZone: who.timeZone },
      ...{ name, frequency, timeOfDay, platforms: parsed.data.platforms, useAllPhotos, albumId, startDate, endDate },
      weekdays: frequency === 'weekly' ? parsed.data.weekdays : null,
      ...{ isActive: false, pausedUntil: null, accountIds: {}, next: null, version: 1, createdAt: now, updatedAt: now },
    });
    return { id, outcome: row.isActive ? 'changed' : 'made', note: row.isActive ? PAUSED : null };
  }
}
