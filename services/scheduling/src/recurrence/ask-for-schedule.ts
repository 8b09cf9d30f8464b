import { Injectable } from '@nestjs/common';
import { AppError, mediaRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { AskOwners } from '../facts/index.ts';
import type { ScheduleRecord } from './schedule.ts';

const PATIENCE_MS = 5_000;
/** Those uploaded first are next in the rotation; the others arrive by events. */
const PHOTOS = 100;

/** A projection may say yes; before a slot is skipped for what is missing in one, the owners are asked. */
@Injectable()
export class AskForSchedule {
  constructor(
    private readonly rpc: Rpc,
    private readonly askOwners: AskOwners,
  ) {}

  /** @throws AppError unavailable, deadline */
  async execute(schedule: ScheduleRecord): Promise<void> {
    const { businessId, albumId, useAllPhotos } = schedule;
    const context = this.onBehalfOf(schedule);
    const query = { sort: 'oldest' as const, limit: PHOTOS, ...(!useAllPhotos && albumId !== null && { albumId }) };
    try {
      const answer = await this.rpc.call(mediaRpc.photoList, query, context, { deadlineMs: PATIENCE_MS });
      const photos = Array.isArray(answer) ? answer : answer.data;
      const photoIds = photos.map(({ id }) => id);
      await this.askOwners.execute(context, businessId, { business: true, accounts: true, photoIds });
    } catch (error) {
      // The album or the business is gone: there is nothing to take over, and the slot is skipped.
      if (!(error instanceof AppError) || error.code !== 'not_found') {
        throw error;
      }
    }
  }

  /** At the time of a slot only the schedule asks, on behalf of the person who made it. */
  private onBehalfOf({ businessId, authorId, payerId }: ScheduleRecord): RpcContext {
    return {
      ...this.rpc.systemCaller('scheduling'),
      ...{ businessId, userId: authorId, payerId, role: 'owner', idempotencyKey: null, knownFingerprint: null },
      signal: AbortSignal.timeout(2 * PATIENCE_MS),
      remainingMs: () => PATIENCE_MS,
    };
  }
}
