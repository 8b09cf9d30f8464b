import type { Photo } from '@postloom/contracts';
import { ImageUp, LayoutGrid, List, X } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { usePhotos } from '#data/photos.ts';
import { useOnline } from '#lib/use-online.ts';
import { useSearchState } from '#lib/use-search-state.ts';
import { plural } from '#lib/words.ts';
import { Badge, Button, Card, EmptyState, ErrorState, PageHeader, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { keepExisting, nothingSelected, select } from '../selection.ts';
import { useDroppedFiles } from '../use-dropped-files.ts';
import { DeletePhotos, PhotoDetailsDialog } from './photo-details-dialog.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { PhotoSearch } from './photo-search.tsx';

export type MediaLibraryProps = {
  timeZone: string;
  /** Opens the upload dialog, with files that were dropped or pasted here. */
  onUpload(files?: readonly File[]): void;
  onUploadHover(): void;
  onCreatePost(photoId: string): void;
};

/** The library of the page's business. */
export function MediaLibrary({ timeZone, onUpload, onUploadHover, onCreatePost }: MediaLibraryProps) {
  const address = useSearchState();
  const view = address.get('view') === 'list' ? 'list' : 'grid';
  const openId = address.get('photo');
  const [search, setSearch] = useState(address.get('search') ?? '');
  const asked = useDeferredValue(search.trim());
  const { photos, isPending, isError, refetch, isPlaceholderData } = usePhotos(asked);
  const online = useOnline();
  const [selection, setSelection] = useState(nothingSelected);
  const [deleting, setDeleting] = useState<readonly Photo[]>([]);
  const { over } = useDroppedFiles(onUpload);

  const order = useMemo(() => photos.map((photo) => photo.id), [photos]);
  const kept = keepExisting(selection, order);
  const open = photos.find((photo) => photo.id === openId);
  const setAddress = address.set;
  useEffect(() => setAddress({ search: asked || null }), [asked, setAddress]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (typing || document.querySelector('[role="dialog"],[role="alertdialog"]')) {
        return;
      }
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a' && order.length > 0) {
        event.preventDefault();
        setSelection({ ids: new Set(order), anchor: order[0] ?? null });
      } else if (event.key === 'Escape') {
        setSelection(nothingSelected);
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [order]);
  const onSelect = useCallback(
    (id: string, range: boolean) => setSelection((current) => select(current, order, id, range)),
    [order],
  );
  const chosen = photos.filter((photo) => kept.ids.has(photo.id));
  const [only] = chosen;

  return (
    <div className="relative">
      <PageHeader
        title="Media Library"
        description={isPending ? 'Loading your media library...' : `${plural(photos.length, 'photo')} uploaded`}
        actions={
          <Button onClick={() => onUpload()} onPointerEnter={onUploadHover} onFocus={onUploadHover}>
            <ImageUp aria-hidden="true" />
            Upload Photos
          </Button>
        }
      />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <PhotoSearch value={search} onChange={setSearch} className="basis-64" />
        <div role="group" aria-label="View" className="flex rounded-control border border-line bg-cloth p-0.5">
          {(['grid', 'list'] as const).map((one) => (
            <Button
              key={one}
              variant="ghost"
              size="icon-sm"
              aria-label={one === 'grid' ? 'Grid view' : 'List view'}
              aria-pressed={view === one}
              onClick={() => address.set({ view: one === 'list' ? 'list' : null })}
              className={cn('size-9', view === one && 'bg-woad-soft text-woad')}
            >
              {one === 'grid' ? <LayoutGrid aria-hidden="true" /> : <List aria-hidden="true" />}
            </Button>
          ))}
        </div>
      </div>

      <div className="flex items-center gap-2 pb-3">
        <h2 className="text-lg font-bold">All Photos</h2>
        <Badge>{photos.length}</Badge>
      </div>
      {isPending ? (
        online ? (
          <SkeletonGroup
            text="Loading your media library..."
            className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-6"
          >
            {Array.from({ length: 12 }, (_, index) => (
              <Skeleton key={index} className="aspect-[4/5] rounded-card" />
            ))}
          </SkeletonGroup>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )
      ) : isError && photos.length === 0 ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : photos.length === 0 ? (
        <Card>
          <EmptyState
            title="No photos found"
            pattern="photos"
            action={
              asked ? (
                <Button variant="secondary" onClick={() => setSearch('')}>
                  Clear search
                </Button>
              ) : (
                <Button onClick={() => onUpload()}>
                  <ImageUp aria-hidden="true" />
                  Upload Photos
                </Button>
              )
            }
          >
            {asked ? 'Try adjusting your search terms' : 'Upload your first photos to get started'}
          </EmptyState>
        </Card>
      ) : (
        <div className={isPlaceholderData ? 'opacity-60' : undefined}>
          <PhotoGrid
            photos={photos}
            view={view}
            selected={kept.ids}
            onSelect={onSelect}
            onOpen={(id) => address.set({ photo: id }, 'push')}
          />
        </div>
      )}

      {chosen.length > 0 ? (
        <div
          role="region"
          aria-label="Selected photos"
          className="sticky bottom-4 z-30 mx-auto mt-6 flex w-fit max-w-full animate-in-rise flex-wrap items-center gap-2 rounded-card border border-line bg-cloth px-4 py-2.5 shadow-lift"
        >
          <p aria-live="polite" className="pr-2 text-sm font-semibold">
            {chosen.length} selected
          </p>
          {chosen.length === 1 && only ? (
            <>
              <Button size="sm" onClick={() => onCreatePost(only.id)}>
                Create Post
              </Button>
              <Button size="sm" variant="secondary" onClick={() => address.set({ photo: only.id }, 'push')}>
                Details
              </Button>
            </>
          ) : null}
          <Button size="sm" variant="danger-quiet" onClick={() => setDeleting(chosen)}>
            Delete
          </Button>
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label="Clear selection"
            onClick={() => setSelection(nothingSelected)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ) : null}

      {over ? (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-card border-2 border-dashed border-woad bg-woad-soft/90"
        >
          <p className="flex items-center gap-3 text-xl font-bold text-woad">
            <ImageUp className="size-7" />
            Drop photos to upload them
          </p>
        </div>
      ) : null}
      {open ? (
        <PhotoDetailsDialog
          key={open.id}
          photo={open}
          timeZone={timeZone}
          onClose={() => address.set({ photo: null })}
          onCreatePost={onCreatePost}
        />
      ) : null}
      <DeletePhotos
        photos={deleting}
        timeZone={timeZone}
        onClose={(deleted) => {
          setDeleting([]);
          if (deleted) {
            setSelection(nothingSelected);
          }
        }}
      />
    </div>
  );
}
