import { useLayoutEffect, useState, type RefObject } from 'react';

export type Box = {
  /** Inner width in pixels; 0 until it is measured. */
  width: number;
  /** Distance from the top of the document in pixels. */
  top: number;
  /** Pixels of a rem. */
  rem: number;
};

const unknown: Box = { width: 0, top: 0, rem: 16 };

/** Where a list lies on the page, kept up to date while things above it come and go. */
export function useBox(ref: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState(unknown);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) {
      return undefined;
    }
    let before = unknown;
    const measure = () => {
      const width = element.clientWidth;
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      // Read here: whoever asks for a style has all of them worked out, which a list that is scrolled has no time for.
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || before.rem;
      if (before.width !== width || before.top !== top || before.rem !== rem) {
        before = { width, top, rem };
        setBox(before);
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return box;
}
