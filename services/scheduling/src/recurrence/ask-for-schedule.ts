import { Inject, Injectable } from '@nestjs/common';
import { AppError, mediaRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { AskOwners } from '../facts/index.ts';
import { PhotoAlbumsRepository } from './photo-albums.repository.ts';
import type { ScheduleRecord } from './schedule.ts';

const PATIENCE_MS = 5_000;

/** A projection may say yes; before a slot is skipped for what is missing there, its owners are asked. */
@Injectable()
export class AskForSchedule {
  constructor(
    @Inject(Uow) private readonly uow: Uow,
    @Inject(Rpc) private readonly rpc: Rpc,
    @Inject(AskOwners) private readonly askOwners: AskOwners,
    @Inject(PhotoAlbumsRepository) private readonly albums: PhotoAlbumsRepository,
  ) {}

  /** @throws AppError unavailable, deadline */
  async execute(schedule: ScheduleRecord): Promise<void> {
    const { businessId, albumId, useAllPhotos } = schedule;
    const context = this.onBehalfOf(schedule);
    try {
      await this.askOwners.execute(context, businessId, { business: true, accounts: true, photoIds: [] });
      const query = useAllPhotos || albumId === null ? {} : { albumId };
      const answer = await this.rpc.call(mediaRpc.photoList, query, context, { deadlineMs: PATIENCE_MS });
      const photos = Array.isArray(answer) ? answer : answer.data;
      if (photos.length === 0) return;
      await this.uow.run(Scope.business(businessId), (tx) => this.albums.takeOver(tx, businessId, photos));
    } catch (error) {
      // The album or the business is gone: then there is nothing to take over, and the slot is skipped.
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    }
  }

  /** Nobody asks at the time of a slot but the schedule, for the person who made it. */
  private onBehalfOf({ businessId, authorId, payerId }: ScheduleRecord): RpcContext {
    return {
      ...this.rpc.systemCaller('scheduling'),
      ...{ businessId, userId: authorId, payerId, role: 'owner', idempotencyKey: null, knownFingerprint: null },
      signal: AbortSignal.timeout(2 * PATIENCE_MS),
      remainingMs: () => PATIENCE_MS,
    };
  }
}
