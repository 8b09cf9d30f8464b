import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** Tiles of at least `least` pixels side by side, between `fewest` and `most` of them. */
export function columnsIn(width: number, least: number, gap: number, fewest: number, most: number): number {
  return Math.min(most, Math.max(fewest, Math.floor((width + gap) / (least + gap))));
}

/** Where an arrow key leads from a place in a grid; null for other keys. */
export function placeAfter(key: string, place: number, columns: number, count: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, place + 1);
    case 'ArrowLeft':
      return Math.max(0, place - 1);
    case 'ArrowDown':
      return place + columns <= last ? place + columns : place;
    case 'ArrowUp':
      return place - columns >= 0 ? place - columns : place;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** The one tile of a list that the Tab key reaches, and how the arrow keys move it. A tile has its photo's id as `data-tile`. */
export function useTabStop(list: RefObject<HTMLElement | null>, photos: readonly { id: string }[]) {
  const [stopId, setStopId] = useState<string | null>(null);
  const stop = Math.max(0, stopId === null ? 0 : photos.findIndex(({ id }) => id === stopId));
  const wanted = useRef<string | null>(null);
  // A tile that was far away is in the document only some renders later.
  useLayoutEffect(() => {
    const tile = wanted.current && list.current?.querySelector<HTMLElement>(`[data-tile="${wanted.current}"]`);
    if (tile) {
      wanted.current = null;
      tile.focus({ preventScroll: true });
    }
  });
  /** Follows a key that was pressed on a tile; `show` brings the place it leads to into view. */
  const follow = (event: KeyboardEvent, columns: number, show: (place: number) => void) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['tile'] === undefined) {
      return;
    }
    const place = placeAfter(event.key, stop, columns, photos.length);
    const next = place === null ? undefined : photos[place];
    if (place === null || !next) {
      return;
    }
    event.preventDefault();
    wanted.current = next.id;
    setStopId(next.id);
    show(place);
  };
  return { stop, setStopId, follow };
}

/** Asks for more while the end of what has been read is near, again after each page: one may be shorter than the screen. */
export function useMoreNearEnd(isNearEnd: boolean, read: number, onMore: () => void): void {
  useEffect(() => {
    if (isNearEnd) {
      onMore();
    }
  }, [isNearEnd, read, onMore]);
}
