import { Module } from '@nestjs/common';
import { PhotosModule } from '../photos/index.ts';
import { SearchModule } from '../search/index.ts';
import { LibrarySearchRpc } from './library-search.rpc.ts';
import { SearchLibrary } from './search-library.ts';

/** What the one search of the product finds in a library. */
@Module({ imports: [PhotosModule, SearchModule], controllers: [LibrarySearchRpc], providers: [SearchLibrary] })
export class LibrarySearchModule {}
