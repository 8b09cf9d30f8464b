import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Pixels below the window from which on a part with code of its own is made: a fling does not arrive before it. */
const AHEAD = 600;
/** What people do before they look for what is further down with anything but scrolling. */
const SIGNS = ['keydown', 'pointerdown'] as const;

export type WhenNearProps = {
  /** Of the empty room until then. */
  className: string;
  /** Pixels below the window from which on it is made. */
  ahead?: number;
  children: ReactNode;
};

/**
 * Leaves out a part far below the window, and its code, until it comes near or the person does something: a phone has nothing to work on
 * but what is read first. Scrolling and everything that moves the view brings it, also the cursor of a screen reader. Where
 * it lies is the browser's to say once the page is drawn: to ask before would lay the whole page out in the middle of its making.
 */
export function WhenNear({ className, ahead = AHEAD, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !place.current) {
      return;
    }
    const show = () => setNear(true);
    const observer = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? show() : undefined), {
      rootMargin: `${ahead}px`,
    });
    observer.observe(place.current);
    for (const sign of SIGNS) {
      addEventListener(sign, show, { once: true, passive: true });
    }
    return () => {
      observer.disconnect();
      for (const sign of SIGNS) {
        removeEventListener(sign, show);
      }
    };
  }, [isNear, ahead]);
  return isNear ? children : <div ref={place} className={className} />;
}
