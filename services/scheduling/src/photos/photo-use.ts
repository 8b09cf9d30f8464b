import { Injectable } from '@nestjs/common';
import type { ParsedInputOf, schedulingRpc } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { tenantOf } from '../access.ts';
import { RefsRepository } from '../facts/index.ts';
import { bySystem, history, PostsRepository, PostWriter } from '../posts/index.ts';
import { withoutPhoto } from './detach-rules.ts';
import { PhotoUsesRepository } from './photo-uses.repository.ts';

/** Called by media before a photo is destroyed; with `detach` no post needs it afterwards and no new one can use it. */
@Injectable()
export class PhotoUse {
  constructor(
    private readonly uow: Uow,
    private readonly uses: PhotoUsesRepository,
    private readonly refs: RefsRepository,
    private readonly posts: PostsRepository,
    private readonly writer: PostWriter,
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

  /** The photo is gone (an event of media says so): posts created since the call lose it too. */
  async forget(tx: Tx, businessId: string, photoId: string, version: number): Promise<void> {
    await this.refs.applyPhoto(tx, businessId, { id: photoId, isDeleted: true, size: null }, version);
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
      const line = bySystem(history.photoGone(locked.post.status === 'scheduled'));
      await this.writer.save(tx, locked.post, next, locked.now, [line]);
    }
  }
}
