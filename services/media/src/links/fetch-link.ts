import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import type { linkRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { writerOf } from '../access.ts';
import type { MediaConfig } from '../config.ts';
import { PhotosRepository } from '../photos/index.ts';
import { DiskRoom } from '../pictures/index.ts';
import { KeepUnannounced, Receiving } from '../uploads/index.ts';
import { DownloadLink } from './download-link.ts';

type Fetched = OutputOf<typeof linkRpc.linkFetch>;

/** Makes a photo of a picture on a public website. It goes the way of every upload: counted, measured, and decoded apart. */
@Injectable()
export class FetchLink {
  constructor(
    private readonly uow: Uow,
    private readonly throttles: Throttles,
    private readonly photos: PhotosRepository,
    private readonly diskRoom: DiskRoom,
    private readonly receiving: Receiving,
    private readonly downloadLink: DownloadLink,
    private readonly keepUnannounced: KeepUnannounced,
    @Inject(CONFIG) private readonly config: MediaConfig,
  ) {}

  /** @throws AppError rate_limited; of `DownloadLink` and of `KeepUnannounced` */
  async execute({ url, uploadId }: ParsedInputOf<typeof linkRpc.linkFetch>, context: RpcContext): Promise<Fetched> {
    const owner = writerOf(context);
    const { businessId } = owner;
    const known = await this.uow.run(Scope.business(businessId), async (tx) => {
      const photo = await this.photos.byUpload(tx, businessId, uploadId);
      if (photo) {
        return { photo, sameAs: await this.photos.olderWithBytes(tx, businessId, photo) };
      }
      const key = { name: 'limitLinks', limit: this.config.limitLinks, subject: [businessId] };
      await this.throttles.take(tx, [key], 'photos from links');
      return null;
    });
    if (known) {
      return known; // the answer was lost, and the client asks again
    }
    return this.diskRoom.inFolder(businessId, async (folder) => {
      const file = await this.receiving.run(businessId, folder, null, () =>
        this.downloadLink.execute(url, folder.path, context.signal),
      );
      return this.keepUnannounced.execute({ ...owner, uploadId }, file);
    });
  }
}
