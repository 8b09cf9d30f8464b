import { useEffect, useRef, useState, type RefObject } from 'react';

/** Until the box is measured. */
const USUAL_WIDTH = 640;

/** The width of a box in whole CSS pixels: a chart is drawn to it, so that its words keep their size. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) {
        setWidth(Math.round(entry.contentRect.width));
      }
    });
    if (box.current) {
      observer.observe(box.current);
    }
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
