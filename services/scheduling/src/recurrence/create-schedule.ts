import { Injectable } from '@nestjs/common';
import { albumRpc, AppError } from '@postloom/contracts';
import type { ParsedInputOf, RecurringSchedule, recurringRpc } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { Attempt } from '../facts/index.ts';
import { ReadSchedules } from './read-schedules.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';
import type { ScheduleRecord } from './schedule.ts';
import { refuseDates } from './schedule-rules.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { localDate, nextSlot } from './slots.ts';

type Input = ParsedInputOf<typeof recurringRpc.scheduleCreate>;

/** POST /api/recurring-schedules. Its first slot is after now. */
@Injectable()
export class CreateSchedule {
  constructor(
    private readonly rpc: Rpc,
    private readonly idempotency: Idempotency,
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly schedules: SchedulesRepository,
    private readonly read: ReadSchedules,
    private readonly signal: RecurrenceSignal,
    private readonly random: Random,
  ) {}

  /** @throws AppError not_found (another tenant's album), invalid_date, idempotency_mismatch, conflict, forbidden, no_business */
  async execute(input: Input, context: RpcContext): Promise<RecurringSchedule> {
    const writer = writerOf(context);
    const { businessId, userId } = writer;
    if (userId === null) {
      throw new AppError('forbidden');
    }
    if (input.albumId !== null) {
      await this.rpc.call(albumRpc.albumGet, { id: input.albumId }, context, { deadlineMs: context.remainingMs() });
    }
    return this.askOwners.untilAnswered(
      context,
      businessId,
      async (tx, isAsked): Promise<Attempt<RecurringSchedule>> => {
        const timeZone = await this.refs.zoneForWriting(tx, businessId);
        const { business, now } = await this.refs.known(tx, businessId, []);
        if ((business === null || timeZone === null) && !isAsked) {
          return { open: { business: true, accounts: false, photoIds: [] } };
        }
        if (business === null || business.isDeleted || timeZone === null) {
          throw new AppError('not_found');
        }
        const owner = { ...writer, userId, timeZone };
        const work = () => this.insert(tx, input, owner, now);
        return { answer: await this.idempotency.run(tx, context, 'schedule.create', input, work) };
      },
    );
  }

  private async insert(
    tx: Tx,
    input: Input,
    owner: { businessId: string; userId: string; payerId: string; timeZone: string },
    now: Date,
  ): Promise<RecurringSchedule> {
    const { timeZone } = owner;
    const startDate = input.startDate ?? localDate(now, timeZone);
    refuseDates(startDate, input.endDate);
    const schedule: ScheduleRecord = {
      ...{ id: this.random.uuidv7(), businessId: owner.businessId, payerId: owner.payerId, authorId: owner.userId },
      ...{ name: input.name, frequency: input.frequency, timeOfDay: input.timeOfDay, platforms: input.platforms },
      ...{ useAllPhotos: input.useAllPhotos, albumId: input.albumId, startDate, endDate: input.endDate, timeZone },
      weekdays: input.frequency === 'weekly' ? input.weekdays : null,
      ...{
        isActive: input.isActive,
        pausedUntil: null,
        accountIds: {},
        next: null,
        version: 1,
        createdAt: now,
        updatedAt: now,
      },
    };
    const ready = { ...schedule, next: schedule.isActive ? nextSlot(schedule, now) : null };
    await this.schedules.insert(tx, ready);
    tx.afterCommit(() => this.signal.wake());
    return this.read.shown(tx, ready, now);
  }
}
