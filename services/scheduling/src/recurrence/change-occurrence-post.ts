import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { ParsedInputOf, recurringRpc } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import {
  byPerson,
  changedPost,
  CheckBeforeSave,
  editSentences,
  everyPhotoOf,
  PostsRepository,
  PostWriter,
} from '../posts/index.ts';
import type { OccurrenceRecord } from './schedule.ts';

/** An occurrence that already has its post is edited in that post, by the rules of every edit: the quota is not charged again. */
@Injectable()
export class ChangeOccurrencePost {
  constructor(
    private readonly refs: RefsRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly check: CheckBeforeSave,
    private readonly random: Random,
  ) {}

  /**
   * A draft that gets its caption is scheduled. Fields given back to the schedule (null) stay as they are in the post; only the time is
   * restored. @throws AppError publishing, invalid_date, validation_failed, not_found
   */
  async execute(
    tx: Tx,
    wanted: OccurrenceRecord,
    changes: ParsedInputOf<typeof recurringRpc.occurrenceChange>['changes'],
    userId: string | null,
  ): Promise<OccurrenceRecord> {
    const locked = wanted.postId === null ? null : await this.posts.lock(tx, wanted.businessId, wanted.postId);
    if (locked === null) {
      throw new AppError('publishing', 'Its post was deleted, so there is nothing left to change.');
    }
    const { post, now } = locked;
    const shared = changes.photoId == null ? post.photoIds : [changes.photoId];
    const photoIds = everyPhotoOf({ ...post, photoIds: shared });
    const facts = { ...(await this.refs.known(tx, wanted.businessId, photoIds)), now };
    const hasCaption = changes.caption != null;
    const edited = changedPost(
      post,
      {
        version: post.version,
        ...(hasCaption && { caption: changes.caption ?? '', captionByPlatform: null }),
        ...(changes.photoId != null && { photoId: changes.photoId }),
        ...(changes.timeOfDay !== undefined && { scheduledFor: wanted.dueAt.toISOString() }),
        ...(hasCaption && wanted.status === 'drafted' && { status: 'scheduled' as const }),
      },
      facts,
      () => this.random.uuidv7(),
    );
    const checked = await this.check.execute(tx, edited, facts);
    const lines = editSentences(post, checked).map((sentence) => byPerson(userId, sentence));
    const saved = await this.writer.save(tx, post, checked, now, lines, { chargeAgain: true });
    const photoId = changes.photoId ?? wanted.photoId;
    if (saved.status === 'scheduled') {
      return { ...wanted, photoId, status: 'posted', reason: null };
    }
    return { ...wanted, photoId };
  }
}
