import { Injectable } from '@nestjs/common';
import type { ImportUndone } from '@postloom/contracts';
import type { RpcContext } from '@postloom/messaging';
import { TakeBackPosts } from '../posts/index.ts';

/** POST /api/posts/import/undo: takes posts of an import back that nobody has worked with. */
@Injectable()
export class UndoImport {
  constructor(private readonly takeBack: TakeBackPosts) {}

  /** @throws AppError forbidden, no_business, conflict (a post is being changed) */
  execute(ids: readonly string[], context: RpcContext): Promise<ImportUndone> {
    return this.takeBack.execute(ids, 'import', context);
  }
}
