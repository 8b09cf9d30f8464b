import { Controller } from '@nestjs/common';
import { mediaRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { businessOf } from '../access.ts';
import { PhotosRepository } from '../photos/index.ts';
import { LikenessRepository } from './likeness.repository.ts';

/** As many as a person looks through. */
const MOST_SHOWN = 12;

@Controller()
export class LikenessRpc {
  constructor(
    private readonly uow: Uow,
    private readonly photos: PhotosRepository,
    private readonly likeness: LikenessRepository,
  ) {}

  @Rpc(mediaRpc.photoSimilar)
  similar(
    { id }: ParsedInputOf<typeof mediaRpc.photoSimilar>,
    context: RpcContext,
  ): Promise<OutputOf<typeof mediaRpc.photoSimilar>> {
    const businessId = businessOf(context);
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        await this.photos.get(tx, businessId, id);
        const ids = (await this.likeness.alike(tx, businessId, id, MOST_SHOWN)).map((photo) => photo.id);
        const byId = new Map((await this.photos.byIds(tx, businessId, ids)).map((photo) => [photo.id, photo]));
        return ids.flatMap((one) => byId.get(one) ?? []);
      },
      { readOnly: true },
    );
  }
}
