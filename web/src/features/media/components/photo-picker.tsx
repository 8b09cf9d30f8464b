import type { Photo } from '@postloom/contracts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, ImageUp } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { usePhotoPages } from '#data/photos.ts';
import { cn } from '#lib/cn.ts';
import { uploadQueueLimits } from '#lib/contract-data.ts';
import { photoLabel } from '#lib/photos.ts';
import { Skeleton, SkeletonGroup } from '#ui/index.ts';
import { columnsIn, placeAfter, useBox } from '../tiles.ts';
import { useUploadQueue } from '../use-uploads.ts';
import { FileButton } from './file-button.tsx';
import { PhotoSearch } from './photo-search.tsx';
import { UploadList } from './upload-list.tsx';

export type PhotoPickerProps = {
  businessId: string;
  /** Ids of the chosen photos, in their order. */
  value: readonly string[];
  /** No more can be chosen; what is chosen can still be taken out. */
  full: boolean;
  onToggle(photo: Photo): void;
  onUploaded(photo: Photo): void;
  invalid?: boolean;
};

/** Chooses photos of the library, or uploads some on the spot. */
export function PhotoPicker({ businessId, value, full, onToggle, onUploaded, invalid = false }: PhotoPickerProps) {
  const [search, setSearch] = useState('');
  const filter = useMemo(() => (search ? { search } : {}), [search]);
  const query = usePhotoPages(filter);
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  // Files of another post's picker are not this one's.
  const [owner] = useState(() => `picker ${crypto.randomUUID()}`);
  const queue = useUploadQueue({ owner, limit: uploadQueueLimits.queue, businessId, onUploaded });
  const onMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [fetchNextPage, hasNextPage, isFetching, isFetchNextPageError]);
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <PhotoSearch value={search} onSearch={setSearch} />
        <FileButton onFiles={queue.add}>
          <ImageUp aria-hidden="true" />
          Upload
        </FileButton>
      </div>
      <UploadList items={queue.items} onRemove={queue.remove} onRetry={queue.retry} />
      <Async
        query={query}
        className="py-4"
        skeleton={
          <SkeletonGroup text="Loading your photos" className="grid grid-cols-4 gap-2 p-1 sm:grid-cols-6">
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} className="aspect-square" />
            ))}
          </SkeletonGroup>
        }
        isEmpty={({ photos }) => photos.length === 0}
        empty={
          <p className="rounded-control border border-dashed border-line bg-sunken px-4 py-6 text-center text-sm text-muted">
            {search ? 'No photos found. Try adjusting your search terms' : 'No photos yet. Upload one to go on.'}
          </p>
        }
      >
        {({ photos, total }) => (
          <Choices
            photos={photos}
            total={total}
            hasMore={hasNextPage}
            value={value}
            full={full}
            invalid={invalid}
            onToggle={onToggle}
            onMore={onMore}
          />
        )}
      </Async>
    </div>
  );
}

const GAP = 8;
const LEAST_TILE = 64;

type ChoicesProps = Pick<PhotoPickerProps, 'value' | 'full' | 'onToggle'> & {
  photos: readonly Photo[];
  total: number;
  hasMore: boolean;
  invalid: boolean;
  onMore(): void;
};

function Choices({ photos, total, hasMore, value, full, invalid, onToggle, onMore }: ChoicesProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { width } = useBox(list);
  const columns = columnsIn(width, LEAST_TILE, GAP, 4, 8);
  const side = Math.max(0, Math.floor((width - GAP * (columns - 1)) / columns));
  const rows = Math.ceil(photos.length / columns);
  const virtualizer = useVirtualizer({
    count: rows + (hasMore ? 1 : 0),
    getScrollElement: () => frame.current,
    estimateSize: () => side + GAP,
    overscan: 2,
    enabled: width > 0,
    // It also measures while React renders, when nothing can be flushed.
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, side]);

  const shown = virtualizer.getVirtualItems();
  const isNearEnd = hasMore && (shown.at(-1)?.index ?? 0) >= rows - 2;
  const read = photos.length;
  useEffect(() => {
    if (isNearEnd) {
      onMore();
    }
  }, [isNearEnd, read, onMore]);

  const [stopId, setStopId] = useState<string | null>(null);
  const stop = Math.max(0, stopId === null ? 0 : photos.findIndex(({ id }) => id === stopId));
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    const tile = wanted.current && list.current?.querySelector<HTMLElement>(`[data-tile="${wanted.current}"]`);
    if (tile) {
      wanted.current = null;
      tile.focus({ preventScroll: true });
    }
  });
  const places = useMemo(() => new Map(value.map((id, index) => [id, index])), [value]);
  return (
    <div
      ref={frame}
      className={cn('max-h-56 overflow-y-auto overscroll-contain rounded-control p-1', invalid && 'ring-1 ring-madder')}
    >
      <ul
        ref={list}
        aria-label="Photos to choose from"
        className="relative"
        style={{ height: Math.max(0, virtualizer.getTotalSize() - GAP) }}
        onKeyDown={(event) => {
          const place = placeAfter(event.key, stop, columns, photos.length);
          const next = place === null ? undefined : photos[place];
          if (place === null || !next) {
            return;
          }
          event.preventDefault();
          wanted.current = next.id;
          setStopId(next.id);
          virtualizer.scrollToIndex(Math.floor(place / columns));
        }}
      >
        {shown.flatMap(({ index: row, start }) =>
          row >= rows
            ? Array.from({ length: columns }, (_, column) => (
                <li
                  key={`more ${column}`}
                  aria-hidden="true"
                  className="absolute"
                  style={{ left: column * (side + GAP), top: start, width: side, height: side }}
                >
                  <Skeleton className="size-full" />
                </li>
              ))
            : photos.slice(row * columns, (row + 1) * columns).map((photo, column) => {
                const place = row * columns + column;
                return (
                  <Choice
                    key={photo.id}
                    photo={photo}
                    place={place}
                    total={total}
                    x={column * (side + GAP)}
                    y={start}
                    side={side}
                    chosenAs={places.get(photo.id)}
                    showsOrder={value.length > 1}
                    isOff={full}
                    isStop={place === stop}
                    onToggle={onToggle}
                    onFocus={setStopId}
                  />
                );
              }),
        )}
      </ul>
    </div>
  );
}

type ChoiceProps = {
  photo: Photo;
  place: number;
  total: number;
  x: number;
  y: number;
  side: number;
  /** Its place among the chosen ones. */
  chosenAs: number | undefined;
  showsOrder: boolean;
  isOff: boolean;
  isStop: boolean;
  onToggle(photo: Photo): void;
  onFocus(id: string): void;
};

const Choice = memo(function Choice(props: ChoiceProps) {
  const { photo, place, total, x, y, side, chosenAs, showsOrder, isOff, isStop, onToggle, onFocus } = props;
  const isChosen = chosenAs !== undefined;
  return (
    <li
      className="absolute"
      style={{ left: x, top: y, width: side, height: side }}
      aria-setsize={total}
      aria-posinset={place + 1}
    >
      <button
        type="button"
        data-tile={photo.id}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={photoLabel(photo)}
        // Not `disabled`: the arrow keys pass through it.
        aria-disabled={isOff && !isChosen}
        onFocus={() => onFocus(photo.id)}
        onClick={() => (isOff && !isChosen ? undefined : onToggle(photo))}
        className={cn(
          'block size-full overflow-hidden rounded-control border aria-disabled:opacity-45',
          isChosen ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
        )}
      >
        <PhotoImage photo={photo} width={200} sizes={`${side}px`} decorative className="size-full" />
      </button>
      {isChosen ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-woad text-xs font-bold text-on-woad tabular"
        >
          {showsOrder ? chosenAs + 1 : <Check className="size-3.5" />}
        </span>
      ) : null}
    </li>
  );
});
