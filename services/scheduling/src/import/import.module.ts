import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { ImportFile } from './import-file.ts';
import { ImportPosts } from './import-posts.ts';
import { ImportRpc } from './import.rpc.ts';
import { JudgeRows } from './judge-rows.ts';
import { PreviewImport } from './preview-import.ts';
import { SamePostsRepository } from './same-posts.repository.ts';
import { UndoImport } from './undo-import.ts';

@Module({
  imports: [FactsModule, PostsModule],
  controllers: [ImportRpc],
  providers: [ImportFile, JudgeRows, SamePostsRepository, ImportPosts, PreviewImport, UndoImport],
})
export class ImportModule {}
