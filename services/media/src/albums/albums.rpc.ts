import { Controller } from '@nestjs/common';
import { albumRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf, writerOf } from '../access.ts';
import { AlbumsRepository } from './albums.repository.ts';
import { CreateAlbum } from './create-album.ts';
import { DeleteAlbum } from './delete-album.ts';
import { MoveAlbum } from './move-album.ts';

@Controller()
export class AlbumsRpc {
  constructor(
    private readonly uow: Uow,
    private readonly albums: AlbumsRepository,
    private readonly createAlbum: CreateAlbum,
    private readonly deleteAlbum: DeleteAlbum,
    private readonly moveAlbum: MoveAlbum,
  ) {}

  @Rpc(albumRpc.albumList)
  list(
    query: ParsedInputOf<typeof albumRpc.albumList>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.albumList>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.albums.list(tx, businessId, query), {
      readOnly: true,
    });
  }

  @Rpc(albumRpc.albumGet)
  get(
    { id }: ParsedInputOf<typeof albumRpc.albumGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.albumGet>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.albums.get(tx, businessId, id), { readOnly: true });
  }

  @Rpc(albumRpc.albumCreate)
  create(
    input: ParsedInputOf<typeof albumRpc.albumCreate>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.albumCreate>> {
    return this.createAlbum.execute(input, context);
  }

  @Rpc(albumRpc.albumUpdate)
  update(
    { id, changes }: ParsedInputOf<typeof albumRpc.albumUpdate>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.albumUpdate>> {
    const { businessId } = writerOf(context);
    return this.uow.run(Scope.business(businessId), async (tx) => {
      const { parentId, ...words } = changes;
      if (parentId !== undefined) {
        await this.moveAlbum.execute(tx, businessId, id, parentId);
      }
      await this.albums.update(tx, businessId, id, words);
      return this.albums.get(tx, businessId, id);
    });
  }

  @Rpc(albumRpc.albumDelete)
  async delete(
    { id }: ParsedInputOf<typeof albumRpc.albumDelete>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.albumDelete>> {
    await this.deleteAlbum.execute(id, context);
    return { success: true };
  }
}
