import { Injectable } from '@nestjs/common';
import type { Tx } from '@postloom/persistence';
import { PostsRepository, PostWriter } from '../posts/index.ts';
import { dueAtOfOccurrence } from './occurrence-rules.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { asPlanned, beginsAt, isTouched, reasons } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { slotOn } from './slots.ts';

type NewSlot = Pick<OccurrenceRecord, 'localSlot' | 'dueAt'>;

/** Withdraws what has begun and is not published yet: the schedule was paused, deleted, or has different slots now. */
@Injectable()
export class Withdraw {
  constructor(
    private readonly occurrences: OccurrencesRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
  ) {}

  /** Posts that the publisher does not have yet are deleted; drafts and published posts stay. */
  async scheduledPosts(tx: Tx, businessId: string, scheduleId: string): Promise<void> {
    for (const one of await this.occurrences.lockOpen(tx, businessId, scheduleId)) {
      await this.takeBack(tx, one);
    }
  }

  /** For a pause or a changed rule: rows that a person edited wait for the new rule's slot of their day, the others are deleted. */
  async rows(tx: Tx, schedule: ScheduleRecord, now: Date): Promise<void> {
    const { businessId } = schedule;
    const gone: string[] = [];
    const kept: { one: OccurrenceRecord; moved: NewSlot }[] = [];
    for (const one of await this.occurrences.lockOpen(tx, businessId, schedule.id)) {
      if (!(await this.takeBack(tx, one))) {
        continue;
      }
      const moved = movedTo(schedule, one);
      if (moved === null || moved.dueAt <= now) {
        gone.push(one.id);
      } else {
        kept.push({ one, moved });
      }
    }
    // First, because what stays may take their places.
    await this.occurrences.delete(tx, businessId, gone);
    for (const { one, moved } of kept) {
      if (await this.occurrences.hasSlot(tx, schedule.id, moved.localSlot, moved.dueAt, one.id)) {
        await this.occurrences.delete(tx, businessId, [one.id]);
        continue;
      }
      const isSkipped = one.reason === reasons.byPerson;
      await this.occurrences.save(tx, isSkipped ? { ...one, ...moved } : { ...asPlanned(one), ...moved });
      await this.occurrences.setReady(tx, one.id, isSkipped ? null : beginsAt(schedule.id, moved.dueAt));
    }
  }

  /** True: nothing of it is left outside its row; what the publisher has, and a draft that a person works on, stays. */
  async takeBack(tx: Tx, one: OccurrenceRecord): Promise<boolean> {
    if (one.status === 'drafted' || (one.status === 'skipped' && !isTouched(one))) {
      return false;
    }
    if (one.postId === null) {
      return true;
    }
    const locked = await this.posts.lock(tx, one.businessId, one.postId);
    if (locked === null) {
      return false;
    }
    const { status, targets } = locked.post;
    if (status !== 'scheduled' || targets.some(({ state }) => state !== 'scheduled')) {
      return false;
    }
    await this.writer.delete(tx, locked.post);
    return true;
  }
}

/** The slot that the rule has on the same day, at the time the person chose for it; null where it has none or nobody edited the row. */
function movedTo(schedule: ScheduleRecord, one: OccurrenceRecord): NewSlot | null {
  const slot = isTouched(one) ? slotOn(schedule, one.localSlot.slice(0, 10)) : null;
  const dueAt = slot === null ? null : dueAtOfOccurrence(slot.localSlot, one.ownTime, schedule.timeZone);
  return slot === null || dueAt === null ? null : { localSlot: slot.localSlot, dueAt };
}
