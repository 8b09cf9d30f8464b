import type { Photo } from '@postloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, ImageUp } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Async } from '#components/async.tsx';
import { PhotoImage } from '#components/photo-image.tsx';
import { usePhotoPages, type PhotoList } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { cn } from '#lib/cn.ts';
import { uploadQueueLimits } from '#lib/contract-data.ts';
import { photoLabel } from '#lib/photos.ts';
import { useBox } from '#lib/use-box.ts';
import { Skeleton, SkeletonGroup } from '#ui/index.ts';
import { columnsIn, rowOf, useNearPlaces, useTabStop } from '../tiles.ts';
import { useSuccessors } from '../photo-successors.ts';
import { usePastedPhotos } from '../use-pasted-photos.ts';
import { useUploadQueue } from '../use-uploads.ts';
import { takeZips } from '../zip/take-zips.ts';
import { FileButton } from './file-button.tsx';
import { PhotoSearch } from './photo-search.tsx';
import { RestNotLoaded } from './rest-not-loaded.tsx';
import { ComingRow, TileItem, type TileItemProps } from './tile-item.tsx';
import { UploadList } from './upload-list.tsx';

export type PhotoPickerProps = {
  businessId: string;
  /** Ids of the chosen photos, in their order. */
  value: readonly string[];
  /** No more can be chosen; what is chosen can still be taken out. */
  full: boolean;
  onToggle(photo: Photo): void;
  onUploaded(photo: Photo): void;
  /** The same photo takes the place of a chosen one; where one is chosen at most, an uploaded one does that anyway. */
  onSucceeded?(id: string, successor: Photo): void;
  invalid?: boolean;
};

/** Chooses photos of the library, or uploads some on the spot. */
export function PhotoPicker(props: PhotoPickerProps) {
  const { businessId, value, full, onToggle, onUploaded, onSucceeded, invalid = false } = props;
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const filter = useMemo<PhotoFilter>(() => (search ? { search } : {}), [search]);
  const { query, readNear, hasFailed, readAgain } = usePhotoPages(filter);
  // Files of another post's picker are not this one's.
  const [owner] = useState(() => `picker ${crypto.randomUUID()}`);
  const queue = useUploadQueue({ owner, limit: uploadQueueLimits.queue, businessId, onUploaded });
  // Their photos come into the library, where they can be chosen.
  const add = (files: readonly File[]) => queue.add(takeZips(client, businessId, files, null));
  usePastedPhotos(queue.add);
  useSuccessors((id, successor) => {
    if (value.includes(id)) {
      (onSucceeded ?? ((_, photo) => onUploaded(photo)))(id, successor);
    }
  });
  return (
    <div className="grid gap-2">
      <div className="flex gap-2">
        <PhotoSearch value={search} onSearch={setSearch} />
        <FileButton onFiles={add}>
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
        isEmpty={({ reach }) => reach === 0}
        empty={
          <p className="rounded-control border border-dashed border-line bg-sunken px-4 py-6 text-center text-sm text-muted">
            {search ? 'No photos found. Try adjusting your search terms' : 'No photos yet. Upload one to go on.'}
          </p>
        }
      >
        {(list) => <Choices {...{ list, filter, value, full, invalid, onToggle }} onNear={readNear} />}
      </Async>
      {hasFailed ? <RestNotLoaded onReadAgain={readAgain} /> : null}
    </div>
  );
}

const GAP = 8;
const LEAST_TILE = 64;

type ChoicesProps = Pick<PhotoPickerProps, 'value' | 'full' | 'onToggle'> & {
  list: PhotoList;
  /** What the list is of. */
  filter: PhotoFilter;
  invalid: boolean;
  onNear(from: number, to: number): void;
};

function Choices({ list, filter, value, full, invalid, onToggle, onNear }: ChoicesProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLUListElement>(null);
  const { width } = useBox(frame);
  const columns = columnsIn(width, LEAST_TILE, GAP, 4, 8);
  const side = Math.max(0, Math.floor((width - GAP * (columns - 1)) / columns));
  const virtualizer = useVirtualizer({
    count: Math.ceil(list.reach / columns),
    getScrollElement: () => box.current,
    estimateSize: () => side + GAP,
    overscan: 2,
    enabled: width > 0,
    // It also measures while React renders, when nothing can be flushed.
    useFlushSync: false,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, side]);
  useNearPlaces(virtualizer.range, columns, onNear);

  const tabStop = useTabStop(frame, { ...list, items: list.photos, of: filter });
  const orders = useMemo(() => new Map(value.map((id, index) => [id, index])), [value]);
  return (
    <div
      ref={box}
      className={cn('max-h-60 overflow-y-auto overscroll-contain rounded-control p-1', invalid && 'ring-1 ring-madder')}
    >
      <ul
        ref={frame}
        aria-label="Photos to choose from"
        className="relative"
        style={{ height: Math.max(0, virtualizer.getTotalSize() - GAP) }}
        onKeyDown={(event) =>
          tabStop.follow(event, columns, (place) => virtualizer.scrollToIndex(Math.floor(place / columns)))
        }
      >
        {virtualizer.getVirtualItems().flatMap(({ index, start: y }) => {
          const { places, read } = rowOf(list, index, columns, tabStop);
          return [
            read.length < places ? (
              <ComingRow key={index} {...{ y, places }} height={side} tileWidth={side} gap={GAP} />
            ) : null,
            ...read.map(({ place, column, photo }) => (
              <Choice
                key={photo.id}
                {...{ photo, place, y, onToggle }}
                x={column * (side + GAP)}
                width={side}
                height={side}
                total={list.isCounted ? list.total : -1}
                chosenAs={orders.get(photo.id)}
                showsOrder={value.length > 1}
                isOff={full}
                isStop={place === tabStop.place}
                onFocus={tabStop.hold}
              />
            )),
          ];
        })}
      </ul>
    </div>
  );
}

type ChoiceProps = Omit<TileItemProps, 'className' | 'children'> & {
  photo: Photo;
  /** Its place among the chosen ones. */
  chosenAs: number | undefined;
  showsOrder: boolean;
  isOff: boolean;
  isStop: boolean;
  onToggle(photo: Photo): void;
  onFocus(photo: Photo, place: number): void;
};

const Choice = memo(function Choice(props: ChoiceProps) {
  const { photo, place, total, x, y, width, height, chosenAs, showsOrder, isOff, isStop, onToggle, onFocus } = props;
  const isChosen = chosenAs !== undefined;
  return (
    <TileItem {...{ place, total, x, y, width, height }}>
      <button
        type="button"
        data-tile={photo.id}
        tabIndex={isStop ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={photoLabel(photo)}
        // Not `disabled`: the arrow keys pass through it.
        aria-disabled={isOff && !isChosen}
        onFocus={() => onFocus(photo, place)}
        onClick={() => (isOff && !isChosen ? undefined : onToggle(photo))}
        className={cn(
          'block size-full overflow-hidden rounded-control border aria-disabled:opacity-45',
          isChosen ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
        )}
      >
        <PhotoImage photo={photo} width={200} sizes={`${width}px`} decorative className="size-full" />
      </button>
      {isChosen ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 right-1 grid size-5 place-items-center rounded-full bg-woad text-xs font-bold text-on-woad tabular"
        >
          {showsOrder ? chosenAs + 1 : <Check className="size-3.5" />}
        </span>
      ) : null}
    </TileItem>
  );
});
