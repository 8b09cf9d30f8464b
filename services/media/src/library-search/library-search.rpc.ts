import { Controller } from '@nestjs/common';
import { searchRpc } from '@postloom/contracts';
import type { OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { businessOf } from '../access.ts';
import { SearchLibrary } from './search-library.ts';

@Controller()
export class LibrarySearchRpc {
  constructor(private readonly searchLibrary: SearchLibrary) {}

  @Rpc(searchRpc.media)
  search(
    { search }: ParsedInputOf<typeof searchRpc.media>,
    context: RpcContext,
  ): Promise<OutputOf<typeof searchRpc.media>> {
    return this.searchLibrary.execute(businessOf(context), search);
  }
}
