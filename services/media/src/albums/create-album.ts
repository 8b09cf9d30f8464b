import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Album, albumRpc, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Idempotency, Scope, Tombstones, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import { AlbumsRepository } from './albums.repository.ts';
import { MoveAlbum } from './move-album.ts';

/** The list is not paged, so the number is limited. */
export const MOST_ALBUMS = 1_000;

@Injectable()
export class CreateAlbum {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly idempotency: Idempotency,
    private readonly erased: Tombstones,
    private readonly albums: AlbumsRepository,
    private readonly moveAlbum: MoveAlbum,
  ) {}

  /** @throws AppError idempotency_mismatch, not_found (the parent), conflict (the first call is still running; too many albums; too deep) */
  execute(input: ParsedInputOf<typeof albumRpc.albumCreate>, context: RpcContext): Promise<Album> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), (tx) =>
      this.idempotency.run(tx, context, 'album.create', input, async () => {
        await this.erased.refuseErased(tx, businessId);
        if ((await this.albums.countForOneMore(tx, businessId)) >= MOST_ALBUMS) {
          throw new AppError('conflict', 'A library holds at most 1,000 albums. Please delete one first.');
        }
        await this.moveAlbum.mustFit(tx, businessId, null, input.parentId);
        const id = this.random.uuidv7();
        await this.albums.insert(tx, { id, businessId, ...input });
        return this.albums.get(tx, businessId, id);
      }),
    );
  }
}
