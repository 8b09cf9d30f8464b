import { ImageUp } from 'lucide-react';
import { Suspense, useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Async } from '#components/async.tsx';
import { albumsInside, useAlbums } from '#data/albums.ts';
import { usePhotoPages } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { usePhoto } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { MOST_ALBUM_LEVELS, platformRules, platforms } from '#lib/contract-data.ts';
import { formatNumber } from '#lib/format.ts';
import { isDialogOpen } from '#lib/is-dialog-open.ts';
import { isTyping } from '#lib/is-typing.ts';
import { lazily } from '#lib/lazily.ts';
import { useIsRoomy } from '#lib/use-is-wide.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { useSteady } from '#lib/use-steady.ts';
import { Button, PageHeader, Skeleton, SkeletonGroup } from '#ui/index.ts';
import type { Choice } from '../bulk.ts';
import { filterIn, filterNames, filterWords, without } from '../filter.ts';
import { isDeletion } from '../own-keys.ts';
import { countOf, isSelected } from '../selection.ts';
import { countedTo, mediaTexts } from '../texts.ts';
import { useMovePhoto, usePhotoIsDragged } from '../photo-drag.ts';
import { useBulk } from '../use-bulk.ts';
import { useSelection } from '../use-selection.ts';
import { AlbumHeading } from './album-heading.tsx';
import type { AlbumQuestion } from './album-questions.tsx';
import {
  AlbumDropBar,
  AlbumQuestions,
  BulkRemainsDialog,
  EmptyLibrary,
  GoneAlbum,
  MissingPhotoDialog,
  PhotoDetailsDialog,
  SelectionBar,
  SelectionQuestions,
} from './deferred-parts.ts';
import { LibraryFilters } from './library-filters.tsx';
import type { AltTextSlot } from './photo-details.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { RestNotLoaded } from './rest-not-loaded.tsx';
import type { SelectionQuestion } from './selection-questions.tsx';

export type MediaLibraryProps = {
  businessId: string;
  timeZone: string;
  /** Opens the upload dialog. */
  onUpload(): void;
  onUploadHover(): void;
  /** `onMade` is told when the post was saved. */
  onCreatePost(photoIds: readonly string[], onMade?: () => void): void;
  altTextTool(slot: AltTextSlot): ReactNode;
};

const AlbumPanel = lazily(() => import('./album-panel.tsx'));

/** Most photos that a post of any platform takes. */
const MOST_IN_POST = Math.max(...platforms.map((platform) => platformRules[platform].maxPhotos));

/** The library of the page's business. */
export function MediaLibrary(props: MediaLibraryProps) {
  const { businessId, timeZone, onUpload, onUploadHover, onCreatePost, altTextTool } = props;
  const address = useSearchState();
  const view = address.get('view') === 'list' ? 'list' : 'grid';
  const search = address.get('search') ?? '';
  const openId = address.get('photo');
  const setAddress = address.set;
  const albumId = address.get('album');
  const { albums, isPending: areAlbumsComing, isError: areAlbumsMissing, refetch: readAlbums } = useAlbums();
  const hasPanel = useIsRoomy();
  const [question, setQuestion] = useState<AlbumQuestion | null>(null);
  const album = albums.find(({ id }) => id === albumId);
  const shownAlbum = albumId === 'none' ? 'No Album' : (album?.name ?? null);
  const shownId = shownAlbum === null ? '' : (albumId ?? '');
  const isAlbumGone = albumId !== null && shownAlbum === null && !areAlbumsComing && !areAlbumsMissing;
  const isWithInside = album !== undefined && address.get('inside') === 'true';
  const narrowed = filterIn(address.get);
  const narrowedBy = filterWords(narrowed).length > 0;
  const filter = useSteady<PhotoFilter>({
    ...narrowed,
    ...(search ? { search } : {}),
    ...(albumId ? { albumId } : {}),
    ...(isWithInside ? { albumsInside: 'true' } : {}),
  });
  const { query, readNear, hasFailed, readAgain } = usePhotoPages(filter);
  const { data, isPlaceholderData } = query;
  const total = data?.total ?? 0;
  const totalText = search || narrowedBy ? countedTo(total) : formatNumber(total);
  const { selection, onSelect, clear, drop, selectAll, onStopSelecting } = useSelection(
    businessId,
    filter,
    data,
    isPlaceholderData,
  );
  const [asking, setAsking] = useState<SelectionQuestion | null>(null);
  const bulk = useBulk(businessId);

  const count = countOf(selection, total);
  // A question ends with the selection that it was about.
  if (asking && count === 0) {
    setAsking(null);
  }
  const isBusy = bulk.running !== null || onStopSelecting !== undefined;
  const only = count === 1 && !selection.but ? data?.photos.find(({ id }) => selection.ids.has(id)) : undefined;
  const choice: Choice = selection.but ? { filter, but: selection.but } : { ids: [...selection.ids] };

  const moveSelected = async (to: string | null) => {
    await bulk.change(choice, { action: 'move', albumId: to });
    // They stay selected while the list shows them.
    if (albumId && albumId !== (to ?? 'none')) {
      clear();
    }
  };
  const tagSelected = async (tags: { addTags: string[]; removeTags: string[] }) => {
    await bulk.change(choice, { action: 'tag', ...tags });
    if (narrowed.tag && tags.removeTags.includes(narrowed.tag)) {
      clear();
    }
  };
  const isDragged = usePhotoIsDragged();
  const move = useMovePhoto();
  const moveDragged = (photoId: string, to: string | null) => {
    const photo = data?.photos.find(({ id }) => id === photoId);
    // One of those that are selected takes the others along.
    if (count > 1 && isSelected(selection, photoId)) {
      void moveSelected(to);
    } else if (photo && photo.albumId !== to) {
      void move(photo, to);
    }
  };

  // A link may open a photo that has not been read with the list.
  const listed = openId ? data?.photos.find(({ id }) => id === openId) : undefined;
  const unlisted = usePhoto(data && !listed ? openId : null);
  const found = listed ?? unlisted;
  const [seen, setSeen] = useState(found);
  if (found && found !== seen) {
    setSeen(found);
  }
  // One that a change took out of the list stays until it is read by itself.
  const open = found === undefined && seen?.id === openId ? seen : found;
  const isMissing = open === null;

  const onSearch = useCallback(
    (text: string) => {
      // The first search is a step that Back undoes; another word of it is not.
      setAddress({ search: text || null }, (search === '') === (text === '') ? 'replace' : 'push');
    },
    [search, setAddress],
  );
  const hasInside = album !== undefined && albumsInside(albums, album).length > 0;
  const showInside = (isWith: boolean) => setAddress({ inside: isWith ? 'true' : null }, 'push');
  const onAlbum = (id: string) => setAddress({ album: id || null, inside: null }, 'push');
  // Without the panel, whose menus make albums inside others, a new one is made inside the one that is shown.
  const askForNew = () =>
    setQuestion({ kind: 'new', ...(album && album.level < MOST_ALBUM_LEVELS ? { parent: album } : {}) });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A menu that closes by Escape has taken the key.
    if (event.defaultPrevented || isTyping(event.target) || isDialogOpen()) {
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && total > 0) {
      event.preventDefault();
      selectAll();
    } else if (event.key === 'Escape') {
      clear();
    } else if (isDeletion(event) && count > 0 && !isBusy) {
      setAsking('delete');
    }
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const onOpen = useCallback((id: string) => setAddress({ photo: id }, 'push'), [setAddress]);
  const showInstead = (id: string | null) => setAddress({ photo: id });

  const uploadButton = (
    <Button onClick={onUpload} onPointerEnter={onUploadHover} onFocus={onUploadHover}>
      <ImageUp aria-hidden="true" />
      Upload Photos
    </Button>
  );
  return (
    <div className="relative">
      <PageHeader
        title="Media Library"
        description={
          <span role="status">
            {isAlbumGone && data
              ? mediaTexts.albumGone
              : isPlaceholderData || query.isPending
                ? 'Loading your media library...'
                : data
                  ? summary(search, narrowedBy, shownAlbum, total)
                  : ''}
          </span>
        }
        actions={uploadButton}
      />
      <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:items-start lg:gap-6">
        {hasPanel ? (
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <AlbumPanel
              albums={albums}
              state={areAlbumsComing ? 'loading' : areAlbumsMissing && albums.length === 0 ? 'failed' : 'read'}
              onRetry={() => void readAlbums()}
              albumId={shownId}
              onAlbum={onAlbum}
              isDragged={isDragged}
              onDrop={moveDragged}
              onAsk={setQuestion}
            />
          </Suspense>
        ) : null}
        <div className="min-w-0">
          <LibraryFilters
            search={search}
            onSearch={onSearch}
            albums={albums}
            albumId={shownId}
            onAlbum={onAlbum}
            onNewAlbum={hasPanel ? undefined : askForNew}
            filter={narrowed}
            onFilter={(changes) => setAddress(changes, 'push')}
            timeZone={timeZone}
            view={view}
            onView={(next) => setAddress({ view: next === 'list' ? 'list' : null })}
            bulk={bulk}
          />
          {isAlbumGone ? null : (
            <AlbumHeading
              name={shownAlbum}
              album={album}
              albums={albums}
              total={data && !isPlaceholderData ? totalText : undefined}
              isWithInside={isWithInside}
              onWithInside={showInside}
              onAlbum={onAlbum}
              onAsk={hasPanel ? undefined : setQuestion}
            />
          )}
          <Async
            query={query}
            skeleton={
              <SkeletonGroup
                text="Loading your media library..."
                className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5"
              >
                {Array.from({ length: 12 }, (_, index) => (
                  <Skeleton key={index} className="aspect-[4/5] rounded-card" />
                ))}
              </SkeletonGroup>
            }
            isEmpty={({ reach }) => reach === 0 || isAlbumGone}
            empty={
              <Suspense fallback={null}>
                {isAlbumGone ? (
                  <GoneAlbum onShowAll={() => onAlbum('')} />
                ) : (
                  <EmptyLibrary
                    search={search}
                    isFiltered={narrowedBy}
                    albumId={shownId}
                    uploadButton={uploadButton}
                    onClearSearch={() => onSearch('')}
                    onClearFilters={() => setAddress(without(filterNames), 'push')}
                    onShowAll={() => onAlbum('')}
                    onShowInside={hasInside && !isWithInside ? () => showInside(true) : undefined}
                  />
                )}
              </Suspense>
            }
          >
            {(list) => (
              <div
                className={cn('transition-opacity', isPlaceholderData && 'opacity-60')}
                aria-busy={isPlaceholderData}
              >
                <PhotoGrid
                  {...{ list, filter, timeZone, view, selection, onSelect, onOpen }}
                  openId={open?.id ?? null}
                  onNear={readNear}
                />
                {hasFailed ? <RestNotLoaded className="sticky bottom-4" onReadAgain={readAgain} /> : null}
              </div>
            )}
          </Async>
        </div>
      </div>

      <Suspense fallback={null}>
        {count > 0 || isBusy ? (
          <SelectionBar
            count={count}
            total={total}
            totalText={totalText}
            running={bulk.running}
            onStopSelecting={onStopSelecting}
            onCreatePost={'ids' in choice && count <= MOST_IN_POST ? () => onCreatePost(choice.ids, clear) : undefined}
            onMove={() => setAsking('move')}
            onTag={() => setAsking('tag')}
            onDelete={() => setAsking('delete')}
            onSelectAll={selectAll}
            onClear={clear}
          />
        ) : null}
      </Suspense>

      <Suspense fallback={null}>
        {isDragged && !hasPanel ? <AlbumDropBar albums={albums} onDrop={moveDragged} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {open ? (
          <PhotoDetailsDialog
            photo={open}
            list={data}
            totalText={totalText}
            timeZone={timeZone}
            altTextTool={altTextTool}
            onClose={() => showInstead(null)}
            onCreatePost={(id) => onCreatePost([id])}
            onOpen={onOpen}
            onStep={showInstead}
          />
        ) : null}
        {isMissing ? <MissingPhotoDialog onClose={() => showInstead(null)} /> : null}
        {question ? (
          <AlbumQuestions
            question={question}
            albums={albums}
            onClose={() => setQuestion(null)}
            onCreated={(id) => {
              setQuestion(null);
              onAlbum(id);
            }}
            onDeleted={({ id, parentId }) => {
              setQuestion(null);
              if (id === albumId) {
                onAlbum(parentId ?? '');
              }
            }}
          />
        ) : null}
        {asking ? (
          <SelectionQuestions
            question={asking}
            count={count}
            only={only}
            timeZone={timeZone}
            onClose={() => setAsking(null)}
            onDelete={() => void bulk.change(choice, { action: 'delete' }).then(() => drop(selection))}
            onDeleted={clear}
            onMove={(to) => void moveSelected(to)}
            onTag={(tags) => void tagSelected(tags)}
          />
        ) : null}
        {bulk.remains ? (
          <BulkRemainsDialog
            remains={bulk.remains}
            onClose={bulk.dismiss}
            onRetry={(ids) => void bulk.change({ ids }, bulk.remains?.change ?? { action: 'delete' })}
            onDeleteAnyway={(ids) => void bulk.deleteAnyway(ids)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

function summary(search: string, isFiltered: boolean, album: string | null, total: number): string {
  if (search !== '') {
    return mediaTexts.found(total, search);
  }
  if (isFiltered) {
    return total === 0 ? mediaTexts.noneFiltered : mediaTexts.filtered(total);
  }
  return album === null ? mediaTexts.uploadedCount(total) : mediaTexts.inAlbum(total);
}
