import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Occurrence, ParsedInputOf, recurringRpc } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { RpcContext } from '@postloom/messaging';
import type { Tx } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AskOwners, RefsRepository } from '../facts/index.ts';
import type { Attempt } from '../facts/index.ts';
import { refuseLongCaption } from '../posts/index.ts';
import { ChangeOccurrencePost } from './change-occurrence-post.ts';
import { dueAtOfOccurrence, shownOccurrence } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { RecurrenceSignal } from './recurrence-signal.ts';
import { asPlanned, beginsAt, plannedOccurrence, reasons } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import { slotOn } from './slots.ts';
import { Withdraw } from './withdraw.ts';

type Input = ParsedInputOf<typeof recurringRpc.occurrenceChange>;
type Changes = Input['changes'];

const passed = 'This one has passed, so it can no longer be changed.';
const drafted = 'This one has become a draft. Edit or delete that draft instead.';

/** PUT /api/recurring-schedules/{id}/occurrences/{localSlot}: skips, restores or edits a single slot. */
@Injectable()
export class ChangeOccurrence {
  constructor(
    private readonly refs: RefsRepository,
    private readonly askOwners: AskOwners,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly withdraw: Withdraw,
    private readonly changePost: ChangeOccurrencePost,
    private readonly signal: RecurrenceSignal,
    private readonly random: Random,
  ) {}

  /**
   * @throws AppError not_found (no such slot, or another tenant's photo), publishing (it is published, in flight or past), invalid_date (a
   * time that is past or taken), validation_failed (a caption that is too long), forbidden, no_business
   */
  async execute(input: Input, context: RpcContext): Promise<Occurrence> {
    const { businessId, userId } = writerOf(context);
    const photoIds = input.changes.photoId == null ? [] : [input.changes.photoId];
    return this.askOwners.untilAnswered(context, businessId, async (tx, isAsked): Promise<Attempt<Occurrence>> => {
      const { photoIds: known } = await this.refs.known(tx, businessId, photoIds);
      if (known.length === photoIds.length) {
        return { answer: await this.change(tx, businessId, userId, input) };
      }
      if (isAsked) {
        throw new AppError('not_found');
      }
      return { open: { business: false, accounts: false, photoIds } };
    });
  }

  private async change(
    tx: Tx,
    businessId: string,
    userId: string | null,
    { id, localSlot, changes }: Input,
  ): Promise<Occurrence> {
    const locked = await this.schedules.lock(tx, businessId, id);
    if (locked === null) {
      throw new AppError('not_found');
    }
    const { schedule, now } = locked;
    const before =
      (await this.occurrences.lockSlot(tx, businessId, id, localSlot)) ??
      (await this.begin(tx, schedule, localSlot, now));
    if (before.dueAt <= now) {
      throw new AppError('publishing', passed);
    }
    if (changes.caption != null) {
      refuseLongCaption({ caption: changes.caption, captionByPlatform: null }, schedule.platforms);
    }
    const wanted = await this.wanted(tx, schedule, before, changes, now);
    tx.afterCommit(() => this.signal.wake());
    if (changes.skip === true) {
      if (!(await this.withdraw.takeBack(tx, before))) {
        throw new AppError('publishing', before.status === 'drafted' ? drafted : undefined);
      }
      const skipped = { ...asPlanned(wanted), status: 'skipped' as const, reason: reasons.byPerson };
      return this.kept(tx, schedule, skipped, null);
    }
    switch (before.status) {
      case 'skipped':
        return changes.skip === false
          ? this.kept(tx, schedule, asPlanned(wanted), beginsAt(schedule.id, wanted.dueAt))
          : this.kept(tx, schedule, wanted, null);
      case 'planned':
        return this.kept(tx, schedule, wanted, beginsAt(schedule.id, wanted.dueAt));
      case 'picked':
      case 'captioning': {
        const isPhotoNew = wanted.ownPhotoId !== null && wanted.ownPhotoId !== before.photoId;
        if (isPhotoNew) {
          return this.kept(tx, schedule, asPlanned(wanted), now);
        }
        const captionBy = before.status === 'captioning' ? wanted.dueAt : null;
        return this.kept(tx, schedule, { ...wanted, captionBy }, now);
      }
      case 'posted':
      case 'drafted': {
        const changed = await this.changePost.execute(tx, wanted, changes, userId);
        return this.kept(tx, schedule, changed, null);
      }
    }
  }

  /** Creates the row of a slot that nobody has touched yet. @throws AppError not_found: the schedule has no such slot ahead */
  private async begin(tx: Tx, schedule: ScheduleRecord, localSlot: string, now: Date): Promise<OccurrenceRecord> {
    const slot = slotOn(schedule, localSlot.slice(0, 10));
    if (slot === null || slot.localSlot !== localSlot || slot.dueAt <= now) {
      throw new AppError('not_found');
    }
    const [made] = await this.occurrences.insert(tx, [plannedOccurrence(schedule, slot, this.random.uuidv7())], null);
    if (made === undefined) {
      throw new AppError('invalid_date');
    } // another one was moved to this very time
    return made;
  }

  private async wanted(
    tx: Tx,
    schedule: ScheduleRecord,
    before: OccurrenceRecord,
    changes: Changes,
    now: Date,
  ): Promise<OccurrenceRecord> {
    const { caption, photoId, timeOfDay } = changes;
    const own = {
      ...before,
      ownCaption: caption === undefined ? before.ownCaption : caption,
      ownPhotoId: photoId === undefined ? before.ownPhotoId : photoId,
      ownTime: timeOfDay === undefined ? before.ownTime : timeOfDay,
    };
    if (own.ownTime === before.ownTime) {
      return own;
    }
    const dueAt = dueAtOfOccurrence(own.localSlot, own.ownTime, schedule.timeZone);
    if (dueAt === null || dueAt <= now) {
      throw new AppError('invalid_date');
    }
    if (await this.occurrences.hasSlot(tx, schedule.id, own.localSlot, dueAt, own.id)) {
      throw new AppError('invalid_date', 'Another post of this schedule is due at that moment.');
    }
    return { ...own, dueAt };
  }

  private async kept(
    tx: Tx,
    schedule: ScheduleRecord,
    occurrence: OccurrenceRecord,
    readyAt: Date | null,
  ): Promise<Occurrence> {
    const saved = await this.occurrences.save(tx, occurrence);
    await this.occurrences.setReady(tx, saved.id, readyAt);
    return shownOccurrence(schedule, saved);
  }
}
