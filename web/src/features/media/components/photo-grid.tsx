import type { Photo } from '@postloom/contracts';
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { Check, Eye } from 'lucide-react';
import { memo, useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { PhotoImage } from '#components/photo-image.tsx';
import type { PhotoList } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { cn } from '#lib/cn.ts';
import { formatBytes, formatDate } from '#lib/format.ts';
import { dimensionsOf } from '#lib/photos.ts';
import { useBox } from '#lib/use-box.ts';
import { plural } from '#lib/words.ts';
import { Badge, Button } from '#ui/index.ts';
import { carryPhoto } from '../photo-drag.ts';
import { isSelected, type Selection } from '../selection.ts';
import { mediaTexts } from '../texts.ts';
import { columnsIn, rowOf, useNearPlaces, useTabStop } from '../tiles.ts';
import { ComingTile, TileItem, type TileItemProps } from './tile-item.tsx';

export type PhotoGridProps = {
  list: PhotoList;
  /** What the list is of. */
  filter: PhotoFilter;
  timeZone: string;
  view: 'grid' | 'list';
  selection: Selection;
  /** `range` is a click with Shift. */
  onSelect(id: string, range: boolean): void;
  onOpen(id: string): void;
  /** Which places are on screen. */
  onNear(from: number, to: number): void;
};

const GAP = 12;
/** Least pixels of a tile, so that there are two on a phone and six on a wide screen. */
const LEAST_TILE = 152;
/** Height in rem of the words under a tile, and of a row. */
const WORDS = 3.5;
const ROW = 4.5;
/** Rows beyond the screen that are there already. */
const OVERSCAN = 3;
/** A finger, which comes to a tile unannounced. */
const coarsePointer = matchMedia('(pointer: coarse)');

/**
 * The photos as tiles or as rows; only those on screen are in the document. A click selects, Shift selects a range, the eye opens
 * the details. The grid is one stop of the Tab key, arrow keys move in it.
 */
export function PhotoGrid({ list, filter, timeZone, view, selection, onSelect, onOpen, onNear }: PhotoGridProps) {
  const frame = useRef<HTMLUListElement>(null);
  const { width, top, rem } = useBox(frame);
  const isGrid = view === 'grid';
  const columns = isGrid ? columnsIn(width, LEAST_TILE, GAP, 2, 6) : 1;
  const tileWidth = isGrid ? Math.max(0, (width - GAP * (columns - 1)) / columns) : width;
  const tileHeight = Math.round(isGrid ? tileWidth + WORDS * rem : ROW * rem);
  const rowHeight = tileHeight + (isGrid ? GAP : 0);

  const tabStop = useTabStop(frame, { ...list, items: list.photos, of: filter });
  const stopRow = Math.floor(tabStop.place / columns);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(list.reach / columns),
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    enabled: width > 0,
    // It also measures while React renders, when nothing can be flushed.
    useFlushSync: false,
    // The tile that the Tab key reaches stays, however far it is scrolled away.
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        return shown.includes(stopRow) || stopRow >= range.count ? shown : [stopRow, ...shown].sort((a, b) => a - b);
      },
      [stopRow],
    ),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useNearPlaces(virtualizer.range, columns, onNear);

  const Item = isGrid ? Tile : Row;
  return (
    <ul
      ref={frame}
      aria-label="Photos"
      onKeyDown={(event) =>
        tabStop.follow(event, columns, (place) => virtualizer.scrollToIndex(Math.floor(place / columns)))
      }
      className={cn('relative', !isGrid && 'border-y border-line')}
      style={{ height: Math.max(0, virtualizer.getTotalSize() - (isGrid ? GAP : 0)) }}
    >
      {virtualizer.getVirtualItems().flatMap(({ index, start }) =>
        rowOf(list, index, columns, tabStop).map(({ place, column, photo }) => {
          const box = { x: column * (tileWidth + GAP), y: start - top, width: tileWidth, height: tileHeight };
          return photo ? (
            <Item
              key={photo.id}
              {...box}
              photo={photo}
              place={place}
              total={list.isCounted ? list.total : -1}
              timeZone={timeZone}
              isOn={isSelected(selection, photo.id)}
              isStop={place === tabStop.place}
              onSelect={onSelect}
              onOpen={onOpen}
              onFocus={tabStop.hold}
            />
          ) : (
            <ComingTile key={place} {...box} />
          );
        }),
      )}
    </ul>
  );
}

type ItemProps = Omit<TileItemProps, 'className' | 'children' | 'onDrag'> & {
  photo: Photo;
  timeZone: string;
  isOn: boolean;
  /** The one that the Tab key reaches. */
  isStop: boolean;
  onSelect: PhotoGridProps['onSelect'];
  onOpen: PhotoGridProps['onOpen'];
  onFocus(photo: Photo, place: number): void;
};

function UsedBadge({ photo }: { photo: Photo }) {
  if (photo.usedInPosts === 0) {
    return null;
  }
  return <Badge tone="woad">{plural(photo.usedInPosts, 'post')}</Badge>;
}

function Mark({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-6 shrink-0 place-items-center rounded-full border transition-colors',
        on ? 'border-woad bg-woad text-on-woad' : 'border-line-strong bg-cloth/85',
      )}
    >
      {on ? <Check className="size-4" /> : null}
    </span>
  );
}

/** Said of a photo that looks like an older one. */
function similarMark({ similarTo }: Photo): string | null {
  return similarTo ? mediaTexts.similar.mark : null;
}

function PhotoWords({ photo, facts, className }: { photo: Photo; facts: string; className: string }) {
  return (
    <span className={cn('grid content-center gap-0.5', className)}>
      <span className="truncate text-sm font-semibold">{photo.originalName}</span>
      {photo.altText ? <span className="sr-only">{photo.altText}</span> : null}
      <span className="truncate text-xs text-muted tabular">{facts}</span>
    </span>
  );
}

/** What of a tile or a row selects it. */
function SelectButton({ item, className, children }: { item: ItemProps; className: string; children: ReactNode }) {
  const { photo, place, isOn, isStop, onSelect, onFocus } = item;
  return (
    <button
      type="button"
      data-tile={photo.id}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isOn}
      onFocus={() => onFocus(photo, place)}
      onClick={(event) => onSelect(photo.id, event.shiftKey)}
      className={className}
    >
      {children}
    </button>
  );
}

const Tile = memo(function Tile(props: ItemProps) {
  const { photo, place, total, x, y, width, height, isOn, isStop, onOpen } = props;
  // It shows under a pointer or with the focus alone, and is drawn for these: in a gallery that is flung, icons were half of the painting.
  const [hasEye, setHasEye] = useState(coarsePointer.matches);
  return (
    <TileItem
      {...{ place, total, x, y, width, height }}
      onDrag={(data) => carryPhoto(data, photo)}
      onNear={() => setHasEye(true)}
      className="group"
    >
      <SelectButton
        item={props}
        className={cn(
          'flex size-full flex-col overflow-hidden rounded-card border bg-cloth text-left transition-shadow',
          isOn ? 'border-woad ring-2 ring-woad' : 'border-line hover:shadow-soft',
        )}
      >
        <PhotoImage
          photo={photo}
          width={200}
          sizes={`${Math.ceil(width)}px`}
          decorative
          className="min-h-0 w-full flex-1"
        />
        <PhotoWords
          photo={photo}
          facts={[formatBytes(photo.fileSize), similarMark(photo)].filter(Boolean).join(' · ')}
          className="h-14 shrink-0 px-3"
        />
        <span className="absolute top-2 left-2">
          <Mark on={isOn} />
        </span>
      </SelectButton>
      <Button
        variant="secondary"
        size="icon-sm"
        tabIndex={isStop ? 0 : -1}
        aria-label={`Details of ${photo.originalName}`}
        onClick={() => onOpen(photo.id)}
        className="absolute top-2 right-2 opacity-0 shadow-soft group-focus-within:opacity-100 group-hover:opacity-100 focus-visible:opacity-100 touch:top-0 touch:right-0 touch:border-transparent touch:bg-transparent touch:opacity-100 touch:shadow-none touch:[&_svg]:size-8 touch:[&_svg]:rounded-full touch:[&_svg]:border touch:[&_svg]:border-line-strong touch:[&_svg]:bg-cloth/85 touch:[&_svg]:p-1.5"
      >
        {hasEye ? <Eye aria-hidden="true" /> : null}
      </Button>
    </TileItem>
  );
});

const Row = memo(function Row(props: ItemProps) {
  const { photo, place, total, x, y, width, height, timeZone, isOn, isStop, onOpen } = props;
  return (
    <TileItem
      {...{ place, total, x, y, width, height }}
      onDrag={(data) => carryPhoto(data, photo)}
      className="flex items-center gap-3 border-b border-line last:border-b-0"
    >
      <SelectButton
        item={props}
        className={cn(
          'flex min-w-0 flex-1 items-center gap-4 rounded-control px-2 py-1 text-left transition-colors',
          isOn ? 'bg-woad-soft' : 'hover:bg-sunken',
        )}
      >
        <Mark on={isOn} />
        <PhotoImage photo={photo} width={64} decorative className="size-14 shrink-0 rounded-control" />
        <PhotoWords
          photo={photo}
          facts={[
            formatBytes(photo.fileSize),
            dimensionsOf(photo),
            formatDate(photo.createdAt, timeZone),
            similarMark(photo),
          ]
            .filter(Boolean)
            .join(' · ')}
          className="min-w-0 flex-1"
        />
        <span className="hidden sm:block">
          <UsedBadge photo={photo} />
        </span>
      </SelectButton>
      <Button
        variant="ghost"
        size="icon"
        tabIndex={isStop ? 0 : -1}
        aria-label={`Details of ${photo.originalName}`}
        onClick={() => onOpen(photo.id)}
      >
        <Eye aria-hidden="true" />
      </Button>
    </TileItem>
  );
});
