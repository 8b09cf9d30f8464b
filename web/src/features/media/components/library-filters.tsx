import type { Album } from '@postloom/contracts';
import { FolderPlus, LayoutGrid, List } from 'lucide-react';
import { Suspense, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { formatNumber } from '#lib/format.ts';
import { Button, NativeSelect } from '#ui/index.ts';
import { AlbumNameDialog } from './lazy-dialogs.ts';
import { PhotoSearch } from './photo-search.tsx';

export type LibraryFiltersProps = {
  search: string;
  onSearch(text: string): void;
  albums: readonly Album[];
  /** The id of the album that is shown, 'none' for the photos in no album, empty for all. */
  albumId: string;
  onAlbum(id: string): void;
  view: 'grid' | 'list';
  onView(view: 'grid' | 'list'): void;
};

/** What the library shows and how: a search, an album, tiles or rows. */
export function LibraryFilters({ search, onSearch, albums, albumId, onAlbum, view, onView }: LibraryFiltersProps) {
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      <PhotoSearch value={search} onSearch={onSearch} className="basis-64" />
      {albums.length > 0 || albumId ? (
        <NativeSelect
          aria-label="Album"
          className="w-40 sm:w-48"
          value={albumId}
          onChange={(event) => onAlbum(event.target.value)}
        >
          <option value="">All Photos</option>
          {albums.map(({ id, name, photoCount }) => (
            <option key={id} value={id}>
              {name} ({formatNumber(photoCount)})
            </option>
          ))}
          <option value="none">No Album</option>
        </NativeSelect>
      ) : null}
      <Button variant="secondary" className="max-sm:px-3" onClick={() => setIsCreating(true)}>
        <FolderPlus aria-hidden="true" />
        <span className="max-sm:sr-only">New Album</span>
      </Button>
      <div role="group" aria-label="View" className="flex rounded-control border border-line bg-cloth p-0.5">
        {(['grid', 'list'] as const).map((one) => (
          <Button
            key={one}
            variant="ghost"
            size="icon-sm"
            aria-label={one === 'grid' ? 'Grid view' : 'List view'}
            aria-pressed={view === one}
            onClick={() => onView(one)}
            className={cn('size-9', view === one && 'bg-woad-soft text-woad')}
          >
            {one === 'grid' ? <LayoutGrid aria-hidden="true" /> : <List aria-hidden="true" />}
          </Button>
        ))}
      </div>
      <Suspense fallback={null}>
        {isCreating ? (
          <AlbumNameDialog
            album={null}
            onClose={() => setIsCreating(false)}
            onSaved={({ id }) => {
              setIsCreating(false);
              onAlbum(id);
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
