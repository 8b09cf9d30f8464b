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
