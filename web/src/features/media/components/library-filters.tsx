import { ArchiveRestore, FolderPlus, LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { Suspense, useState } from 'react';
import { albumOption, type LevelledAlbum } from '#data/albums.ts';
import { cn } from '#lib/cn.ts';
import { formatNumber } from '#lib/format.ts';
import { Button, NativeSelect } from '#ui/index.ts';
import { filterNames, filterWords, without, type FilterChanges, type LibraryFilter } from '../filter.ts';
import { mediaTexts } from '../texts.ts';
import type { Bulk } from '../use-bulk.ts';
import { FilterChips, FilterDialog, RecentlyDeletedDialog } from './deferred-parts.ts';
import { PhotoSearch } from './photo-search.tsx';

export type LibraryFiltersProps = {
  search: string;
  onSearch(text: string): void;
  albums: readonly LevelledAlbum[];
  /** The id of the album that is shown, 'none' for the photos in no album, empty for all. */
  albumId: string;
  onAlbum(id: string): void;
  /** Makes an album. Left out, like the choice of one, where a panel of albums stands beside. */
  onNewAlbum?: (() => void) | undefined;
  filter: LibraryFilter;
  onFilter(changes: FilterChanges): void;
  timeZone: string;
  view: 'grid' | 'list';
  onView(view: 'grid' | 'list'): void;
  bulk: Bulk;
};

/** What the library shows and how: a search, an album, tiles or rows. */
export function LibraryFilters(props: LibraryFiltersProps) {
  const { search, onSearch, albums, albumId, onAlbum, onNewAlbum, filter, onFilter, timeZone, view, onView } = props;
  const [isRestoring, setIsRestoring] = useState(false);
  const [isFiltering, setIsFiltering] = useState(false);
  const hiding = filterWords(filter).length;
  const hasAlbums = albums.length > 0 || albumId !== '';
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <PhotoSearch value={search} onSearch={onSearch} className="basis-52" />
        <Button
          variant="secondary"
          className={cn('max-sm:px-3', hiding > 0 && 'border-woad text-woad')}
          aria-haspopup="dialog"
          onClick={() => setIsFiltering(true)}
        >
          <SlidersHorizontal aria-hidden="true" />
          <span className="max-sm:sr-only">{hiding > 0 ? `Filter (${hiding})` : 'Filter'}</span>
          {hiding > 0 ? (
            <span aria-hidden="true" className="tabular sm:hidden">
              {hiding}
            </span>
          ) : null}
        </Button>
        <div className="flex min-w-0 flex-wrap items-center gap-3 max-sm:w-full">
          {onNewAlbum && hasAlbums ? (
            <div className="min-w-32 max-sm:flex-1">
              <NativeSelect
                aria-label="Album"
                className="sm:w-48"
                value={albumId}
                onChange={(event) => onAlbum(event.target.value)}
              >
                <option value="">All Photos</option>
                {albums.map((album) => (
                  <option key={album.id} value={album.id}>
                    {albumOption(album)} ({formatNumber(album.photoCount)})
                  </option>
                ))}
                <option value="none">No Album</option>
              </NativeSelect>
            </div>
          ) : null}
          {onNewAlbum ? (
            <Button variant="secondary" className="px-3" title="New Album" onClick={onNewAlbum}>
              <FolderPlus aria-hidden="true" />
              {/* Beside the choice of an album, the words would not fit the line of a tablet. */}
              <span className={hasAlbums ? 'sr-only' : 'max-sm:sr-only'}>New Album</span>
            </Button>
          ) : null}
          <Button
            variant="ghost"
            size={onNewAlbum ? 'icon' : 'md'}
            title={onNewAlbum && mediaTexts.recentlyDeleted}
            aria-haspopup="dialog"
            onClick={() => setIsRestoring(true)}
          >
            <ArchiveRestore aria-hidden="true" />
            <span className={onNewAlbum && 'sr-only'}>{mediaTexts.recentlyDeleted}</span>
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
        </div>
        <Suspense fallback={null}>
          {isRestoring ? (
            <RecentlyDeletedDialog timeZone={timeZone} bulk={props.bulk} onClose={() => setIsRestoring(false)} />
          ) : null}
          {isFiltering ? (
            <FilterDialog
              filter={filter}
              timeZone={timeZone}
              onClose={() => setIsFiltering(false)}
              onFilter={(next) => {
                setIsFiltering(false);
                onFilter({ ...without(filterNames), ...next });
              }}
            />
          ) : null}
        </Suspense>
      </div>
      <Suspense fallback={null}>
        {hiding > 0 ? <FilterChips filter={filter} onRemove={(names) => onFilter(without(names))} /> : null}
      </Suspense>
    </>
  );
}
