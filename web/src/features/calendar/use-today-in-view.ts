import { useEffect, useRef, type RefObject } from 'react';

/**
 * Brings today into view when the calendar opens on the present month: late in it, weeks that are over fill the screen. Once, and only
 * where nobody has scrolled; a page that is returned to is scrolled to where it was by the memory of the shell, which comes after this.
 */
export function useTodayInView(
  board: RefObject<HTMLElement | null>,
  { isDrawn, isPresentMonth }: { isDrawn: boolean; isPresentMonth: boolean },
): void {
  const isOpened = useRef(false);
  useEffect(() => {
    if (!isDrawn || isOpened.current) {
      return;
    }
    isOpened.current = true;
    if (isPresentMonth && scrollY === 0) {
      board.current?.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest' });
    }
  }, [board, isDrawn, isPresentMonth]);
}
