import { Controller, Inject } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { albumRpc, mediaEvents, mediaRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf, writerOf } from '../access.ts';
import type { MediaConfig } from '../config.ts';
import { WordsRepository } from '../search/index.ts';
import { BulkPhotos } from './bulk-photos.ts';
import { cleanName } from './clean-name.ts';
import { DeletePhoto } from './delete-photo.ts';
import { DeletedPhotosRepository } from './deleted-photos.repository.ts';
import { fittingList } from './fitting-list.ts';
import { ListPhotos } from './list-photos.ts';
import { photoFacts } from './photo-row.ts';
import { PhotosRepository } from './photos.repository.ts';

@Controller()
export class PhotosRpc {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly words: WordsRepository,
    private readonly deletedPhotos: DeletedPhotosRepository,
    private readonly listPhotos: ListPhotos,
    private readonly deletePhoto: DeletePhoto,
    private readonly bulkPhotos: BulkPhotos,
  ) {}

  @Rpc(mediaRpc.photoList)
  list(
    input: ParsedInputOf<typeof mediaRpc.photoList>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoList>> {
    return this.listPhotos.execute(input, context);
  }

  @Rpc(mediaRpc.photoGet)
  get(
    { id }: ParsedInputOf<typeof mediaRpc.photoGet>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoGet>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.photos.get(tx, businessId, id), { readOnly: true });
  }

  @Rpc(mediaRpc.photoFacts)
  facts(
    { ids }: ParsedInputOf<typeof mediaRpc.photoFacts>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoFacts>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.photos.byIds(tx, businessId, ids), { readOnly: true });
  }

  @Rpc(mediaRpc.photoUpdate)
  update(
    { id, originalName, ...others }: ParsedInputOf<typeof mediaRpc.photoUpdate>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoUpdate>> {
    const { businessId } = writerOf(context);
    const changes = { ...others, ...(originalName !== undefined && { originalName: cleanName(originalName) }) };
    return this.uow.run(Scope.business(businessId), async (tx) => {
      if (changes.albumId !== undefined && changes.albumId !== null) {
        await this.photos.holdAlbum(tx, businessId, changes.albumId);
      }
      const { photo, version } = await this.photos.update(tx, businessId, id, changes);
      await tx.emit(mediaEvents.photoUpdated, { businessId, entityId: id, version, data: photoFacts(photo) });
      return photo;
    });
  }

  @Rpc(mediaRpc.photoDeleted)
  deleted(
    query: ParsedInputOf<typeof mediaRpc.photoDeleted>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoDeleted>> {
    const businessId = businessOf(context);
    return this.uow.run(
      Scope.business(businessId),
      async (tx) =>
        fittingList(await this.deletedPhotos.list(tx, businessId, query, this.config.keepDeletedPhotosDays)),
      { readOnly: true },
    );
  }

  @Rpc(mediaRpc.photoDelete)
  async delete(
    input: ParsedInputOf<typeof mediaRpc.photoDelete>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoDelete>> {
    await this.deletePhoto.execute(input, context);
    return { success: true };
  }

  @Rpc(albumRpc.photoBulk)
  bulk(
    input: ParsedInputOf<typeof albumRpc.photoBulk>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.photoBulk>> {
    return this.bulkPhotos.execute(input, context);
  }

  @Rpc(albumRpc.photoNamed)
  named(
    { names }: ParsedInputOf<typeof albumRpc.photoNamed>,
    context: RpcContext,
  ): Promise<OutputOf<typeof albumRpc.photoNamed>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.photos.named(tx, businessId, [...new Set(names)]), {
      readOnly: true,
    });
  }

  @Rpc(mediaRpc.tagList)
  tags(
    _input: ParsedInputOf<typeof mediaRpc.tagList>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.tagList>> {
    const businessId = businessOf(context);
    return this.uow.run(Scope.business(businessId), (tx) => this.words.tags(tx, businessId), { readOnly: true });
  }

  /** Without a business there are no photos yet. */
  @Rpc(mediaRpc.photoCount)
  async count(
    _input: ParsedInputOf<typeof mediaRpc.photoCount>,
    { businessId }: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoCount>> {
    if (businessId === null) {
      return { total: 0 };
    }
    return {
      total: await this.uow.run(Scope.business(businessId), (tx) => this.photos.count(tx, businessId), {
        readOnly: true,
      }),
    };
  }
}
