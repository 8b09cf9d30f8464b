import type { Photo } from '@postloom/contracts';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import type { PhotoList } from '#data/photo-pages.ts';

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

/**
 * A list of which the items from the place `before` on are kept. `of` is what it shows: of another list nothing is held. While it is covered,
 * the focus is not its.
 */
type KeptItems<T> = { items: readonly T[]; before: number; reach: number; of: unknown; isCovered?: boolean };

/**
 * The one tile of a list that the Tab key reaches, and how the arrow keys move it. A tile has `aria-posinset`, and in it a button with
 * `data-tile`. What the button stands for is held, so that the tile can stay where it is when the page it came with is no longer kept.
 */
export function useTabStop<T extends { id: string }>(list: RefObject<HTMLElement | null>, kept: KeptItems<T>) {
  const { items, before, reach, of, isCovered = false } = kept;
  const [focused, setFocused] = useState<{ item: T; place: number; of: unknown } | null>(null);
  const held = focused?.of === of ? focused : null;
  const end = before + items.length;
  const at = held === null ? 0 : items.findIndex(({ id }) => id === held.item.id);
  const isAway = held !== null && at < 0 && (held.place < before || (held.place >= end && held.place < reach));
  const isGone = held !== null && at < 0 && !isAway;
  // What took the place of one that is gone stands for it.
  const index = isGone ? Math.max(0, Math.min(held.place - before, items.length - 1)) : at;
  const place = isAway ? held.place : before + index;
  const wanted = useRef<number | null>(null);
  const replace = useEffectEvent(() => {
    wanted.current = place;
  });
  useLayoutEffect(() => {
    if (isGone) {
      replace();
    }
  }, [isGone]);
  // A tile that was far away is in the document only some renders later, or when what it shows has been read.
  useLayoutEffect(() => {
    if (wanted.current === null || isCovered) {
      return;
    }
    const { activeElement } = document;
    // A question about photos ends before the focus is anywhere.
    if (activeElement?.closest('[role="alertdialog"]')) {
      return;
    }
    // Whoever has gone elsewhere in the meantime stays there.
    const isHere = activeElement === document.body || list.current?.contains(activeElement);
    const tile = list.current?.querySelector<HTMLElement>(`[aria-posinset="${wanted.current + 1}"] [data-tile]`);
    if (tile || !isHere) {
      wanted.current = null;
    }
    if (tile && isHere) {
      tile.focus({ preventScroll: true });
    }
  });
  const hold = useCallback(
    (item: T, place: number) => {
      wanted.current = null;
      setFocused({ item, place, of });
    },
    [of],
  );
  /** To another place, which `show` brings into view. */
  const goTo = (next: number, show: (place: number) => void) => {
    const item = items[next - before];
    if (item) {
      setFocused({ item, place: next, of });
    }
    wanted.current = next;
    show(next);
  };
  /** Follows a key that was pressed on a tile. */
  const follow = (event: KeyboardEvent, columns: number, show: (place: number) => void) => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['tile'] === undefined) {
      return;
    }
    const next = placeAfter(event.key, place, columns, Math.max(end, place + 1));
    if (next === null) {
      return;
    }
    event.preventDefault();
    goTo(next, show);
  };
  return { place, item: isAway ? held.item : items[place - before], hold, goTo, follow };
}

/** A row of tiles: how many places it has, and the photos that have been read of them. The one of the tab stop is always there. */
export function rowOf(
  { photos, before, reach }: PhotoList,
  row: number,
  columns: number,
  tabStop: { place: number; item: Photo | undefined },
) {
  const places = Math.min(columns, reach - row * columns);
  const read = Array.from({ length: places }, (_, column) => {
    const place = row * columns + column;
    const photo = place === tabStop.place ? tabStop.item : photos[place - before];
    return photo ? [{ place, column, photo }] : [];
  }).flat();
  return { places, read };
}

/** Screens a second from which on a list is flung past, and nobody sees what is in it. */
const FLUNG_SCREENS = 3;

/** The rows of these that are drawn, and the nearest to their middle that is not yet. */
function withNext(drawn: ReadonlySet<number>, there: readonly number[]): ReadonlySet<number> {
  const middle = there[there.length >> 1] ?? 0;
  const [next] = there.filter((row) => !drawn.has(row)).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return next === undefined ? drawn : new Set(drawn).add(next);
}

/**
 * Which of the rows that are `there` are drawn: all at first, then one more in each frame while the page is not flung. Of the others there
 * are the places. A gallery that draws what flies past has the more to draw in a frame the longer the one before it took.
 */
export function useDrawnRows(there: readonly number[]): ReadonlySet<number> {
  const [known, setKnown] = useState<{ there: string; drawn: ReadonlySet<number> } | null>(null);
  const now = there.join();
  const drawn = new Set(known ? there.filter((row) => known.drawn.has(row)) : there);
  if (there.length > 0 && known?.there !== now) {
    setKnown({ there: now, drawn });
  }
  const isWhole = drawn.size === there.length;
  const last = useRef({ y: 0, at: 0 });
  const drawNext = useEffectEvent(() => setKnown({ there: now, drawn: withNext(drawn, there) }));
  useEffect(() => {
    const look = (at: number) => {
      const { scrollY: y, innerHeight } = window;
      const speed = (1000 * Math.abs(y - last.current.y)) / (at - last.current.at);
      last.current = { y, at };
      if (speed < FLUNG_SCREENS * innerHeight) {
        drawNext();
      } else {
        frame = requestAnimationFrame(look);
      }
    };
    let frame = isWhole ? 0 : requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isWhole, known]);
  return drawn;
}

/** Tells which places are on screen, again after each page that was read: one may be shorter than the screen. */
export function useNearPlaces(
  range: { startIndex: number; endIndex: number } | null,
  columns: number,
  onNear: (from: number, to: number) => void,
): void {
  const { startIndex, endIndex } = range ?? { startIndex: 0, endIndex: -1 };
  useEffect(() => {
    if (endIndex >= 0) {
      onNear(startIndex * columns, (endIndex + 1) * columns);
    }
  }, [startIndex, endIndex, columns, onNear]);
}
