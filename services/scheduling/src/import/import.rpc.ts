import { Controller } from '@nestjs/common';
import { importRpc } from '@postloom/contracts';
import type { ImportPreview, ImportResult, ImportUndone, ParsedInputOf } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { RpcContext } from '@postloom/messaging';
import { ImportPosts } from './import-posts.ts';
import { PreviewImport } from './preview-import.ts';
import { UndoImport } from './undo-import.ts';

@Controller()
export class ImportRpc {
  constructor(
    private readonly importPosts: ImportPosts,
    private readonly previewImport: PreviewImport,
    private readonly undoImport: UndoImport,
  ) {}

  @Rpc(importRpc.postImport)
  import(input: ParsedInputOf<typeof importRpc.postImport>, context: RpcContext): Promise<ImportResult> {
    return this.importPosts.execute(input, context);
  }

  @Rpc(importRpc.importPreview)
  preview({ csv }: ParsedInputOf<typeof importRpc.importPreview>, context: RpcContext): Promise<ImportPreview> {
    return this.previewImport.execute(csv, context);
  }

  @Rpc(importRpc.importUndo)
  undo({ ids }: ParsedInputOf<typeof importRpc.importUndo>, context: RpcContext): Promise<ImportUndone> {
    return this.undoImport.execute(ids, context);
  }
}
