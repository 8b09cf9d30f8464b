import { Injectable } from '@nestjs/common';
import type { StarterWeekUndone } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { TakeBackPosts } from '../posts/index.ts';

/** POST /api/posts/starter-week/undo: takes posts of a week back that nobody has worked with. */
@Injectable()
export class UndoStarterWeek {
  constructor(private readonly takeBack: TakeBackPosts) {}

  /** @throws AppError forbidden, no_business, conflict (a post is being changed) */
  execute(ids: readonly string[], context: RpcContext): Promise<StarterWeekUndone> {
    return this.takeBack.execute(ids, 'template', context);
  }
}
