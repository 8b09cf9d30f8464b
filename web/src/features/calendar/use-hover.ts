import { useCallback, useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/** Milliseconds over a card before more of it is shown, and after which it goes when the pointer has left. */
const OPEN_MS = 450;
const CLOSE_MS = 140;

const cardOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;

const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => `${clientX},${clientY}`;

/** Which card has the pointer, or the focus by keyboard, long enough for more of it to be shown. */
export function useHover() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback((card: HTMLElement | null, after: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(card), after);
  }, []);
  /** Where the pointer last was: a card that comes beneath a resting one is not looked at. */
  const pointer = useRef('');
  const keep = useCallback(() => clearTimeout(timer.current), []);
  const hide = useCallback(() => show(null, 0), [show]);
  const leave = useCallback(() => show(null, CLOSE_MS), [show]);
  useEffect(() => {
    // What moves under the card takes it away: scrolling, and a drag.
    addEventListener('scroll', hide, { passive: true });
    addEventListener('dragstart', hide);
    const rest = (event: DragEvent) => {
      pointer.current = placeOf(event);
    };
    addEventListener('dragend', rest);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('scroll', hide);
      removeEventListener('dragstart', hide);
      removeEventListener('dragend', rest);
    };
  }, [hide]);

  const handlers = {
    onPointerOver: (event: PointerEvent) => {
      const card = cardOf(event.target);
      const isResting = placeOf(event) === pointer.current;
      if (event.pointerType === 'mouse' && card && !isResting) {
        show(card, OPEN_MS);
      }
    },
    onPointerMove: (event: PointerEvent) => {
      pointer.current = placeOf(event);
    },
    onPointerOut: (event: PointerEvent) => {
      if (cardOf(event.target)) {
        leave();
      }
    },
    onPointerDown: hide,
    onFocus: (event: FocusEvent) => {
      const card = cardOf(event.target);
      if (card?.matches(':focus-visible')) {
        show(card, OPEN_MS);
      }
    },
    onBlur: leave,
  };
  // A card that has gone, because its post moved, shows nothing more.
  return { anchor: anchor?.isConnected ? anchor : null, keep, leave, hide, handlers };
}
