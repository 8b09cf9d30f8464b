import { Injectable } from '@nestjs/common';
import { BatchWorker, Scope, WorkerTools } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { ClosingAlbumsClaims } from './closing-albums.claims.ts';
import { EmptyAlbum } from './empty-album.ts';

/** Finishes the deletion of albums that hold more photos than one transaction should change. */
@Injectable()
export class ClosingAlbumsWorker extends BatchWorker {
  constructor(
    tools: WorkerTools,
    private readonly claims: ClosingAlbumsClaims,
    private readonly emptyAlbum: EmptyAlbum,
  ) {
    super(tools, { name: 'closing albums', pollMs: 5_000, scope: Scope.system('closing albums') });
  }

  protected override async batch(tx: Tx): Promise<boolean> {
    const album = await this.claims.claim(tx);
    if (!album) {
      return false;
    }
    await this.emptyAlbum.step(tx, album.businessId, album.id);
    return true;
  }
}
