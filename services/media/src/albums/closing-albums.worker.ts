import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { ClosingAlbumsClaims } from './closing-albums.claims.ts';
import { EmptyAlbum } from './empty-album.ts';

/** Finishes the deletion of albums that hold more photos than one transaction should change. */
@Injectable()
export class ClosingAlbumsWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly claims: ClosingAlbumsClaims,
    private readonly emptyAlbum: EmptyAlbum,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({ name: 'closing albums', everyMs: 5_000, run: () => this.round() });
  }

  /** A large album has just been deleted in this process. */
  poke(): void {
    this.loop?.poke();
  }

  private round(): Promise<boolean> {
    return this.uow.run(Scope.system('closing albums'), async (tx) => {
      const album = await this.claims.claim(tx);
      if (!album) {
        return false;
      }
      await this.emptyAlbum.step(tx, album.businessId, album.id);
      return true;
    });
  }
}
