import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import type { MediaConfig } from '../config.ts';
import { DeletionClaims } from '../storage/index.ts';
import { DeletedPhotosClaims } from './deleted-photos.claims.ts';
import { keysOfPhoto } from './photo-keys.ts';

const BATCH = 200;
const EVERY_SECONDS = 3_600;

/** Removes photos for good, with their objects, when nobody has wanted them back for long enough. */
@Injectable()
export class OldDeletedPhotos implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly housekeeping: Housekeeping,
    private readonly uow: Uow,
    private readonly claims: DeletedPhotosClaims,
    private readonly deletions: DeletionClaims,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'deleted-photos', everySeconds: EVERY_SECONDS, run: () => this.round() });
  }

  /** One batch; true when there may be more. */
  round(): Promise<boolean> {
    return this.uow.run(Scope.system('deleted photos'), async (tx) => {
      const old = await this.claims.takeOld(tx, this.config.keepDeletedPhotosDays, BATCH);
      await this.deletions.add(
        tx,
        old.flatMap(({ id, businessId, lookId }) => keysOfPhoto(businessId, id, lookId)),
      );
      return old.length === BATCH;
    });
  }
}
