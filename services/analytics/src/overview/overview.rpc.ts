import { Controller } from '@nestjs/common';
import { analyticsRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { Scope, Uow } from '@postloom/persistence';
import { FiguresRepository } from '../figures/index.ts';
import { LibraryRepository } from '../library/index.ts';

type Overview = OutputOf<typeof analyticsRpc.overviewGet>;

@Controller()
export class OverviewRpc {
  constructor(
    private readonly uow: Uow,
    private readonly library: LibraryRepository,
    private readonly figures: FiguresRepository,
  ) {}

  /** Without a business there are no figures. Engagement is null until a platform has reported one: never invented. */
  @Rpc(analyticsRpc.overviewGet)
  overview(_input: ParsedInputOf<typeof analyticsRpc.overviewGet>, { businessId }: RpcContext): Promise<Overview> {
    if (businessId === null) {
      return Promise.resolve({ publishedPosts: 0, libraryPhotos: 0, engagementRate: null, engagementRateBefore: null });
    }
    return this.uow.run(
      Scope.business(businessId),
      async (tx) => {
        const { today } = await this.figures.today(tx, businessId);
        const [publishedPosts, libraryPhotos, rates] = await Promise.all([
          this.figures.countPosts(tx, businessId),
          this.library.count(tx, businessId),
          this.figures.rates(tx, businessId, today),
        ]);
        return { publishedPosts, libraryPhotos, engagementRate: rates.now, engagementRateBefore: rates.before };
      },
      { readOnly: true },
    );
  }
}
