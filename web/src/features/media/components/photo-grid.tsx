import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { Suspense, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { PhotoList } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { cn } from '#lib/cn.ts';
import { lazily } from '#lib/lazily.ts';
import { useBox } from '#lib/use-box.ts';
import { isSelected, type Selection } from '../selection.ts';
import { columnsIn, rowOf, useDrawnRows, useNearPlaces, useTabStop } from '../tiles.ts';
import type { PhotoItemProps } from './photo-item.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { ComingRow } from './tile-item.tsx';

export type PhotoGridProps = Pick<PhotoItemProps, 'onSelect' | 'onOpen' | 'timeZone'> & {
  list: PhotoList;
  /** What the list is of. */
  filter: PhotoFilter;
  view: 'grid' | 'list';
  selection: Selection;
  /** The photo whose details are shown. */
  openId: string | null;
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

const PhotoRow = lazily(() => import('./photo-row.tsx'));

/**
 * The photos as tiles or as rows; only those on screen are in the document. A click selects, Shift selects a range, the eye opens
 * the details. The grid is one stop of the Tab key, arrow keys move in it.
 */
export function PhotoGrid(props: PhotoGridProps) {
  const { list, filter, timeZone, view, selection, openId, onSelect, onOpen, onNear } = props;
  const frame = useRef<HTMLUListElement>(null);
  const { width, top, rem } = useBox(frame);
  const isGrid = view === 'grid';
  const columns = isGrid ? columnsIn(width, LEAST_TILE, GAP, 2, 6) : 1;
  const tileWidth = isGrid ? Math.max(0, (width - GAP * (columns - 1)) / columns) : width;
  const tileHeight = Math.round(isGrid ? tileWidth + WORDS * rem : ROW * rem);
  const rowHeight = tileHeight + (isGrid ? GAP : 0);

  const tabStop = useTabStop(frame, { ...list, items: list.photos, of: filter, isCovered: openId !== null });
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
  const show = (place: number) => virtualizer.scrollToIndex(Math.floor(place / columns));
  // Whoever goes from photo to photo in the details is at the last one when they close; whoever came by a link, at its photo.
  const goTo = useEffectEvent((id: string) => {
    const index = list.photos.findIndex((photo) => photo.id === id);
    if (index >= 0) {
      tabStop.goTo(list.before + index, show);
    }
  });
  const isMeasured = width > 0;
  useEffect(() => {
    // The tile that opened it has the focus.
    if (openId && isMeasured && !frame.current?.contains(document.activeElement)) {
      goTo(openId);
    }
  }, [openId, isMeasured]);

  const rows = virtualizer.getVirtualItems();
  const [first, end] = [Math.floor(list.before / columns), (list.before + list.photos.length) / columns];
  const drawn = useDrawnRows(rows.map(({ index }) => index).filter((row) => row >= first && row < end));
  const Item = isGrid ? PhotoTile : PhotoRow;
  return (
    <ul
      ref={frame}
      aria-label="Photos"
      onKeyDown={(event) => tabStop.follow(event, columns, show)}
      className={cn('relative', !isGrid && 'border-y border-line')}
      // A row that comes or goes lays out nothing around the list.
      style={{ height: Math.max(0, virtualizer.getTotalSize() - (isGrid ? GAP : 0)), contain: 'size layout' }}
    >
      <Suspense>
        {rows.flatMap(({ index, start }) => {
          const { places, read } = rowOf(list, index, columns, tabStop);
          const shown = drawn.has(index) || index === stopRow ? read : [];
          const y = start - top;
          return [
            shown.length < places ? (
              <ComingRow key={index} {...{ y, places, tileWidth }} height={tileHeight} gap={GAP} />
            ) : null,
            ...shown.map(({ place, column, photo }) => (
              <Item
                key={photo.id}
                {...{ photo, place, timeZone, onSelect, onOpen, y }}
                x={column * (tileWidth + GAP)}
                width={tileWidth}
                height={tileHeight}
                total={list.isCounted ? list.total : -1}
                isOn={isSelected(selection, photo.id)}
                isStop={place === tabStop.place}
                onFocus={tabStop.hold}
              />
            )),
          ];
        })}
      </Suspense>
    </ul>
  );
}
