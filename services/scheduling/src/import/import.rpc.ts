import { Controller } from '@nestjs/common';
import { importRpc } from '@postloom/contracts';
import type { ImportResult, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ImportPosts } from './import-posts.ts';

@Controller()
export class ImportRpc {
  constructor(private readonly importPosts: ImportPosts) {}

  @Rpc(importRpc.postImport)
  import(input: ParsedInputOf<typeof importRpc.postImport>, context: RpcContext): Promise<ImportResult> {
    return this.importPosts.execute(input, context);
  }
}
