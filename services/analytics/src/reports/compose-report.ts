import { Injectable } from '@nestjs/common';
import { albumRpc, knownCaption, rowsOf, schedulingRpc } from '@postloom/contracts';
import type { ParsedInputOf, Post, ReportFile, reportFileRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller, RpcContext } from '@postloom/messaging';
import { GetFigures } from '../figures/index.ts';
import { MakeReport } from './make-report.ts';

/** The report of a business that nobody is looking at: its captions and names of albums are asked for in the service's own name. */
@Injectable()
export class ComposeReport {
  constructor(
    private readonly rpc: Rpc,
    private readonly getFigures: GetFigures,
    private readonly makeReport: MakeReport,
  ) {}

  /** @throws AppError no_business, invalid_date, validation_failed (too many days) */
  async execute(
    { format, brand, from, to }: ParsedInputOf<typeof reportFileRpc.reportCompose>,
    context: RpcContext,
  ): Promise<ReportFile> {
    const { figures, bestTimes, findings } = await this.getFigures.execute({ from, to }, context);
    const caller = { ...this.rpc.systemCaller('analytics'), businessId: context.businessId };
    const [albums, posts] = await Promise.all([
      this.rpc.call(albumRpc.albumList, {}, caller),
      this.posts(
        figures.topPosts.map(({ postId }) => postId),
        caller,
      ),
    ]);
    return this.makeReport.execute({
      ...{ format, brand },
      analytics: {
        ...{ ...figures, bestTimes, findings },
        topPosts: figures.topPosts.map((ranked) => {
          const post = posts.get(ranked.postId);
          return { ...ranked, caption: post === undefined ? null : knownCaption(post), photoId: post?.photoId ?? null };
        }),
      },
      albums: rowsOf(albums).map(({ id, name }) => ({ id, name })),
    });
  }

  private async posts(ids: string[], caller: Caller): Promise<ReadonlyMap<string, Post>> {
    const posts = ids.length === 0 ? [] : rowsOf(await this.rpc.call(schedulingRpc.postList, { ids }, caller));
    return new Map(posts.map((post) => [post.id, post]));
  }
}
