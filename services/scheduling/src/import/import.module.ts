import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/index.ts';
import { PostsModule } from '../posts/index.ts';
import { ImportPosts } from './import-posts.ts';
import { ImportRpc } from './import.rpc.ts';

@Module({ imports: [FactsModule, PostsModule], controllers: [ImportRpc], providers: [ImportPosts] })
export class ImportModule {}
