import { useLayoutEffect, useState, type RefObject } from 'react';

export type Box = {
  /** Inner width in pixels; 0 until it is measured. */
  width: number;
  /** Distance from the top of the document in pixels. */
  top: number;
};

/** Where a list lies on the page, kept up to date while things above it come and go. */
export function useBox(ref: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) {
      return undefined;
    }
    const measure = () => {
      const width = element.clientWidth;
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setBox((before) => (before.width === width && before.top === top ? before : { width, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}

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
