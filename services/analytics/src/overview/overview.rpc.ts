import { Controller } from '@nestjs/common';
import { analyticsRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { LibraryRepository } from '../library/index.ts';
import { PublishedRepository } from '../published/index.ts';

type Overview = OutputOf<typeof analyticsRpc.overviewGet>;

@Controller()
export class OverviewRpc {
  constructor(
    private readonly uow: Uow,
    private readonly library: LibraryRepository,
    private readonly published: PublishedRepository,
  ) {}

  /** Without a business there are no figures. Engagement is null until a platform has reported one: never invented. */
  @Rpc(analyticsRpc.overviewGet)
  overview(_input: ParsedInputOf<typeof analyticsRpc.overviewGet>, { businessId }: RpcContext): Promise<Overview> {
    if (businessId === null) {
      return Promise.resolve({ publishedPosts: 0, libraryPhotos: 0, engagementRate: null });
    }
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const [publishedPosts, libraryPhotos] = await Promise.all([
          this.published.countPosts(tx, businessId),
          this.library.count(tx, businessId),
        ]);
        return { publishedPosts, libraryPhotos, engagementRate: null };
      },
      { readOnly: true },
    );
  }
}
