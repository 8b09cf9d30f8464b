import { Injectable } from '@nestjs/common';
import type { ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { RefsRepository } from '../facts/index.ts';
import { bySystem, history, PostsRepository, PostWriter } from '../posts/index.ts';
import { withoutPhoto } from './detach-rules.ts';
import { DetachedPhotosRepository } from './detached-photos.repository.ts';
import { PhotoUsesRepository } from './photo-uses.repository.ts';
import { detachedAfter } from './put-back-rules.ts';

/** Called by media before a photo is destroyed; with `detach` no post needs it afterwards and no new one can use it. */
@Injectable()
export class PhotoUse {
  constructor(
    private readonly uow: Uow,
    private readonly uses: PhotoUsesRepository,
    private readonly refs: RefsRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
    private readonly detached: DetachedPhotosRepository,
  ) {}

  async execute(
    input: ParsedInputOf<typeof schedulingRpc.photoUse>,
    context: RpcContext,
  ): Promise<{ scheduledPostIds: string[]; posts: number }> {
    const { businessId } = tenantOf(context);
    const { photoId, detach } = input;
    return this.uow.run(Scope.business(businessId), async (tx) => {
      if (detach) {
        await this.refs.closePhoto(tx, businessId, photoId);
      }
      const found = await this.uses.of(tx, businessId, photoId);
      if (detach) {
        await this.detach(tx, businessId, photoId, found.posts);
      }
      return { scheduledPostIds: found.scheduled, posts: found.posts.length };
    });
  }

  /** The photo is gone (an event of media says so): posts created since the call lose it too. Not when it is back already. */
  async forget(tx: Tx, businessId: string, photoId: string, version: number): Promise<void> {
    const isGone = await this.refs.applyPhoto(tx, businessId, { id: photoId, isDeleted: true, size: null }, version);
    if (!isGone) {
      return;
    }
    const found = await this.uses.of(tx, businessId, photoId);
    await this.detach(tx, businessId, photoId, found.posts);
  }

  private async detach(tx: Tx, businessId: string, photoId: string, postIds: readonly string[]): Promise<void> {
    for (const postId of postIds.toSorted()) {
      const locked = await this.posts.lock(tx, businessId, postId);
      const next = locked === null ? null : withoutPhoto(locked.post, photoId, locked.now);
      if (locked === null || next === null) {
        continue;
      }
      const { post, now } = locked;
      const line = bySystem(history.photoGone(post.status === 'scheduled'));
      const known = await this.detached.find(tx, businessId, postId);
      const saved = await this.writer.save(tx, post, next, now, [line]);
      await this.detached.save(tx, businessId, postId, detachedAfter(known, post, saved, photoId, now));
    }
  }
}
