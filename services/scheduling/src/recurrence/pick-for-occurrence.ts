import { Injectable } from '@nestjs/common';
import { limitReached, recurringEvents, UNLIMITED } from '@postloom/contracts';
import { Quotas } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import { schedulable } from '../posts/index.ts';
import { notConnectedSentence } from './not-connected.ts';
import { OccurrencesRepository } from './occurrences.repository.ts';
import { pickPhoto, presentRound } from './rotation.ts';
import type { PickedPhoto } from './rotation.ts';
import { reasons } from './schedule.ts';
import type { OccurrenceRecord, ScheduleRecord } from './schedule.ts';
import { SchedulesRepository } from './schedules.repository.ts';
import type { ScheduleState } from './schedules.repository.ts';

/** The first step of an occurrence: is there an account (also one that must be reconnected: the post waits for it), quota and a photo? Nothing is spent before that is known. */
@Injectable()
export class PickForOccurrence {
  constructor(
    private readonly refs: RefsRepository,
    private readonly quotas: Quotas,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
  ) {}

  /**
   * `ask`: the projections say no, and before that counts their owners are asked once (`isAsked`). @throws AppError unavailable: the
   * payer's plan cannot be found out
   */
  async execute(
    tx: Tx,
    occurrence: OccurrenceRecord,
    { schedule }: ScheduleState,
    isAsked: boolean,
  ): Promise<'picked' | 'ask' | { skip: string }> {
    const own = occurrence.ownPhotoId === null ? [] : [occurrence.ownPhotoId];
    const facts = await this.refs.known(tx, schedule.businessId, own);
    const hasAnyAccount = schedule.platforms.some((one) => schedulable(facts).some(({ platform }) => platform === one));
    if (facts.business === null || !hasAnyAccount) {
      return isAsked ? { skip: notConnectedSentence(schedule.platforms) } : 'ask';
    }
    const posts = (await this.quotas.read(tx, schedule.payerId)).find(({ metric }) => metric === 'posts');
    if (posts !== undefined && posts.limit !== UNLIMITED && posts.used + posts.reserved >= posts.limit) {
      return { skip: limitReached.posts };
    }
    const { picked, photos } = await this.choose(tx, schedule, facts.photoIds[0]);
    if (picked === null) {
      const isAlbum = !schedule.useAllPhotos && schedule.albumId !== null;
      return isAsked ? { skip: isAlbum ? reasons.noPhotoInAlbum : reasons.noPhoto } : 'ask';
    }
    await this.occurrences.save(tx, {
      ...occurrence,
      ...{ status: 'picked', photoId: picked.photoId, round: picked.round },
    });
    if (picked.isRoundNew) {
      await tx.emit(recurringEvents.roundRestarted, {
        ...{ businessId: schedule.businessId, entityId: schedule.id, version: picked.round },
        data: { scheduleId: schedule.id, name: schedule.name, photos },
      });
    }
    return 'picked';
  }

  /** The person's own choice counts as that photo's turn. */
  private async choose(
    tx: Tx,
    schedule: ScheduleRecord,
    own: string | undefined,
  ): Promise<{ picked: PickedPhoto | null; photos: number }> {
    const turns = await this.schedules.turns(tx, schedule.id);
    if (own !== undefined) {
      return { picked: { photoId: own, round: presentRound(turns), isRoundNew: false }, photos: 1 };
    }
    const candidates = await this.schedules.candidates(tx, schedule);
    return { picked: pickPhoto(candidates, turns), photos: candidates.length };
  }
}
