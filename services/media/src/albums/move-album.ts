import { Injectable } from '@nestjs/common';
import { AppError, whyNotInside } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { AlbumsRepository } from './albums.repository.ts';

/** Puts an album inside another, or on the first level. What is inside it goes with it. */
@Injectable()
export class MoveAlbum {
  constructor(private readonly albums: AlbumsRepository) {}

  /** @throws AppError not_found (the parent), conflict: it would stand in itself or too deep */
  async execute(tx: Tx, businessId: string, id: string, parentId: string | null): Promise<void> {
    await this.albums.lockTree(tx, businessId);
    await this.mustFit(tx, businessId, id, parentId);
    await this.albums.move(tx, businessId, id, parentId);
  }

  /** The tree must be locked. @param id null: a new album */
  async mustFit(tx: Tx, businessId: string, id: string | null, parentId: string | null): Promise<void> {
    if (parentId === null) {
      return;
    }
    const places = await this.albums.places(tx, businessId);
    if (!places.some((album) => album.id === parentId)) {
      throw new AppError('not_found');
    }
    const why = whyNotInside(places, id, parentId);
    if (why !== null) {
      throw new AppError('conflict', why);
    }
  }
}
