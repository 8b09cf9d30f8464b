import { Injectable } from '@nestjs/common';
import { mediaEvents } from '@postloom/contracts';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { photoFacts, PhotosRepository } from '../photos/index.ts';
import { LikenessClaims } from './likeness.claims.ts';
import { LikenessRepository } from './likeness.repository.ts';

const PHOTOS = 20;
/** Photos that one is compared with to the end: of many copies each finds some. */
const MOST_ALIKE = 20;

/**
 * Marks photos that look like an older one. Each is looked at once, after it has been committed: of two that arrive together, at least the
 * later one finds the other. Nothing is ever deleted for it.
 */
@Injectable()
export class LikenessWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: LikenessClaims,
    private readonly likeness: LikenessRepository,
    private readonly photos: PhotosRepository,
  ) {
    super(tools, { name: 'photos that look alike', pollMs: 2_000, scope: Scope.system('photos that look alike') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const fresh = await this.claims.take(tx, PHOTOS);
    for (const { id, businessId } of fresh) {
      const alike = await this.likeness.alike(tx, businessId, id, MOST_ALIKE);
      const older = alike.find(({ isOlder }) => isOlder);
      if (older) {
        await this.mark(tx, businessId, id, older.id);
      }
      // They were compared before this one was there.
      for (const younger of alike.filter(({ isOlder, likeId }) => !isOlder && likeId === null)) {
        await this.mark(tx, businessId, younger.id, id);
      }
    }
    return fresh.length === PHOTOS;
  }

  private async mark(tx: Tx, businessId: string, id: string, likeId: string): Promise<void> {
    const version = await this.likeness.mark(tx, businessId, id, likeId);
    if (version !== null) {
      const photo = await this.photos.get(tx, businessId, id);
      await tx.emit(mediaEvents.photoUpdated, { businessId, entityId: id, version, data: photoFacts(photo) });
    }
  }
}
