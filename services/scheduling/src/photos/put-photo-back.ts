import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Random } from '@postloom/chassis';
import type { Tx } from '@postloom/persistence';
import { RefsRepository } from '../facts/index.ts';
import type { KnownFacts } from '../facts/index.ts';
import {
  bySystem,
  changedPost,
  CheckBeforeSave,
  everyPhotoOf,
  history,
  PostsRepository,
  PostWriter,
} from '../posts/index.ts';
import type { PostRecord } from '../posts/index.ts';
import { DetachedPhotosRepository } from './detached-photos.repository.ts';
import { detachedStill, goesOutAgain, withPhotoBack } from './put-back-rules.ts';
import type { Detached } from './put-back-rules.ts';

interface Photo {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** A deleted photo is back in the library: it comes back into the posts that its deletion took it from. Nothing to do for a new one. */
@Injectable()
export class PutPhotoBack {
  constructor(
    private readonly refs: RefsRepository,
    private readonly detached: DetachedPhotosRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly check: CheckBeforeSave,
    private readonly random: Random,
  ) {}

  /**
   * The projection comes first: it is locked until the end, so the deletion's own event either has been handled, or finds that the photo
   * is back and takes nothing.
   */
  async execute(tx: Tx, businessId: string, photo: Photo, version: number): Promise<void> {
    await this.refs.applyPhoto(tx, businessId, { id: photo.id, isDeleted: false, size: photo }, version);
    for (const postId of await this.detached.postsWithout(tx, businessId, photo.id)) {
      await this.putBack(tx, businessId, postId, photo.id);
    }
  }

  private async putBack(tx: Tx, businessId: string, postId: string, photoId: string): Promise<void> {
    const locked = await this.posts.lock(tx, businessId, postId);
    const detached = await this.detached.find(tx, businessId, postId);
    if (locked === null || !detached?.away.includes(photoId)) {
      return;
    }
    const { post, now } = locked;
    const whole = everyPhotoOf(detached);
    // Without locks: another photo of this post may be coming back at the same time, in a transaction that holds that photo and waits for
    // this post. So may the deletion of one, which then finds it in the post.
    const facts = { ...(await this.refs.known(tx, businessId, whole, { isLocking: false })), now };
    if (!facts.photoIds.includes(photoId)) {
      return; // deleted again meanwhile
    }
    const back = withPhotoBack(post, detached, photoId);
    const next = back && (await this.allowed(tx, back, detached, photoId, facts));
    if (!next) {
      await this.detached.forget(tx, businessId, postId);
      return;
    }
    const line = bySystem(history.photoBack(next, detached.unscheduledAt !== null));
    const saved = await this.writer.save(tx, post, next, now, [line]);
    const still = detachedStill(detached, post, saved, photoId);
    await (still ? this.detached.save(tx, businessId, postId, still) : this.detached.forget(tx, businessId, postId));
  }

  /** Scheduled again, or at least with its photo; null when its platforms have no room for that any more. */
  private async allowed(
    tx: Tx,
    back: PostRecord,
    detached: Detached,
    photoId: string,
    facts: KnownFacts,
  ): Promise<PostRecord | null> {
    const isToGoOut = goesOutAgain(back, detached, photoId, facts) && (await this.isStillPlanned(tx, back, detached));
    const scheduled = isToGoOut
      ? await unlessRefused(() => {
          const changes = { status: 'scheduled', version: back.version } as const;
          return this.check.execute(
            tx,
            changedPost(back, changes, facts, () => this.random.uuidv7()),
            facts,
          );
        })
      : null;
    return scheduled ?? unlessRefused(() => this.check.execute(tx, back, facts));
  }

  private async isStillPlanned(
    tx: Tx,
    { businessId, id, source }: PostRecord,
    { unscheduledAt }: Detached,
  ): Promise<boolean> {
    return (
      source !== 'recurring' ||
      unscheduledAt === null ||
      (await this.detached.isScheduleUnchanged(tx, businessId, id, unscheduledAt))
    );
  }
}

/** Null when a rule refuses it. */
async function unlessRefused(make: () => Promise<PostRecord>): Promise<PostRecord | null> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError) {
      return null;
    }
    throw error;
  }
}
