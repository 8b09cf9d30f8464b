import { Controller } from '@nestjs/common';
import { albumRpc, routes } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, ReadAnswer } from '@postloom/messaging';
import { Input, Route, Who } from '../http/index.ts';
import type { InputFor } from '../http/index.ts';

/** Albums, bulk changes of photos, and edits of one photo. */
@Controller()
export class AlbumsController {
  constructor(private readonly rpc: Rpc) {}

  @Route(routes.albums)
  list(@Input() { query }: InputFor<typeof routes.albums>, @Who() caller: Caller): Promise<ReadAnswer> {
    return this.rpc.read(albumRpc.albumList, query, caller);
  }

  @Route(routes.createAlbum)
  create(@Input() { body }: InputFor<typeof routes.createAlbum>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(albumRpc.albumCreate, body, caller);
  }

  @Route(routes.updateAlbum)
  update(@Input() { params, body }: InputFor<typeof routes.updateAlbum>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(albumRpc.albumUpdate, { id: params.id, changes: body }, caller);
  }

  @Route(routes.deleteAlbum)
  async delete(@Input() { params }: InputFor<typeof routes.deleteAlbum>, @Who() caller: Caller): Promise<void> {
    await this.rpc.call(albumRpc.albumDelete, params, caller);
  }

  @Route(routes.bulkPhotos)
  bulk(@Input() { body }: InputFor<typeof routes.bulkPhotos>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(albumRpc.photoBulk, body, caller);
  }

  @Route(routes.editPhoto)
  edit(@Input() { params, body }: InputFor<typeof routes.editPhoto>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(albumRpc.photoEdit, { id: params.id, ...body }, caller);
  }

  @Route(routes.setPhotoLook)
  look(@Input() { params, body }: InputFor<typeof routes.setPhotoLook>, @Who() caller: Caller): Promise<Uint8Array> {
    return this.rpc.raw(albumRpc.photoLook, { id: params.id, edit: body.edit }, caller);
  }
}
